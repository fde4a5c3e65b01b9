import { BodyField } from '../draft-editor/body-field.tsx'
import { ExcerptField } from '../draft-editor/editor-tab.tsx'

/** Excerpt and body. */
export function EditorTab() {
  return (
    <div className="grid grid-cols-1 gap-5">
      <ExcerptField />
      <BodyField name="content" label="Content" placeholder="Start writing..." />
    </div>
  )
}
