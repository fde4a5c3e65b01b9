import { type RefObject, useEffect, useRef } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { sameValue } from '#domain/item/merge-fields.ts'
import { triesIn } from '../item/create-once.ts'
import { changedFields, type FieldName, type ItemForm } from '../item/item-form.ts'
import { useKeptForm } from '../item/use-kept-form.ts'
import type { KeptDraft } from '../offline/kept-draft.ts'
import type { QueuedCreation } from '../offline/queue/outgoing.ts'

/** Keeps what is typed into a dialog as the editors do. What is answered forgets it: it is saved, or thrown away. */
export function useKeptDialog(options: {
  kind: string
  item: string
  /** The version that the form stands on; empty for what is new. */
  revision: string
  base: ItemForm
  fields: ReadonlyArray<FieldName>
  form: UseFormReturn<ItemForm>
  /** What the browser holds already; of another version, what is kept from now on takes its place. */
  kept: KeptDraft<ItemForm> | null
  /** What was sent of it and may have been made unseen; kept with it. */
  tries?: RefObject<ReadonlyArray<QueuedCreation>>
  /** Another tab goes on with another version. */
  onOther?: (draft: KeptDraft<ItemForm>) => void
}): { forget: () => Promise<void>; keepNow: () => void } {
  const { kind, item, revision, base, fields, form, kept, tries, onOther } = options
  const finished = useRef(false)
  const { discard, keepNow } = useKeptForm<ItemForm>({
    kind,
    item,
    current() {
      const values = form.getValues()
      if (finished.current || changedFields(fields, base, values).length === 0) return null
      const attempt = tries?.current.length ? { attempt: tries.current } : {}
      return { revision, title: values.title || 'Without a title', base, values, ...attempt }
    },
    subscribe: (changed) => form.subscribe({ formState: { values: true }, callback: changed }),
    flush: () => undefined,
    onOther(draft) {
      if (draft && draft.revision !== revision) return onOther?.(draft)
      if (tries) tries.current = triesIn(draft?.attempt)
      const next = draft?.values ?? base
      for (const name of fields)
        if (!sameValue(form.getValues(name), next[name])) form.setValue(name, next[name] as never)
    },
    restored: kept,
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: what the form begins with is kept once
  useEffect(keepNow, [])
  return {
    async forget() {
      finished.current = true
      await discard()
    },
    keepNow,
  }
}
