import { useState } from 'react'
import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form'
import { newIdempotencyKey } from '../../api/admin-call.ts'
import { issuesOf, reasonOf, refusalOf } from '../../api/refusal.ts'
import { showToast } from '../../ui/show-toast.ts'
import { type Conflict, conflictIn, solvedValues } from '../documents/conflict/conflict.ts'
import { documentConflict } from '../documents/conflict/document-conflict.ts'
import { type Choices, noChoices } from '../documents/conflict/merge-places.ts'
import { changedNames } from '../documents/document-form.ts'
import type { Sent, Work } from '../documents/queue/outgoing.ts'
import { withWayOut } from '../shell/show-failure.ts'
import { deleted, type SaveProblem, tellNothing } from './save-problem.ts'
import type { Based, DocumentOptions, Saving } from './session.ts'
import { useWrite } from './use-write.ts'

/** The parts of a session that a save needs. */
interface SavedSession<Values extends FieldValues, From, Answer> {
  form: UseFormReturn<Values>
  problem: SaveProblem
  setProblem: (problem: SaveProblem) => void
  /** The version that the form is based on. */
  from: () => From
  /** Brings the form up to date before it is read. */
  sync: () => void
  /**
   * Called with the values that the queue has stored, and with null when they were refused, with
   * the answer. Resolves when the draft is stored accordingly.
   */
  onSending: (sent: Values | null, answer?: Sent) => unknown
  onSent: (answer: Answer, sent: Values) => unknown
  onQueued: (sent: Values, from: From) => unknown
  /** Bases the form on the version of the others, and shows the solved values. */
  solve: (conflict: Conflict<Values>, solved: Values, choices: Choices) => void
}

/**
 * Saves a form, the one way for every document: it is checked and appended to the queue, and what
 * becomes of it is shown.
 */
export function useSaving<Values extends FieldValues, From extends Based<Values>, Answer>(
  options: DocumentOptions<Values, From, Answer>,
  session: SavedSession<Values, From, Answer>,
): Saving {
  const { fields, words } = options
  const { form, problem, setProblem } = session
  const [saving, setSaving] = useState(false)
  const write = useWrite()

  async function save() {
    if (saving) return 'failed'
    session.sync()
    const from = session.from()
    if (!(await form.trigger(undefined, { shouldFocus: true }))) return 'failed'
    const sent = structuredClone(form.getValues())
    setSaving(true)
    try {
      const work = await options.workOf(sent, from)
      if (work) return await send(work, sent, from)
      setProblem({ kind: 'none' })
      const onNothing = options.onNothing ?? tellNothing
      onNothing()
      return 'saved'
    } catch (error) {
      await refuse(error, sent)
      return 'failed'
    } finally {
      setSaving(false)
    }
  }

  async function send(work: Work, sent: Values, from: From) {
    const key = options.keyOf?.(work) ?? newIdempotencyKey()
    const watch = {
      onStored: () => session.onSending(sent),
      onReturned: (answer: Sent) => session.onSending(null, answer),
      onProgress: options.onProgress,
    }
    const outcome = await write<Answer>({ title: options.titleOf(sent), work, key }, watch)
    if (outcome.kind === 'queued') {
      await session.onQueued(sent, from)
      setProblem({ kind: 'queued' })
      return 'queued'
    }
    setProblem({ kind: 'none' })
    await session.onSent(outcome.answer, sent)
    return 'saved'
  }

  async function refuse(error: unknown, sent: Values) {
    const answer = options.screen === null ? null : conflictIn(error)
    if (answer) {
      const { mergeBodies } = await import('#domain/markdown/merge-bodies.ts')
      const conflict = documentConflict(fields, answer, mergeBodies)
      return setProblem({ kind: 'conflict', conflict, choices: noChoices, sent })
    }
    if (!refusalOf(error)) console.error(error)
    const isGone = refusalOf(error)?.status === 404
    const description = reasonOf(error) ?? words.noAnswer
    const isLeft = showIssues(error, form, options.fieldOf)
    if (isGone && options.type) setProblem({ kind: 'deleted', type: options.type })
    else
      setProblem(
        isLeft ? { kind: 'refused', message: withWayOut(description, error) } : { kind: 'none' },
      )
    const text = isGone && options.type ? deleted : description
    void showToast({ title: words.failed, description: text, variant: 'destructive' })
  }

  function conflictIsCurrent() {
    session.sync()
    if (problem.kind !== 'conflict') return true
    if (changedNames(fields, problem.sent as Values, form.getValues()).length === 0) return true
    void save()
    return false
  }

  return {
    saving,
    save,
    conflictIsCurrent,
    async solve() {
      // Another tab may have changed the text meanwhile.
      if (problem.kind !== 'conflict' || !conflictIsCurrent()) return 'failed'
      const { choices } = problem
      const conflict = problem.conflict as Conflict<Values>
      session.solve(conflict, solvedValues(conflict, choices), choices)
      if (conflict.device === undefined) return save()
      setProblem({ kind: 'none' })
      return 'merged'
    },
  }
}

/** Shows the messages of the server at their fields; true when some have no visible field. */
function showIssues<Values extends FieldValues>(
  error: unknown,
  form: UseFormReturn<Values>,
  fieldOf: (path: string) => FieldPath<Values> | 'root' | null,
) {
  const issues = issuesOf(error)
  for (const [index, { path, message }] of issues.entries()) {
    const field = fieldOf(path)
    if (field === null) return true
    form.setError(field, { type: 'server', message }, { shouldFocus: index === 0 })
  }
  return issues.length === 0
}
