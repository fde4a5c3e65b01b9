import { zodResolver } from '@hookform/resolvers/zod'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { type UseFormReturn, useForm } from 'react-hook-form'
import type { ContentType } from '#domain/content.ts'
import { sameValue } from '#domain/merge-fields.ts'
import { type AdminItem, contentKeys, updateItem } from '../../api/admin-content.ts'
import { reasonOf, refusalOf } from '../../api/request.ts'
import { showToast } from '../../ui/show-toast.ts'
import { useOutgoing } from '../local/local-provider.tsx'
import { subjectOf } from '../local/queue/queue-rules.ts'
import { useSendLater } from '../local/queue/use-send-later.ts'
import { useKeptForm } from '../local/use-kept-form.ts'
import { useSiteFacts } from '../shell/site-facts.ts'
import { afterSave } from './after-save.ts'
import {
  type Choices,
  type ConflictDraft,
  conflictDraft,
  isConflictAnswer,
  isMerged,
  mergeDraft,
  noChoices,
  solvedValues,
} from './conflict/conflict-draft.ts'
import { draftRules } from './draft-rules.ts'
import { changedFields, type DraftValues, fieldsOf, patchOf, valuesOf } from './draft-values.ts'
import { withPrimaryKeyword } from './primary-keyword.ts'
import { putIssues } from './put-issues.ts'
import type { Restored } from './restored-draft.ts'
import { useAttemptKey } from './use-attempt-key.ts'
import { useDirty } from './use-dirty.ts'
import { useNewerVersion } from './use-newer-version.ts'

/** What keeps the text from being saved. */
export type SaveTrouble =
  | { kind: 'none' }
  /** The server's own sentence. */
  | { kind: 'refused'; message: string }
  | { kind: 'offline' }
  /** The change waits on this device until the server can be reached. */
  | { kind: 'queued' }
  /** Somebody has deleted the item. */
  | { kind: 'deleted'; type: ContentType }
  /** `sent` is what could not be saved, `choices` what was chosen so far. */
  | { kind: 'conflict'; message: string; conflict: ConflictDraft; choices: Choices; sent: DraftValues }

/** Everything of an item that is being edited, as plain JSON. */
export interface DraftState {
  type: ContentType
  id: number
  /** The version that `base` is. */
  revision: string
  base: DraftValues
  values: DraftValues
}

interface Origin {
  item: AdminItem
  /** The version that `base` is. */
  revision: string
  base: DraftValues
}

export interface Draft {
  type: ContentType
  id: number
  timeZone: string
  form: UseFormReturn<DraftValues>
  /** The item as it was loaded or saved last. */
  item: AdminItem
  base: DraftValues
  dirty: boolean
  saving: boolean
  trouble: SaveTrouble
  /** Saves what was changed; true when everything is in a commit. */
  save(): Promise<boolean>
  /** Takes in an item that another action of this screen has written. Only while nothing is unsaved. */
  adopt(item: AdminItem): void
  /** Keeps what was chosen in the conflict so far. */
  choose(choices: Choices): void
  /** True when the conflict is about what is typed now; else a save has begun, which shows the conflict as it is now. */
  conflictIsCurrent(): boolean
  /** Solves the conflict by what was chosen, and saves it on the version of the others. */
  solve(): Promise<boolean>
  /** The draft that the screen began with, until the person has said what to do with it. */
  restored: Pick<Restored, 'at'> | null
  keepRestored(): void
  /** Goes back to what the file says; can be undone. */
  discard(): Promise<void>
  /** The item as others have made it while something was unsaved here. */
  newer: AdminItem | null
  /** Puts both together; what can't be is left to choose. */
  merge(): Promise<void>
  /** The whole state, for whoever hands it on. */
  state(): DraftState
}

export const unreachable =
  'The server could not be reached. Your text is still here: save again when the network is back.'

const changedMeanwhile = 'Somebody has changed this meanwhile. Choose what to keep, then save again.'

export const queued =
  'Your last change waits on this device. It is saved as soon as the server can be reached; you can go on, or leave.'

export const deleted =
  "Somebody has deleted this meanwhile. Your text is still here: restore the content from 'Recently deleted', then save again."

/** What a screen may have of its own. */
export interface DraftOptions {
  /** What the fields begin with instead of the item as it was loaded. */
  values?: DraftValues
  /** A draft of an earlier visit, which this one goes on with. */
  begun?: Restored | null
  /** The item with what waits in the queue in it. */
  queued?: AdminItem | null
  /** Never another one for the same screen. */
  rules?: (type: ContentType, base: DraftValues) => ReturnType<typeof draftRules>
  /** The toast of success. */
  saved?: { title: string; description: string }
}

