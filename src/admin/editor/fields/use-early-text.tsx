import { type ReactNode, type RefObject, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { RichTextEditorHandle } from '../rich-text-editor-props.ts'

/**
 * A plain field in place of the rich-text editor for a person who is faster than its code: what is
 * typed there is added to the Markdown of the form with each key, and the caret goes on behind it
 * when the editor opens, or when an input method has finished the word that it is composing then.
 * `focus` puts the caret into the editor or into this field; `field` and `onOpen` belong beside and
 * to the editor.
 */
export function useEarlyText({
  label,
  value,
  onChange,
  editor,
}: {
  label: string
  /** The Markdown of the form. */
  value: string
  onChange: (markdown: string) => void
  editor: RefObject<RichTextEditorHandle | null>
}): { field: ReactNode; focus: () => void; onOpen: () => void } {
  const area = useRef<HTMLTextAreaElement>(null)
  const isOpen = useRef(false)
  const isComposing = useRef(false)
  /** The Markdown that the typed text is added to; null while nobody waits. */
  const [before, setBefore] = useState<string | null>(null)

  function focus() {
    if (isOpen.current) return editor.current?.focus()
    // The next key may come before React would render by itself.
    flushSync(() => setBefore((known) => known ?? value))
    area.current?.focus()
  }

  function onOpen() {
    isOpen.current = true
    if (!isComposing.current) handOver()
  }

  function onCompositionEnd() {
    isComposing.current = false
    // The browser may report the last change of the text after this event.
    if (isOpen.current) setTimeout(handOver)
  }

  function handOver() {
    const typed = area.current
    setBefore(null)
    if (typed && typed === document.activeElement)
      editor.current?.goOn(typed.value.slice(typed.value.trimEnd().length))
  }

  const field = before !== null && (
    <textarea
      ref={area}
      dir="auto"
      className="absolute inset-0 resize-none bg-surface px-[max(clamp(0.875rem,4vw,2rem),calc(50%-22rem+2rem))] pt-16 pb-5 font-text text-17 outline-none"
      aria-label={label}
      onChange={(event) => onChange(joined(before, event.target.value))}
      onCompositionStart={() => {
        isComposing.current = true
      }}
      onCompositionEnd={onCompositionEnd}
    />
  )
  return { field, focus, onOpen }
}

/** Markdown with plain text below it; each line is a paragraph, as in the editor. */
function joined(markdown: string, text: string): string {
  const added = text.trim().replaceAll(/\n+/g, '\n\n')
  if (added === '') return markdown
  const start = markdown.trimEnd()
  return `${start}${start && '\n\n'}${added}\n`
}
