import {
  type ReactNode,
  type Ref,
  type RefObject,
  useEffect,
  useImperativeHandle,
  useMemo,
  useRef,
  useState,
} from 'react'
import { flushSync } from 'react-dom'
import { useController, useFormContext } from 'react-hook-form'
import { isRelativeMedium } from '#domain/beside.ts'
import type { ContentType } from '#domain/content.ts'
import type { Opening } from '#domain/opening.ts'
import type { DraftValues } from '../../documents/draft-values.ts'
import { useDraftParts } from '../../editing/draft-context.ts'
import { useSnippets } from '../../editing/use-snippets.ts'
import { siteLinks } from '../links/link-source.ts'
import { useEditorPictures } from '../pictures/use-editor-pictures.tsx'
import { RichTextEditor } from '../rich-text-editor.tsx'
import type { PictureSources, RichTextEditorHandle } from '../rich-text-editor-props.ts'
import { useTakeValue } from './use-take-value.ts'

export interface BodyHandle {
  /**
   * Puts the caret into the text at once; while the editor is loading, into a field that takes what
   * is typed.
   */
  focus(): void
}

/** A rich text of the item, Markdown in the form. */
export function BodyField({
  name,
  label,
  placeholder,
  isPage = false,
  opening = null,
  ref,
}: {
  name: 'content' | `articles.${number}.content`
  label: string
  placeholder?: string
  /** The text of a page, below its title. */
  isPage?: boolean
  /** Where the caret is at first. */
  opening?: Opening
  ref?: Ref<BodyHandle>
}) {
  const { flushes, held, draft } = useDraftParts()
  const { control } = useFormContext<DraftValues>()
  const { field, fieldState } = useController({ control, name })
  const editor = useRef<RichTextEditorHandle>(null)
  const snippets = useSnippets()
  const {
    dialog,
    pictures: stored,
    ...pictures
  } = useEditorPictures(() => editor.current?.flush() ?? field.value, {
    mayWait: true,
    field: name,
  })
  const takeValue = useTakeValue()
  const id = draft.item?.id ?? null
  const shown = useMemo(() => withFilesBeside(stored, draft.type, id), [stored, draft.type, id])
  const early = useEarlyText({ label, value: field.value, onChange: field.onChange, editor })
  // React Hook Form focuses an invalid field through this ref.
  field.ref({ focus: early.focus })
  useImperativeHandle(ref, () => ({ focus: early.focus }))

  useEffect(() => {
    const flush = () => void editor.current?.flush()
    flushes.add(flush)
    return () => {
      flushes.delete(flush)
    }
  }, [flushes])

  useEffect(() => () => held.set(name, false), [held, name])

  return (
    <div className="relative">
      <RichTextEditor
        ref={editor}
        label={label}
        placeholder={placeholder}
        isPage={isPage}
        opening={opening}
        onOpen={early.onOpen}
        value={field.value}
        onChange={field.onChange}
        onPendingChange={(holds) => held.set(name, holds)}
        onBlur={field.onBlur}
        onCaret={(paragraph) => draft.onCaret?.({ article: articleOf(name), paragraph })}
        error={fieldState.error?.message}
        links={siteLinks}
        onTake={name === 'content' && draft.fields.includes('excerpt') ? takeValue : undefined}
        snippets={snippets}
        {...pictures}
        pictures={shown}
      />
      {early.field}
      {dialog}
    </div>
  )
}

/** The article of an issue that a field is of, counted from 1; null for the text of the item. */
function articleOf(name: string): number | null {
  const [list, index] = name.split('.')
  return list === 'articles' ? Number(index) + 1 : null
}

/** The same sources, and the pictures that the text of an item names relative to its file. */
function withFilesBeside(
  sources: PictureSources,
  type: ContentType,
  id: number | null,
): PictureSources {
  return {
    ...sources,
    sourceOf(url) {
      const isBeside = id !== null && isRelativeMedium(url)
      if (!isBeside) return sources.sourceOf(url)
      return `/media/beside?${new URLSearchParams({ type, id: String(id), file: url })}`
    },
  }
}

/**
 * A plain field in place of the rich-text editor for a person who is faster than its code: what is
 * typed there is added to the Markdown of the form with each key, and the caret goes on behind it
 * when the editor opens, or when an input method has finished the word that it is composing then.
 * `focus` puts the caret into the editor or into this field; `field` and `onOpen` belong beside and
 * to the editor.
 */
function useEarlyText({
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
      className="absolute inset-0 resize-none bg-surface
        px-[max(clamp(0.875rem,4vw,2rem),calc(50%-22rem+2rem))] pt-16 pb-5 font-text text-17
        outline-none"
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
