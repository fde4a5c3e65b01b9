import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { ContentType } from '#domain/content.ts'
import { sameValue } from '#domain/item/merge-fields.ts'
import type { MergeText } from '#domain/item/merge-item.ts'
import { updateItem } from '../../api/content-writes.ts'
import { reasonOf, refusalOf } from '../../api/refusal.ts'
import { showToast } from '../../ui/show-toast.ts'
import { useLocal } from '../offline/local-provider.tsx'
import type { Outgoing } from '../offline/queue/outgoing.ts'
import { refreshType } from '../offline/refresh-after.ts'
import { withWayOut } from '../shell/on-the-server.ts'
import { conflictIn, solvedValues } from './conflict/conflict.ts'
import { isMerged, itemConflict, mergeDraft } from './conflict/item-conflict.ts'
import { noChoices } from './conflict/merge-places.ts'
import type { Attempt, DraftForm, DraftSaving, Origin, SaveOutcome, SaveWords } from './draft.ts'
import { changedFields, type DraftValues, fieldsOf, patchOf, withPrimaryKeyword } from './draft-values.ts'
import { deleted, putIssues } from './save-problem.ts'
import { showUndoable } from './show-undoable.ts'
import { useWrite } from './use-write.ts'
import { isUnreachable } from './write.ts'

/**
 * Saves the form, based on its origin. `putAddresses` replaces placeholders of uploaded pictures.
 */
