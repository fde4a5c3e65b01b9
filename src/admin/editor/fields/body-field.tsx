import { type Ref, useEffect, useImperativeHandle, useMemo, useRef } from 'react'
import { useController, useFormContext } from 'react-hook-form'
import type { Opening } from '#domain/editor-path.ts'
import type { DraftValues } from '../../documents/draft-values.ts'
import { useDraftParts } from '../../editing/draft-context.ts'
import { siteLinks } from '../links/link-source.ts'
import { withFilesBeside } from '../pictures/files-beside.ts'
import { useEditorPictures } from '../pictures/use-editor-pictures.tsx'
import { RichTextEditor } from '../rich-text-editor.tsx'
import type { RichTextEditorHandle } from '../rich-text-editor-props.ts'
import { useEarlyText } from './use-early-text.tsx'

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
  const {
    dialog,
    pictures: stored,
    ...pictures
  } = useEditorPictures(() => editor.current?.flush() ?? field.value, {
    mayWait: true,
    field: name,
  })
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
        error={fieldState.error?.message}
        links={siteLinks}
        {...pictures}
        pictures={shown}
      />
      {early.field}
      {dialog}
    </div>
  )
}
