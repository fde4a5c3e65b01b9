import { useState } from 'react'
import { sameValue } from '#domain/item/merge-fields.ts'
import { type AdminItem, updateItem } from '../../api/admin-content.ts'
import { reasonOf, refusalOf } from '../../api/request.ts'
import { showToast } from '../../ui/show-toast.ts'
import { useLocal } from '../offline/local-provider.tsx'
import { withWayOut } from '../shell/on-the-server.ts'
import { type Attempt, afterSave, entryOf, useAttemptKey } from './attempt.ts'
import { conflictIn, solvedValues } from './conflict/conflict.ts'
import { itemConflict } from './conflict/item-conflict.ts'
import { noChoices } from './conflict/merge-places.ts'
import { changedFields, type DraftValues, fieldsOf, patchOf, withPrimaryKeyword } from './draft-values.ts'
import { deleted, putIssues } from './save-trouble.ts'
import type { DraftForm, Origin } from './use-draft-form.ts'
import { isUnreachable, useSendLater } from './use-send-later.ts'

/** How a save ended: in a commit, in the queue of this device, or not made, with the reason on the screen. */
export type SaveOutcome = 'saved' | 'queued' | 'failed'

/** What a screen says of a save. */
export interface SaveWords {
  /** The toast of success. */
  saved: { title: string; description: string }
  /** The fields that it shows; all of the type where this is not said. */
  fields?: ReadonlyArray<keyof DraftValues>
  /** The title of the toast of a failure. */
  failed: string
  /** Why, where the server gave no answer. */
  noAnswer: string
}

export interface DraftSaving {
  saving: boolean
  /** Saves what was changed. */
  save(): Promise<SaveOutcome>
  /** True when the conflict is about what is typed now; else a save has begun, which shows the conflict as it is now. */
  conflictIsCurrent(): boolean
  /** Solves the conflict by what was chosen, and saves it on the version of the others. */
  solve(): Promise<SaveOutcome>
}

/**
 * Saves what a form holds, on the version that it stands on. `settle` gives its pictures their addresses where they are uploaded by now.
 */
