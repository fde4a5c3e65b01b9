import { useState } from 'react'
import { sameValue } from '#domain/merge-fields.ts'
import { type AdminItem, updateItem } from '../../api/admin-content.ts'
import { reasonOf, refusalOf } from '../../api/request.ts'
import { showToast } from '../../ui/show-toast.ts'
import { useLocal } from '../local/local-provider.tsx'
import { useSendLater } from '../local/queue/use-send-later.ts'
import { withWayOut } from '../shell/on-the-server.ts'
import { afterSave } from './after-save.ts'
import { conflictDraft, isConflictAnswer, noChoices, solvedValues } from './conflict/conflict-draft.ts'
import { changedFields, type DraftValues, fieldsOf, patchOf } from './draft-values.ts'
import { withPrimaryKeyword } from './primary-keyword.ts'
import { putIssues } from './put-issues.ts'
import { deleted, unreachable } from './save-trouble.ts'
import { useAttemptKey } from './use-attempt-key.ts'
import type { DraftForm, Origin } from './use-draft-form.ts'

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
  const { type, id, timeZone, form, origin, trouble, setTrouble } = draft
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
    const sent = structuredClone(form.getValues())
    const base = pictures.settled(from.base)
    const patch = patchOf(type, base, sent, timeZone)
    const key = keyOf([patch, from.revision])
    if (!patch) {
      setTrouble({ kind: 'none' })
      void showToast({ title: 'Nothing to save', description: 'Everything is saved already.' })
      return true
    }
    const began = patchOf(type, sent, base, timeZone) ?? {}
    const work = { kind: 'save', type, item: id, revision: from.revision, patch, from: began } as const
    setSaving(true)
    try {
      inTurn(work)
      take(base, sent, (await updateItem(type, id, { patch, revision: from.revision, key })) as AdminItem)
      return true
    } catch (error) {
      if (await sendLater(error, { key, title: sent.title, work })) {
        draft.setOrigin({ item: from.item, revision: from.revision, base: sent })
        setTrouble({ kind: 'queued' })
        draft.setRestored(null)
      } else await takeRefusal(error, sent)
      return false
    } finally {
      setSaving(false)
    }
  }

  /** Goes on with the item that is in the commit; what was typed meanwhile stays. */
  function take(base: DraftValues, sent: DraftValues, item: AdminItem) {
    const saved = draft.originOf(item)
    flush()
    const next = afterSave(type, { base, sent, current: form.getValues(), saved: saved.base })
    draft.remember(item)
    if (next.adopted) {
      draft.setOrigin(saved)
      draft.put(next.values)
    }
    setTrouble({ kind: 'none' })
    draft.setRestored(null)
    void showToast(done)
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

  return {
    saving,
    save: () => save(),
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
      draft.setOrigin(onto)
      draft.put(solved)
      return save(onto)
    },
  }
}
