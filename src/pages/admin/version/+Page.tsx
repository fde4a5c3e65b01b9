import { VersionScreen } from '../../../admin/version/version-screen.tsx'
import { ItemPreview } from '../../../site/item-preview.tsx'

export default function Page() {
  return <VersionScreen renderPreview={(page) => <ItemPreview {...page} />} />
}