const draftSaved = { title: 'Success!', description: 'Your content has been updated successfully.' }

/**
 * The editing state of an item: form, base and saving. A save sends only what was changed, with the revision that it started from; nothing typed is
 * ever given up, and all of it is kept in the browser's storage. `loaded` is the item as the server has it, also when that changes. `flush` writes what
 * an editor still holds back into the form.
 */
export function useDraft(
  type: ContentType,
  loaded: AdminItem,
  flush: () => void,
  {
    values,
    begun = null,
    queued: ahead = null,
    rules: rulesOf = draftRules,
    saved: savedToast = draftSaved,
  }: DraftOptions = {},
): Draft {
  const queries = useQueryClient()
  const { timeZone } = useSiteFacts()
  const { id } = loaded
  const [origin, setOrigin] = useState<Origin>(() =>
    begun
      ? { item: loaded, revision: begun.revision, base: begun.base }
      : { ...originOf(type, ahead ?? loaded, timeZone), item: loaded, revision: loaded.revision },
  )
  const [restored, setRestored] = useState(begun)
  const [saving, setSaving] = useState(false)
  const [trouble, setTrouble] = useState<SaveTrouble>({ kind: ahead ? 'queued' : 'none' })
  const sendLater = useSendLater()
  const waits = useOutgoing().some((entry) => subjectOf(entry) === `${type}/${id}`)
  // It was sent, or taken back.
  // biome-ignore lint/correctness/useExhaustiveDependencies: it may have been sent before the state says that it waits
  useEffect(() => {
    if (!waits) setTrouble((now) => (now.kind === 'queued' ? { kind: 'none' } : now))
  }, [waits, trouble.kind])
  const keyOf = useAttemptKey()
  const { base, revision } = origin
  const rules = useMemo(() => rulesOf(type, base), [rulesOf, type, base])
  const form = useForm<DraftValues>({
    defaultValues: begun?.values ?? values ?? base,
    resolver: zodResolver(rules),
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

  const unsaved = () => changedFields(type, base, form.getValues()).length > 0
  const kept = useKeptForm<DraftValues>({
    kind: type,
    item: String(id),
    current: () => (unsaved() ? { revision, title: form.getValues('title'), base, values: form.getValues() } : null),
    subscribe: (changed) => form.subscribe({ formState: { values: true }, callback: changed }),
    flush,
    onOther(draft) {
      if (draft === null) return adopt(loaded)
      setOrigin((now) =>
        now.revision === draft.revision ? now : { ...now, revision: draft.revision, base: draft.base },
      )
      put(draft.values)
    },
    restored: begun,
  })
  // What counts as unsaved is another thing after a save.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the base counts
  useEffect(() => kept.keepNow(), [base])

  const newer = useNewerVersion({
    loaded,
    known: revision,
    saving,
    onNewer(item) {
      flush()
      const next = originOf(type, item, timeZone)
      const same = changedFields(type, next.base, form.getValues()).length === 0
      const changed = changedFields(type, base, next.base).length > 0
      if (unsaved() && !same && changed) return false
      if (!same && changed) void tellTaken(item)
      stand(next)
      if (changed) put(next.base)
      return true
    },
  })

  /** From now on, what is edited is compared with this version. */
  function stand(next: Origin) {
    setOrigin(next)
    setTrouble({ kind: 'none' })
    setRestored(null)
  }

  async function merge(from: AdminItem) {
    flush()
    const { mergeBodies } = await import('#domain/markdown/merge-bodies.ts')
    const next = originOf(type, from, timeZone)
    const yours = structuredClone(form.getValues())
    const conflict = mergeDraft({ type, revision: next.revision, base, theirs: next.base, yours }, mergeBodies)
    if (!isMerged(conflict)) {
      setTrouble({ kind: 'conflict', message: changedMeanwhile, conflict, choices: noChoices, sent: yours })
      return
    }
    stand(next)
    put(solvedValues(conflict, noChoices))
    void showToast({ title: 'Merged', description: 'The text holds their changes and yours. Save it when you like.' })
  }

  function remember(item: AdminItem) {
    void queries.invalidateQueries({ queryKey: contentKeys.all(type), refetchType: 'none' })
    queries.setQueryData(contentKeys.item(type, id), item)
    queries.removeQueries({ queryKey: contentKeys.history(type, id) })
  }

  function adopt(item: AdminItem) {
    const next = originOf(type, item, timeZone)
    remember(item)
    stand(next)
    put(next.base)
  }

  async function save(from: Origin = origin): Promise<boolean> {
    if (saving) return false
    flush()
    const tags = withPrimaryKeyword(form.getValues('tags'), form.getValues('primaryKeyword'))
    if (fieldsOf[type].includes('tags') && !sameValue(tags, form.getValues('tags'))) form.setValue('tags', tags)
    if (!(await form.trigger(undefined, { shouldFocus: true }))) return false
    const sent = structuredClone(form.getValues())
    const patch = patchOf(type, from.base, sent, timeZone)
    const key = keyOf([patch, from.revision])
    if (!patch) {
      setTrouble({ kind: 'none' })
      void showToast({ title: 'Nothing to save', description: 'Everything is saved already.' })
      return true
    }
    setSaving(true)
    try {
      const item = await updateItem(type, id, { patch, revision: from.revision, key })
      const saved = originOf(type, item as AdminItem, timeZone)
      flush()
      const next = afterSave(type, { base: from.base, sent, current: form.getValues(), saved: saved.base })
      remember(item as AdminItem)
      if (next.adopted) {
        setOrigin(saved)
        put(next.values)
      }
      setTrouble({ kind: 'none' })
      setRestored(null)
      void showToast(savedToast)
      return true
    } catch (error) {
      const base = patchOf(type, sent, from.base, timeZone) ?? {}
      const work = { kind: 'save', type, item: id, revision: from.revision, patch, from: base } as const
      if (await sendLater(error, { key, title: sent.title, work })) {
        setOrigin({ item: from.item, revision: from.revision, base: sent })
        setTrouble({ kind: 'queued' })
        setRestored(null)
      } else await takeRefusal(error, sent)
      return false
    } finally {
      setSaving(false)
    }
  }

  async function takeRefusal(error: unknown, sent: DraftValues) {
    const message = reasonOf(error)
    if (message === null) console.error(error)
    const refusal = refusalOf(error)
    if (refusal?.status === 409 && isConflictAnswer(refusal.body)) {
      const { mergeBodies } = await import('#domain/markdown/merge-bodies.ts')
      const conflict = conflictDraft(type, refusal.body, timeZone, mergeBodies)
      setTrouble({ kind: 'conflict', message: refusal.reason, conflict, choices: noChoices, sent })
      return
    }
    const gone = refusal?.status === 404
    const left = putIssues(form, type, error)
    if (gone) setTrouble({ kind: 'deleted', type })
    else if (message === null) setTrouble({ kind: 'offline' })
    else setTrouble(left ? { kind: 'refused', message } : { kind: 'none' })
    const description = gone ? deleted : (message ?? unreachable)
    void showToast({ title: 'Failed to update content', description, variant: 'destructive' })
  }

  return {
    type,
    id,
    timeZone,
    form,
    item: origin.item,
    base,
    dirty,
    saving,
    trouble,
    save: () => save(),
    adopt,
    choose: (choices) => setTrouble((now) => (now.kind === 'conflict' ? { ...now, choices } : now)),
    conflictIsCurrent() {
      flush()
      if (trouble.kind !== 'conflict' || changedFields(type, trouble.sent, form.getValues()).length === 0) return true
      void save()
      return false
    },
    async solve() {
      if (trouble.kind !== 'conflict') return false
      const { conflict, choices } = trouble
      const solved = { ...solvedValues(conflict, choices), primaryKeyword: form.getValues('primaryKeyword') }
      const onto: Origin = { item: origin.item, revision: conflict.revision, base: conflict.theirs }
      setOrigin(onto)
      put(solved)
      return save(onto)
    },
    state: () => ({ type, id, revision, base, values: structuredClone(form.getValues()) }),
    restored,
    keepRestored: () => setRestored(null),
    async discard() {
      flush()
      const before = { origin, restored, values: structuredClone(form.getValues()) }
      await kept.discard()
      adopt(loaded)
      const undo = () => {
        setOrigin(before.origin)
        setRestored(before.restored)
        put(before.values)
      }
      void showToast({
        title: 'Draft discarded',
        description: 'The editor shows the file again.',
        action: { label: 'Undo', run: undo },
      })
    },
    newer,
    async merge() {
      if (newer) await merge(newer)
    },
  }
}

function originOf(type: ContentType, item: AdminItem, timeZone: string): Origin {
  return { item, revision: item.revision, base: valuesOf(type, item, timeZone) }
}

/** The editor shows another text than a moment ago, and says why. */
async function tellTaken({ title }: AdminItem) {
  const description = `“${title}” is shown as it is now. You had changed nothing.`
  await showToast({ title: 'Changed by somebody else', description })
}
