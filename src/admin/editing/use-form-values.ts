import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form'
import type { ContentType } from '#domain/content.ts'
import { sameValue } from '#domain/item/merge-fields.ts'
import { waitingPicturesIn } from '#domain/waiting-picture.ts'
import {
  type DraftValues,
  fieldsOf,
  formName,
  withPrimaryKeyword,
} from '../documents/draft-values.ts'
import { useLocal } from '../shell/local-provider.tsx'

/**
 * Whether the form differs from the base in `fields`. The screen re-renders only when that changes,
 * not on each keystroke.
 */
export function useDirty<Values extends FieldValues>(
  form: UseFormReturn<Values>,
  fields: ReadonlyArray<keyof Values>,
  base: Values,
): boolean {
  const [dirty, setDirty] = useState(false)
  // Before the paint, so that a word about a save and the question before leaving never say
  // different things.
  useLayoutEffect(() => {
    const look = () => {
      const values = form.getValues()
      setDirty(fields.some((field) => !sameValue(base[field], values[field])))
    }
    look()
    return form.subscribe({ formState: { values: true }, callback: look })
  }, [form, fields, base])
  return dirty
}

/**
 * Replaces placeholders of pictures in the form and in its base by their addresses once they are
 * uploaded; `onBase` gets the changed base. Returns a function that does it immediately, before the
 * form is read. `flush` passes buffered text of editors to the form.
 */
export function useUploadedPictures<Values extends FieldValues>(options: {
  form: UseFormReturn<Values>
  names: ReadonlyArray<keyof Values & string>
  flush: () => void
  base: Values
  onBase: (base: Values) => void
}): () => void {
  const { pictures } = useLocal()
  const latest = useRef(options)
  latest.current = options
  const putAddresses = useCallback(() => {
    const { form, names, flush, base, onBase } = latest.current
    if (waitingPicturesIn([form.getValues(), base]).size === 0) return
    flush()
    const current = form.getValues()
    const uploaded = pictures.withAddresses(current)
    for (const name of names)
      if (!sameValue(current[name], uploaded[name]))
        form.setValue(name as FieldPath<Values>, uploaded[name])
    const newBase = pictures.withAddresses(base)
    if (newBase !== base) onBase(newBase)
  }, [pictures])
  useEffect(() => pictures.onChange(putAddresses), [pictures, putAddresses])
  return putAddresses
}

/** Adds the primary keyword to the tags, where the type has tags. */
export function putKeywordIntoTags(type: ContentType, form: UseFormReturn<DraftValues>): void {
  const tags = withPrimaryKeyword(form.getValues('tags'), form.getValues('primaryKeyword'))
  if (fieldsOf[type].includes('tags') && !sameValue(tags, form.getValues('tags')))
    form.setValue('tags', tags)
}

/** The field of a message of the server; null for one that is not `shown`. */
export function visibleField(
  path: string,
  shown: ReadonlyArray<keyof DraftValues>,
): FieldPath<DraftValues> | null {
  const field = formName(path) as FieldPath<DraftValues>
  return (shown as ReadonlyArray<string>).includes(field.split('.')[0] ?? '') ? field : null
}
