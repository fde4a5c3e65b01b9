import { useEffect, useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import type { ContentType } from '#domain/content.ts'
import { changedFields, type DraftValues } from './draft-values.ts'

/** Whether anything differs from the base. Only a change of that renders the screen anew, not each keystroke. */
export function useDirty(form: UseFormReturn<DraftValues>, type: ContentType, base: DraftValues): boolean {
  const [dirty, setDirty] = useState(false)
  useEffect(() => {
    const look = () => setDirty(changedFields(type, base, form.getValues()).length > 0)
    look()
    return form.subscribe({ formState: { values: true }, callback: look })
  }, [form, type, base])
  return dirty
}
