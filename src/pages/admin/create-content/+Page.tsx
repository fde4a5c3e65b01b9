import { CreatorScreen } from '../../../admin/create/creator-screen.tsx'
import { ItemPreview } from '../../../site/item-preview.tsx'

export default function Page() {
  return <CreatorScreen renderPreview={(page) => <ItemPreview {...page} />} />
}
