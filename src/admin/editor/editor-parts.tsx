import type { ComponentProps } from 'react'
import { counted } from '#domain/count-words.ts'
import { CaretMenuList } from './choice-list.tsx'
import type { EditorController } from './editor-controller.ts'
import { FloatingBar } from './floating-bar.tsx'
import { selectNextProblem } from './links/link-marks.ts'
import { linkTargetText } from './links/link-target-text.tsx'
import type { RichTextEditorProps } from './rich-text-editor-props.ts'
import { useStore } from './store.ts'

/** The number of words, and the way to the next link that may be wrong. */
export function Counter({
  editor,
  isSource,
  onProblem,
}: {
  editor: EditorController
  isSource: boolean
  /** Called when the next one is selected. */
  onProblem: () => void
}) {
  const { words } = useStore(editor.status)
  const { count } = useStore(editor.linkProblems)

  function showNext() {
    const view = editor.view()
    if (view && selectNextProblem(view)) onProblem()
  }

  return (
    <span className="form-counter" aria-live="off">
      {count > 0 && !isSource && (
        <button
          type="button"
          className="me-3 text-danger underline underline-offset-2"
          onClick={showNext}
        >
          {counted(count, 'link', 'links')} to check
        </button>
      )}
      {counted(words, 'word', 'words')}
    </span>
  )
}

/** The last message for people with a screen reader. */
export function Announced({ editor }: { editor: EditorController }) {
  const { announced } = useStore(editor.status)
  return (
    <p className="sr-only" role="status">
      {announced}
    </p>
  )
}

/** What stands at the selection: its bar, and the menus at the caret. */
export function Menus(props: ComponentProps<typeof FloatingBar>) {
  const { editor, frame } = props
  return (
    <>
      <FloatingBar {...props} />
      <CaretMenuList
        menu={editor.slashMenu}
        frame={frame}
        label="Insert a block"
        className="w-[min(16rem,calc(100%-0.5rem))]"
      >
        {({ label, kind }) => (
          <>
            <span className="min-w-0 flex-1 wrap-anywhere">{label}</span>
            {kind && <span className="text-13 opacity-75">{kind}</span>}
          </>
        )}
      </CaretMenuList>
      <CaretMenuList
        menu={editor.linkMenu}
        frame={frame}
        label="Pages of this site"
        className="w-[min(26rem,calc(100%-0.5rem))]"
        status={(pages) => counted(pages, 'page', 'pages')}
      >
        {linkTargetText}
      </CaretMenuList>
    </>
  )
}

/** The text as Markdown. */
export function SourceText({
  label,
  source,
  editor,
  onChange,
  onSave,
}: {
  label: string
  source: string
  editor: EditorController
  onChange: (text: string) => void
  onSave: RichTextEditorProps['onSave']
}) {
  return (
    <textarea
      className="block field-sizing-content min-h-[400px] w-full resize-none bg-transparent
        px-[clamp(0.875rem,4vw,2rem)] py-5 font-mono text-14/[1.6] text-ink outline-none"
      aria-label={label}
      spellCheck
      value={source}
      onChange={({ target }) => {
        onChange(target.value)
        editor.editSource(target.value)
      }}
      onKeyDown={(event) => {
        if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 's') return
        event.preventDefault()
        onSave?.()
      }}
    />
  )
}
