import { CreatorScreen } from '../../../admin/creator/creator-screen.tsx'
import { ItemPreview } from '../../../site/item-preview.tsx'

export default function Page() {
  return <CreatorScreen renderPreview={(page) => <ItemPreview {...page} />} />
}