export function useDraftSaving(draft: DraftForm, flush: () => void, settle: () => void, words: SaveWords): DraftSaving {
  const { type, id, timeZone, form, origin, trouble, setTrouble, lost } = draft
  const [saving, setSaving] = useState(false)
  const { sendLater, inTurn } = useSendLater()
  const { pictures } = useLocal()
  const keyOf = useAttemptKey()

  async function save(from: Origin = origin): Promise<SaveOutcome> {
    if (saving) return 'failed'
    flush()
    settle()
    const tags = withPrimaryKeyword(form.getValues('tags'), form.getValues('primaryKeyword'))
    if (fieldsOf[type].includes('tags') && !sameValue(tags, form.getValues('tags'))) form.setValue('tags', tags)
    if (!(await form.trigger(undefined, { shouldFocus: true }))) return 'failed'
    if (!patchOf(type, pictures.settled(from.base), form.getValues(), timeZone)) {
      setTrouble({ kind: 'none' })
      void showToast({ title: 'Nothing to save', description: 'Everything is saved already.' })
      return 'saved'
    }
    setSaving(true)
    try {
      const start = await afterLost(from)
      return typeof start === 'string' ? start : await send(start)
    } finally {
      setSaving(false)
    }
  }

  function attemptOn({ item, base: began, revision, exact = { publishedAt: item.publishedAt } }: Origin): Attempt {
    const base = pictures.settled(began)
    const sent = structuredClone(form.getValues())
    const before = lost.current
    if (before?.revision === revision && changedFields(type, before.sent, sent).length === 0) return before
    return { key: keyOf([patchOf(type, base, sent, timeZone, exact), revision]), revision, base, sent, exact }
  }

  /** Goes on with what the server has made of an attempt, now or before; what was typed meanwhile stays. Answers what that stands on. */
  async function make({ key, revision, base, sent, exact }: Attempt): Promise<Origin> {
    const patch = patchOf(type, base, sent, timeZone, exact) ?? {}
    const item = (await updateItem(type, id, { patch, revision, key })) as AdminItem
    const saved = draft.originOf(item)
    const { mergeBodies } = await import('#domain/markdown/merge-bodies.ts')
    flush()
    const next = afterSave(type, { base, sent, current: form.getValues(), saved: saved.base }, mergeBodies)
    draft.remember(item)
    lost.current = null
    setTrouble({ kind: 'none' })
    draft.setRestored(null)
    if (!next.adopted) return { item: origin.item, revision, base }
    draft.setOrigin(saved)
    draft.put(next.values)
    return saved
  }

  /** A save whose answer never came is settled first: the text that follows began from it. How the whole save ended when it can't be now. */
  async function afterLost(from: Origin): Promise<Origin | SaveOutcome> {
    const before = lost.current
    if (before?.revision !== from.revision || changedFields(type, before.sent, form.getValues()).length === 0)
      return from
    try {
      return await make(before)
    } catch (error) {
      // Refused now, it was never made.
      if (!isUnreachable(error)) {
        lost.current = null
        return from
      }
      return keepForLater(error, from, [before, attemptOn({ ...from, base: before.sent })])
    }
  }

  async function send(from: Origin): Promise<SaveOutcome> {
    const attempt = attemptOn(from)
    const entry = entryOf(type, id, attempt, timeZone)
    if (!entry) return 'saved'
    try {
      inTurn(entry.work)
      await make(attempt)
      void showToast(words.saved)
      return 'saved'
    } catch (error) {
      return keepForLater(error, from, [attempt])
    }
  }

  /** What could not be sent waits in the queue, or here until it is saved again. */
  async function keepForLater(
    error: unknown,
    { item, revision }: Origin,
    attempts: ReadonlyArray<Attempt>,
  ): Promise<SaveOutcome> {
    const [first, ...more] = attempts.flatMap((one) => entryOf(type, id, one, timeZone) ?? [])
    const last = attempts.at(-1)
    if (!first || !last) return 'saved'
    if (await sendLater(error, first, ...more)) {
      draft.stand({ item, revision, base: last.sent })
      setTrouble({ kind: 'queued' })
      return 'queued'
    }
    lost.current = isUnreachable(error) ? (attempts[0] ?? null) : null
    await takeRefusal(error, last.sent)
    return 'failed'
  }

  async function takeRefusal(error: unknown, sent: DraftValues) {
    const message = reasonOf(error)
    if (message === null && !isUnreachable(error)) console.error(error)
    const answer = conflictIn(error)
    if (answer) {
      const { mergeBodies } = await import('#domain/markdown/merge-bodies.ts')
      const conflict = itemConflict(type, answer, timeZone, mergeBodies)
      setTrouble({ kind: 'conflict', conflict, choices: noChoices, sent })
      return
    }
    const gone = refusalOf(error)?.status === 404
    const left = putIssues(form, type, error, words.fields)
    if (gone) setTrouble({ kind: 'deleted', type })
    else if (message === null) setTrouble({ kind: 'offline' })
    else setTrouble(left ? { kind: 'refused', message: withWayOut(message, error) } : { kind: 'none' })
    const description = gone ? deleted : (message ?? words.noAnswer)
    void showToast({ title: words.failed, description, variant: 'destructive' })
  }

  function conflictIsCurrent(): boolean {
    flush()
    if (trouble.kind !== 'conflict' || changedFields(type, trouble.sent, form.getValues()).length === 0) return true
    void save()
    return false
  }

  return {
    saving,
    save: () => save(),
    conflictIsCurrent,
    async solve() {
      // Another tab may have typed on meanwhile.
      if (trouble.kind !== 'conflict' || !conflictIsCurrent()) return 'failed'
      const { conflict, choices } = trouble
      const solved = { ...solvedValues(conflict, choices), primaryKeyword: form.getValues('primaryKeyword') }
      const { revision, theirs: base, exact } = conflict
      const standing = { revision, base, ...(exact && { exact }) }
      const onto: Origin = { item: origin.item, ...standing }
      draft.setOrigin(onto)
      draft.put(solved)
      return save(onto)
    },
  }
}
