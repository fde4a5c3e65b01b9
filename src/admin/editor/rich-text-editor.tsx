import { later } from '../../ui/loaded-code.tsx'
import type { RichTextEditorProps } from './rich-text-editor-props.ts'

/** The rich-text editor; its code is loaded when it is first shown. */
export const RichTextEditor = later<RichTextEditorProps>(
  async () => (await import('./editor-field.tsx')).default,
  <div className="min-h-[27rem]" aria-busy="true">
    <span className="text-small text-muted">Loading the editor…</span>
  </div>,
)
