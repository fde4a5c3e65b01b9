import { zodResolver } from '@hookform/resolvers/zod'
import { useQueryClient } from '@tanstack/react-query'
import { type RefObject, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { type UseFormReturn, useForm } from 'react-hook-form'
import type { ContentType } from '#domain/content.ts'
import { sameValue } from '#domain/item/merge-fields.ts'
import { waitingPicturesIn } from '#domain/waiting-picture.ts'
import { type AdminItem, contentKeys } from '../../api/admin-content.ts'
import { useLocal } from '../offline/local-provider.tsx'
import { useSiteFacts } from '../shell/site-facts.ts'
import { type Attempt, holds } from './attempt.ts'
import type { draftRules } from './draft-rules.ts'
import { changedFields, type DraftValues, type ExactValues, fieldsOf, valuesOf } from './draft-values.ts'
import type { SaveTrouble } from './save-trouble.ts'
import type { Restored } from './use-begun.ts'

/** What the form is compared with. */
export interface Origin {
  item: AdminItem
  /** The version that `base` is. */
  revision: string
  base: DraftValues
  /** Of that version, where `item` is another one. */
  exact?: ExactValues
}

/** What may be saved of a type; `base` is the version that the fields began from. */
export type DraftRules = (type: ContentType, base: DraftValues) => ReturnType<typeof draftRules>

/** What is typed, what it is compared with, and what stands between both and a commit. */
export interface DraftForm {
  type: ContentType
  id: number
  timeZone: string
  form: UseFormReturn<DraftValues>
  origin: Origin
  setOrigin: (origin: Origin | ((now: Origin) => Origin)) => void
  dirty: boolean
  trouble: SaveTrouble
  setTrouble: (trouble: SaveTrouble | ((now: SaveTrouble) => SaveTrouble)) => void
  /** The draft of an earlier visit, until the person has said what to do with it. */
  restored: Restored | null
  setRestored: (restored: Restored | null) => void
  /** The save whose answer never came; null for none. */
  lost: RefObject<Attempt | null>
  originOf(item: AdminItem): Origin
  /** What the text here began from, as seen from another version: a save whose answer was lost may be in that already. */
  knownBase(version: DraftValues): DraftValues
  /** Whether anything in the form differs from the base right now. */
  unsaved(): boolean
  /** Shows these values. */
  put(values: DraftValues): void
  /** From now on, what is edited is compared with this version. */
  stand(origin: Origin): void
  /** Lets every other screen know of this version. */
  remember(item: AdminItem): void
  /** Shows this version, and compares with it: for what another action of the screen has written, while nothing is unsaved. */
  adopt(item: AdminItem): void
}

/**
 * The form of an item over the version that it stands on: `loaded`, or what `begun` began with, or `ahead`, which is the item with what waits in the queue in
 * it. `values` are what the fields begin with instead, `from` the version that these stand on.
 */
export function useDraftForm(
  type: ContentType,
  loaded: AdminItem,
  {
    values,
    from,
    begun,
    ahead,
    rulesOf,
  }: {
    values: DraftValues | undefined
    from: Pick<Origin, 'revision' | 'base'> | undefined
    begun: Restored | null
    ahead: AdminItem | null
    rulesOf: DraftRules | null
  },
): DraftForm {
  const queries = useQueryClient()
  const { timeZone } = useSiteFacts()
  const { id } = loaded
  const originOf = (item: AdminItem): Origin => ({
    item,
    revision: item.revision,
    base: valuesOf(type, item, timeZone),
  })
  const [origin, setOrigin] = useState<Origin>(() => {
    const known = begun ?? from
    if (known) return { item: loaded, revision: known.revision, base: known.base }
    return { ...originOf(ahead ?? loaded), item: loaded, revision: loaded.revision }
  })
  const [restored, setRestored] = useState(begun)
  const [trouble, setTrouble] = useState<SaveTrouble>({ kind: ahead ? 'queued' : 'none' })
  const lost = useRef((begun?.attempt as Attempt | undefined) ?? null)
  const { base } = origin
  const rules = useMemo(() => rulesOf?.(type, base), [rulesOf, type, base])
  const form = useForm<DraftValues>({
    defaultValues: begun?.values ?? values ?? base,
    ...(rules && { resolver: zodResolver(rules) }),
    shouldFocusError: true,
  })
  const dirty = useDirty(form, type, base)

  const put = useCallback(
    (values: DraftValues) => {
      const current = form.getValues()
      for (const field of fieldsOf[type])
        if (!sameValue(current[field], values[field])) form.setValue(field, values[field] as never)
      // What is shown as wrong may be right now.
      if (Object.keys(form.formState.errors).length > 0) void form.trigger()
    },
    [form, type],
  )

  function stand(next: Origin) {
    lost.current = null
    setOrigin(next)
    setTrouble({ kind: 'none' })
    setRestored(null)
  }

  function remember(item: AdminItem) {
    void queries.invalidateQueries({ queryKey: contentKeys.all(type), refetchType: 'none' })
    queries.setQueryData(contentKeys.item(type, id), item)
    queries.removeQueries({ queryKey: contentKeys.history(type, id) })
  }

  return {
    type,
    id,
    timeZone,
    form,
    origin,
    setOrigin,
    dirty,
    trouble,
    setTrouble,
    restored,
    setRestored,
    lost,
    originOf,
    knownBase: (version) => (lost.current && holds(type, lost.current, version) ? lost.current.sent : base),
    unsaved: () => changedFields(type, base, form.getValues()).length > 0,
    put,
    stand,
    remember,
    adopt(item) {
      const next = originOf(item)
      remember(item)
      stand(next)
      put(next.base)
    },
  }
}

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
