import { VersionScreen } from '../../../admin/edit/version-screen.tsx'
import { ItemPreview } from '../../../site/item-preview.tsx'

export default function Page() {
  return <VersionScreen renderPreview={(page) => <ItemPreview {...page} />} />
}
