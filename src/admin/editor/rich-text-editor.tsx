import { lazy, Suspense } from 'react'
import type { RichTextEditorProps } from './rich-text-editor-props.ts'

const Loaded = lazy(() => import('./editor-field.tsx'))

/** The rich-text editor; its code is loaded when it is first shown. */
export function RichTextEditor(props: RichTextEditorProps) {
  return (
    <Suspense
      fallback={
        <div className="min-h-[27rem]" aria-busy="true">
          <span className="text-small text-muted">Loading the editor…</span>
        </div>
      }
    >
      <Loaded {...props} />
    </Suspense>
  )
}
