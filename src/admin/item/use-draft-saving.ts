import { useState } from 'react'
import { sameValue } from '#domain/item/merge-fields.ts'
import { type AdminItem, updateItem } from '../../api/admin-content.ts'
import { reasonOf, refusalOf } from '../../api/request.ts'
import { showToast } from '../../ui/show-toast.ts'
import { useLocal } from '../offline/local-provider.tsx'
import { withWayOut } from '../shell/on-the-server.ts'
import { afterSave } from './after-save.ts'
import { type Attempt, entryOf } from './attempt.ts'
import { conflictDraft, isConflictAnswer, solvedValues } from './conflict/conflict-draft.ts'
import { noChoices } from './conflict/merge-places.ts'
import { changedFields, type DraftValues, fieldsOf, patchOf } from './draft-values.ts'
import { withPrimaryKeyword } from './primary-keyword.ts'
import { putIssues } from './put-issues.ts'
import { deleted, unreachable } from './save-trouble.ts'
import { useAttemptKey } from './use-attempt-key.ts'
import type { DraftForm, Origin } from './use-draft-form.ts'
import { isUnreachable, useSendLater } from './use-send-later.ts'

export interface DraftSaving {
  saving: boolean
  /** Saves what was changed; true when everything is in a commit. */
  save(): Promise<boolean>
  /** True when the conflict is about what is typed now; else a save has begun, which shows the conflict as it is now. */
  conflictIsCurrent(): boolean
  /** Solves the conflict by what was chosen, and saves it on the version of the others. */
  solve(): Promise<boolean>
}

/**
 * Saves what a form holds, on the version that it stands on. `settle` gives its pictures their addresses where they are uploaded by now; `done` is the
 * toast of success.
 */
export function useDraftSaving(
  draft: DraftForm,
  flush: () => void,
  settle: () => void,
  done: { title: string; description: string },
): DraftSaving {
  const { type, id, timeZone, form, origin, trouble, setTrouble, lost } = draft
  const [saving, setSaving] = useState(false)
  const { sendLater, inTurn } = useSendLater()
  const { pictures } = useLocal()
  const keyOf = useAttemptKey()

  async function save(from: Origin = origin): Promise<boolean> {
    if (saving) return false
    flush()
    settle()
    const tags = withPrimaryKeyword(form.getValues('tags'), form.getValues('primaryKeyword'))
    if (fieldsOf[type].includes('tags') && !sameValue(tags, form.getValues('tags'))) form.setValue('tags', tags)
    if (!(await form.trigger(undefined, { shouldFocus: true }))) return false
    if (!patchOf(type, pictures.settled(from.base), form.getValues(), timeZone)) {
      setTrouble({ kind: 'none' })
      void showToast({ title: 'Nothing to save', description: 'Everything is saved already.' })
      return true
    }
    setSaving(true)
    try {
      const start = await afterLost(from)
      return start !== null && (await send(start))
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

  /** A save whose answer never came is settled first: the text that follows began from it. Null when it can't be now. */
  async function afterLost(from: Origin): Promise<Origin | null> {
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
      await keepForLater(error, from, [before, attemptOn({ ...from, base: before.sent })])
      return null
    }
  }

  async function send(from: Origin): Promise<boolean> {
    const attempt = attemptOn(from)
    const entry = entryOf(type, id, attempt, timeZone)
    if (!entry) return true
    try {
      inTurn(entry.work)
      await make(attempt)
      void showToast(done)
      return true
    } catch (error) {
      await keepForLater(error, from, [attempt])
      return false
    }
  }

  /** What could not be sent waits in the queue, or here until it is saved again. */
  async function keepForLater(error: unknown, { item, revision }: Origin, attempts: ReadonlyArray<Attempt>) {
    const [first, ...more] = attempts.flatMap((one) => entryOf(type, id, one, timeZone) ?? [])
    const last = attempts.at(-1)
    if (!first || !last) return
    if (await sendLater(error, first, ...more)) {
      draft.stand({ item, revision, base: last.sent })
      setTrouble({ kind: 'queued' })
      return
    }
    lost.current = isUnreachable(error) ? (attempts[0] ?? null) : null
    await takeRefusal(error, last.sent)
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
    else setTrouble(left ? { kind: 'refused', message: withWayOut(message, error) } : { kind: 'none' })
    const description = gone ? deleted : (message ?? unreachable)
    void showToast({ title: 'Failed to update content', description, variant: 'destructive' })
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
      if (trouble.kind !== 'conflict' || !conflictIsCurrent()) return false
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