export function useDraftSaving(
  draft: DraftForm,
  flush: () => void,
  putAddresses: () => void,
  words: SaveWords,
): DraftSaving {
  const { type, id, timeZone, form, origin, problem, setProblem, lost } = draft
  const [saving, setSaving] = useState(false)
  const { keyOf, write } = useWrite()
  const { pictures } = useLocal()
  const queries = useQueryClient()

  async function save(from: Origin = origin): Promise<SaveOutcome> {
    if (saving) return 'failed'
    flush()
    putAddresses()
    const tags = withPrimaryKeyword(form.getValues('tags'), form.getValues('primaryKeyword'))
    if (fieldsOf[type].includes('tags') && !sameValue(tags, form.getValues('tags'))) form.setValue('tags', tags)
    if (!(await form.trigger(undefined, { shouldFocus: true }))) return 'failed'
    if (!patchOf(type, pictures.withAddresses(from.base), form.getValues(), timeZone)) {
      setProblem({ kind: 'none' })
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
    const base = pictures.withAddresses(began)
    const sent = structuredClone(form.getValues())
    const before = lost.current
    if (before?.revision === revision && changedFields(type, before.sent, sent).length === 0) return before
    return { key: keyOf([patchOf(type, base, sent, timeZone, exact), revision]), revision, base, sent, exact }
  }

  /** Sends a save, or one without an answer again, and applies the result; text typed meanwhile stays. Returns the new origin and the commit. */
  async function make({
    key,
    revision,
    base,
    sent,
    exact,
  }: Attempt): Promise<{ origin: Origin; commit: string | null }> {
    const patch = patchOf(type, base, sent, timeZone, exact) ?? {}
    const { commit, ...item } = await updateItem(type, id, { patch, revision, key })
    const saved = draft.originOf(item)
    const { mergeBodies } = await import('#domain/markdown/merge-bodies.ts')
    flush()
    const next = afterSave(type, { base, sent, current: form.getValues(), saved: saved.base }, mergeBodies)
    draft.remember(item)
    lost.current = null
    setProblem({ kind: 'none' })
    draft.setRestored(null)
    if (!next.adopted) return { origin: { item: origin.item, revision, base }, commit }
    draft.setOrigin(saved)
    draft.put(next.values)
    return { origin: saved, commit }
  }

  /** Resolves a save with a lost answer first, because the new text is based on it. Returns the result of the whole save when that fails. */
  async function afterLost(from: Origin): Promise<Origin | SaveOutcome> {
    const before = lost.current
    if (before?.revision !== from.revision || changedFields(type, before.sent, form.getValues()).length === 0)
      return from
    const entry = entryOf(type, id, before, timeZone)
    if (!entry) return from
    const outcome = await write(entry, () => make(before))
    if (outcome.kind === 'sent') return outcome.answer.origin
    // The new text is queued behind it.
    if (outcome.kind === 'queued') return { ...from, base: before.sent }
    if (isUnreachable(outcome.error)) return fail(outcome.error, before, form.getValues())
    // The server refuses the repeated request, so the first one was not carried out.
    lost.current = null
    return from
  }

  async function send(from: Origin): Promise<SaveOutcome> {
    const attempt = attemptOn(from)
    const entry = entryOf(type, id, attempt, timeZone)
    if (!entry) return 'saved'
    const outcome = await write(entry, () => make(attempt))
    if (outcome.kind === 'failed') return fail(outcome.error, attempt, attempt.sent)
    if (outcome.kind === 'queued') {
      draft.stand({ item: from.item, revision: from.revision, base: attempt.sent })
      setProblem({ kind: 'queued' })
      return 'queued'
    }
    showUndoable(words.saved, outcome.answer.commit, () => refreshType(queries, type), draft.undoing)
    return 'saved'
  }

  /** A save that could be neither sent nor queued stays unsaved here. */
  async function fail(error: unknown, attempt: Attempt, sent: DraftValues): Promise<SaveOutcome> {
    lost.current = isUnreachable(error) ? attempt : null
    await takeRefusal(error, sent)
    return 'failed'
  }

  async function takeRefusal(error: unknown, sent: DraftValues) {
    const message = reasonOf(error)
    if (message === null && !isUnreachable(error)) console.error(error)
    const answer = conflictIn(error)
    if (answer) {
      const { mergeBodies } = await import('#domain/markdown/merge-bodies.ts')
      const conflict = itemConflict(type, answer, timeZone, mergeBodies)
      setProblem({ kind: 'conflict', conflict, choices: noChoices, sent })
      return
    }
    const gone = refusalOf(error)?.status === 404
    const left = putIssues(form, type, error, words.fields)
    if (gone) setProblem({ kind: 'deleted', type })
    else if (message === null) setProblem({ kind: 'offline' })
    else setProblem(left ? { kind: 'refused', message: withWayOut(message, error) } : { kind: 'none' })
    const description = gone ? deleted : (message ?? words.noAnswer)
    void showToast({ title: words.failed, description, variant: 'destructive' })
  }

  function conflictIsCurrent(): boolean {
    flush()
    if (problem.kind !== 'conflict' || changedFields(type, problem.sent, form.getValues()).length === 0) return true
    void save()
    return false
  }

  return {
    saving,
    save: () => save(),
    conflictIsCurrent,
    async solve() {
      // Another tab may have changed the text meanwhile.
      if (problem.kind !== 'conflict' || !conflictIsCurrent()) return 'failed'
      const { conflict, choices } = problem
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

/** Converts a save to an entry of the queue; null when it changes nothing. */
function entryOf(
  type: ContentType,
  item: number,
  { key, revision, base, sent, exact }: Attempt,
  timeZone: string,
): Pick<Outgoing, 'key' | 'title' | 'work'> | null {
  const patch = patchOf(type, base, sent, timeZone, exact)
  const from = patchOf(type, sent, base, timeZone, exact) ?? {}
  return patch && { key, title: sent.title, work: { kind: 'save', type, item, revision, patch, from } }
}

/** The state of an editing session after a save. */
interface AfterSave {
  base: DraftValues
  values: DraftValues
  /** Whether `base` is the saved version, so that its revision is the new one. */
  adopted: boolean
}

/**
 * Combines the answer of a save (`saved`) with text that was typed during the call. The save may have merged changes of others: then the new text is merged on top.
 * When that conflicts, the text stays based on the older version, and the next save shows the conflict (rulings, section 4).
 */
export function afterSave(
  type: ContentType,
  { base, sent, current, saved }: { base: DraftValues; sent: DraftValues; current: DraftValues; saved: DraftValues },
  mergeBodies: MergeText,
): AfterSave {
  if (changedFields(type, sent, current).length === 0) return { base: saved, values: saved, adopted: true }
  if (changedFields(type, sent, saved).length === 0) return { base: saved, values: current, adopted: true }
  const merge = mergeDraft(type, { revision: '', base: sent, theirs: saved, yours: current }, mergeBodies)
  if (isMerged(merge)) return { base: saved, values: merge.merged, adopted: true }
  return { base, values: current, adopted: false }
}
