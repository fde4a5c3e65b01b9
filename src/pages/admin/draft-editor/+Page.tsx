import { DraftEditorScreen } from '../../../admin/edit/draft-editor-screen.tsx'
import { RenderPreviewProvider } from '../../../admin/editor/preview/render-preview.ts'
import { ItemPreview } from '../../../site/item-preview.tsx'

export default function Page() {
  return (
    <RenderPreviewProvider value={ItemPreview}>
      <DraftEditorScreen />
    </RenderPreviewProvider>
  )
}
