import { DraftEditorScreen } from '../../../admin/edit/draft-editor-screen.tsx'
import { ItemPreview } from '../../../site/item-preview.tsx'

export default function Page() {
  return <DraftEditorScreen renderPreview={(page) => <ItemPreview {...page} />} />
}
