import { useCallback, useEffect, useRef } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import type { ContentType } from '#domain/content.ts'
import { sameValue } from '#domain/item/merge-fields.ts'
import { waitingPicturesIn } from '#domain/waiting-picture.ts'
import { useLocal } from '../offline/local-provider.tsx'
import { type DraftValues, fieldsOf } from './draft-values.ts'

/**
 * Pictures of a form get their address as soon as they are uploaded, and so do those of the version that it began from: `onBase` gets that one when it is
 * another one then. What is answered does it at once, for whoever reads the form now. `flush` writes what an editor still holds back into the form.
 */
export function useSettledPictures(options: {
  type: ContentType
  form: UseFormReturn<DraftValues>
  flush: () => void
  base: DraftValues
  onBase?: (base: DraftValues) => void
}): () => void {
  const { pictures } = useLocal()
  const latest = useRef(options)
  latest.current = options
  const settle = useCallback(() => {
    const { type, form, flush, base, onBase } = latest.current
    if (waitingPicturesIn([form.getValues(), base]).size === 0) return
    flush()
    const current = form.getValues()
    const settled = pictures.settled(current)
    for (const field of fieldsOf[type])
      if (!sameValue(current[field], settled[field])) form.setValue(field, settled[field] as never)
    const settledBase = pictures.settled(base)
    if (settledBase !== base) onBase?.(settledBase)
  }, [pictures])
  useEffect(() => pictures.onChange(settle), [pictures, settle])
  return settle
}
