import { useState } from 'react'
import type { FieldPath, FieldValues } from 'react-hook-form'
import type { FileKind } from '#domain/document/document-kinds.ts'
import { sameValue } from '#domain/item/merge-fields.ts'
import { issuesOf, reasonOf } from '../../api/refusal.ts'
import { showToast } from '../../ui/show-toast.ts'
import type { FileCreation, FileSave } from '../offline/queue/outgoing.ts'
import { withWayOut } from '../shell/on-the-server.ts'
import { unreachable } from '../shell/sign-in-rules.ts'
import { conflictIn, solvedValues, type Version } from './conflict/conflict.ts'
import { fileConflict } from './conflict/file-conflict.ts'
import { noChoices } from './conflict/merge-places.ts'
import type { SaveOutcome } from './draft.ts'
import { type FileAnswers, fileDocument, sendFile } from './file-documents.ts'
import type { FileDraft, FileDraftOptions, FileForm, FileVersion } from './file-draft.ts'
import { useWrite } from './use-write.ts'
import { isUnreachable } from './write.ts'

/** Saves the form of a file, based on its base: sent at once, or queued in this browser. `onDone` is called after either. */
export function useFileSaving<Values extends FieldValues>(
  { form, base, problem, setProblem, show, takeSaved, versionFrom }: FileForm<Values>,
  options: FileDraftOptions<Values>,
  onDone: () => void,
): Pick<FileDraft<Values>, 'saving' | 'save' | 'solve'> {
  const { stored, loaded, flush, fileOf, onProgress, onSolve, failed = 'Update failed' } = options
  const [saving, setSaving] = useState(false)
  const { keyOf, write } = useWrite()

  /** The write of these values; null without a difference. */
  function workOf(sent: Values, from: FileVersion<Values>): FileSave | FileCreation | null {
    const { kind, item, document } = stored
    const file = fileOf?.(String(sent.file ?? ''))
    if (kind === 'downloads' && !loaded) return file ? { kind: 'create', type: kind, fields: sent, file } : null
    const names = Object.keys(sent).filter((name) => !sameValue(sent[name], from.values[name]))
    if (names.length === 0) return null
    const only = (values: Values) => Object.fromEntries(names.map((name) => [name, values[name]]))
    return {
      kind: 'save',
      type: kind,
      item: kind === 'downloads' ? Number(document) : document,
      form: item,
      revision: from.revision ?? '',
      patch: only(sent),
      from: only(from.values),
      file: 'file' in only(sent) ? file : undefined,
    }
  }

  async function saveOn(from: FileVersion<Values>): Promise<SaveOutcome> {
    if (saving) return 'failed'
    flush?.()
    if (!(await form.trigger(undefined, { shouldFocus: true }))) return 'failed'
    const sent = structuredClone(form.getValues())
    const work = workOf(sent, from)
    if (!work) {
      setProblem({ kind: 'none' })
      void showToast({ title: 'Nothing to save', description: 'Everything is saved already.' })
      return 'saved'
    }
    const key = keyOf(work)
    const title = String(sent.title || stored.title)
    setSaving(true)
    try {
      const outcome = await write({ key, title, work }, () => sendFile(work, { key, onProgress }))
      if (outcome.kind === 'failed') await refuse(outcome.error)
      else if (outcome.kind === 'sent') takeSent(outcome.answer, sent)
      else takeQueued(from, sent)
      return outcomeWords[outcome.kind]
    } finally {
      setSaving(false)
    }
  }

  function takeSent(answer: FileAnswers[FileKind], sent: Values) {
    takeSaved(versionFrom(answer), sent)
    setProblem({ kind: 'none' })
    onDone()
    options.onAnswer?.(answer)
    options.onSaved(answer)
  }

  function takeQueued({ revision }: FileVersion<Values>, sent: Values) {
    takeSaved({ values: sent, revision }, sent)
    setProblem({ kind: 'queued' })
    onDone()
    options.onQueued?.()
  }

  async function refuse(error: unknown): Promise<void> {
    const answer = conflictIn(error)
    if (answer) {
      const { mergeBodies } = await import('#domain/markdown/merge-bodies.ts')
      const conflict = fileConflict(answer, fileDocument(stored.kind).labels, mergeBodies)
      return setProblem({ kind: 'conflict', conflict, choices: noChoices })
    }
    const message = reasonOf(error)
    if (message === null && !isUnreachable(error)) console.error(error)
    for (const [index, { path, message }] of issuesOf(error).entries()) {
      const field = (path || 'root') as FieldPath<Values>
      form.setError(field, { type: 'server', message }, { shouldFocus: index === 0 })
    }
    setProblem(message === null ? { kind: 'offline' } : { kind: 'refused', message: withWayOut(message, error) })
    void showToast({ title: failed, description: message ?? unreachable, variant: 'destructive' })
  }

  return {
    saving,
    save: () => saveOn(base),
    async solve() {
      if (problem.kind !== 'conflict') return 'failed'
      const { conflict, choices } = problem
      const valuesIn = (version: Version) => valuesOf(version, options)
      const theirs = { values: { ...base.values, ...valuesIn(conflict.theirs) }, revision: conflict.revision }
      const others = onSolve?.(conflict, choices)
      show(theirs, { ...theirs.values, ...valuesIn(solvedValues(conflict, choices)), ...others })
      return saveOn(theirs)
    },
  }
}

const outcomeWords = { sent: 'saved', queued: 'queued', failed: 'failed' } as const

/** The values of a form in a version of its document. */
export function valuesOf<Values extends FieldValues>(
  version: Version,
  { stored, names }: Pick<FileDraftOptions<Values>, 'stored' | 'names'>,
): Partial<Values> {
  const all = fileDocument(stored.kind).valuesOf(version)
  const own = names ? Object.entries(all).filter(([name]) => names.includes(name)) : Object.entries(all)
  return Object.fromEntries(own) as Partial<Values>
}
