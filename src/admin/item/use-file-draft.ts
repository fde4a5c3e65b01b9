import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect, useRef, useState } from 'react'
import { type DefaultValues, type FieldPath, type FieldValues, type UseFormReturn, useForm } from 'react-hook-form'
import type { z } from 'zod'
import { sameValue } from '#domain/item/merge-fields.ts'
import { issuesOf, reasonOf } from '../../api/refusal.ts'
import { showToast } from '../../ui/show-toast.ts'
import { useLocal } from '../offline/local-provider.tsx'
import { withWayOut } from '../shell/on-the-server.ts'
import { unreachable } from '../shell/sign-in-rules.ts'
import { useAttemptKey } from './attempt-key.ts'
import type { ComparedField } from './compare-dialog.tsx'
import { type Conflict, conflictIn, solvedValues, type Version } from './conflict/conflict.ts'
import { fileConflict } from './conflict/file-conflict.ts'
import { type Choices, noChoices } from './conflict/merge-places.ts'
import type { SaveOutcome } from './draft.ts'
import { isSaved, readableFile, type StoredFile } from './stored-file.ts'
import { isUnreachable } from './use-send-later.ts'
import { useStoredForm } from './use-stored-form.ts'

export type FileProblem =
  | { kind: 'none' }
  | { kind: 'refused'; message: string }
  | { kind: 'offline' }
  | { kind: 'conflict'; conflict: Conflict<Version>; choices: Choices }

/** A version of the edited file. */
export interface FileVersion<Values> {
  values: Values
  revision: string | null
  commit?: string | null | undefined
}

export interface FileDraftOptions<Values extends FieldValues> {
  loaded: FileVersion<Values>
  stored: StoredFile
  rules: z.ZodType
  /** Labels of the fields of the API on the screen. */
  labels: Readonly<Record<string, string>>
  flush?: () => void
  /** Sends the changed fields. */
  send: (patch: Partial<Values>, from: { revision: string | null; key: string }) => Promise<FileVersion<Values>>
  /** Converts a version in a conflict to form values. */
  fromServer: (version: Version) => Partial<Values>
  /** Called with the saved version. */
  onSaved: (version: FileVersion<Values>) => void
  /** Called with the decisions of a conflict, before they are saved. Returns the values of fields that versions do not have. */
  onSolve?: (conflict: Conflict<Version>, choices: Choices) => Partial<Values>
  /** Title of the toast after a failure. */
  failed?: string
}

/** The editing session of a file of the site or of a download. */
export interface FileDraft<Values extends FieldValues> {
  form: UseFormReturn<Values>
  dirty: boolean
  saving: boolean
  problem: FileProblem
  save(): Promise<SaveOutcome>
  /** Stores the decisions of the conflict dialog. */
  choose(choices: Choices): void
  /** Whether the conflict dialog is open. */
  reviewing: boolean
  review(open: boolean): void
  /** Saves the result of the conflict dialog on the version of the others. */
  solve(): Promise<SaveOutcome>
  /** Shows a newer version while nothing is unsaved. */
  adopt(version: FileVersion<Values>): void
  /** The stored draft of an earlier visit, until the person keeps or discards it; `moved`: the file has changed since. */
  restored: { at: number; moved: boolean } | null
  keepRestored(): void
  /** The fields in which the form differs from the file as it was loaded. */
  compared(): Array<ComparedField>
  /** Shows the file again; the toast has a way back. */
  discard(): Promise<void>
  /** Removes the stored draft. */
  forget(): Promise<void>
}

/**
 * The editing session of a file that is not an item: form, base, saving. A save sends only changes, with the revision that they are based on. Typed text is never
 * discarded without the person.
 */
export function useFileDraft<Values extends FieldValues>(options: FileDraftOptions<Values>): FileDraft<Values> {
  const { rules, flush, send, fromServer, onSolve, failed = 'Update failed' } = options
  const { loaded, stored, labels } = options
  const { drafts } = useLocal()
  const [earlier] = useState(() => readableFile(loaded.values, stored.draft))
  const [base, setBase] = useState<FileVersion<Values>>(() =>
    earlier ? { values: earlier.base, revision: earlier.revision || null } : loaded,
  )
  const [restored, setRestored] = useState(earlier)
  const [saving, setSaving] = useState(false)
  const [problem, setProblem] = useState<FileProblem>({ kind: 'none' })
  const [reviewing, review] = useState(false)
  const attemptKey = useAttemptKey()
  const form = useForm<Values>({
    defaultValues: base.values as DefaultValues<Values>,
    resolver: zodResolver(rules as never) as never,
    shouldFocusError: true,
  })
  const dirty = form.formState.isDirty
  const latest = useRef(base)
  latest.current = base

  // The form compares with its initial values, so the stored values are set after the first render.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once
  useEffect(() => {
    if (earlier) put(earlier.values, earlier.base)
    else void drafts.unsaved(stored.kind, stored.item, (draft) => isSaved(loaded.values, draft))
  }, [])

  const kept = useStoredForm<Values>({
    kind: stored.kind,
    item: stored.item,
    current() {
      const { values, revision } = latest.current
      if (sameValue(form.getValues(), values)) return null
      return { revision: revision ?? '', title: stored.title, base: values, values: form.getValues() }
    },
    subscribe: (changed) => form.subscribe({ formState: { values: true }, callback: changed }),
    flush: () => flush?.(),
    onOther(draft) {
      if (!draft) return put(latest.current.values, latest.current.values)
      setBase({ values: draft.base, revision: draft.revision || null })
      put(draft.values, draft.base)
    },
    restored: earlier,
  })
  // Removes the stored draft after a save.
  useEffect(() => {
    latest.current = base
    kept.storeNow()
  }, [base, kept.storeNow])

  /** Shows `values` in the form and compares them with `over`. */
  function put(values: Values, over: Values) {
    form.reset(over)
    for (const name of Object.keys(over) as Array<FieldPath<Values>>)
      if (!sameValue(values[name], over[name])) form.setValue(name, values[name], { shouldDirty: true })
  }

  /** Adopts the saved version; text typed since `sent` stays. */
  function takeSaved(version: FileVersion<Values>, sent: Values) {
    flush?.()
    const current = form.getValues()
    const typed = Object.entries(current).filter(([name, value]) => !sameValue(value, sent[name]))
    setBase(version)
    put({ ...version.values, ...Object.fromEntries(typed) }, version.values)
  }

  async function saveOn(from: FileVersion<Values>): Promise<SaveOutcome> {
    if (saving) return 'failed'
    flush?.()
    if (!(await form.trigger(undefined, { shouldFocus: true }))) return 'failed'
    const sent = structuredClone(form.getValues())
    const names = Object.keys(sent).filter((name) => !sameValue(sent[name], from.values[name]))
    if (names.length === 0) {
      setProblem({ kind: 'none' })
      void showToast({ title: 'Nothing to save', description: 'Everything is saved already.' })
      return 'saved'
    }
    const patch = Object.fromEntries(names.map((name) => [name, sent[name]])) as Partial<Values>
    setSaving(true)
    try {
      const version = await send(patch, { revision: from.revision, key: attemptKey.of([patch, from.revision]) })
      attemptKey.end()
      takeSaved(version, sent)
      // Not in an effect: the screen may close the form before the next render.
      latest.current = version
      kept.storeNow()
      setProblem({ kind: 'none' })
      setRestored(null)
      options.onSaved(version)
      return 'saved'
    } catch (error) {
      await refuse(error)
      return 'failed'
    } finally {
      setSaving(false)
    }
  }

  async function refuse(error: unknown): Promise<void> {
    const answer = conflictIn(error)
    if (answer) {
      const { mergeBodies } = await import('#domain/markdown/merge-bodies.ts')
      const conflict = fileConflict(answer, options.labels, mergeBodies)
      return setProblem({ kind: 'conflict', conflict, choices: noChoices })
    }
    const message = reasonOf(error)
    if (message === null && !isUnreachable(error)) console.error(error)
    for (const [index, { path, message: told }] of issuesOf(error).entries()) {
      const field = (path || 'root') as FieldPath<Values>
      form.setError(field, { type: 'server', message: told }, { shouldFocus: index === 0 })
    }
    setProblem(message === null ? { kind: 'offline' } : { kind: 'refused', message: withWayOut(message, error) })
    void showToast({ title: failed, description: message ?? unreachable, variant: 'destructive' })
  }

  // A general error disappears with the next edit.
  useEffect(() => form.subscribe({ formState: { values: true }, callback: () => form.clearErrors('root') }), [form])

  return {
    form,
    dirty,
    saving,
    problem,
    save: () => saveOn(base),
    choose: (choices) => setProblem((now) => (now.kind === 'conflict' ? { ...now, choices } : now)),
    reviewing,
    review,
    async solve() {
      if (problem.kind !== 'conflict') return 'failed'
      const { conflict, choices } = problem
      const theirs = { values: { ...base.values, ...fromServer(conflict.theirs) }, revision: conflict.revision }
      const others = onSolve?.(conflict, choices)
      setBase(theirs)
      put({ ...theirs.values, ...fromServer(solvedValues(conflict, choices)), ...others }, theirs.values)
      return saveOn(theirs)
    },
    adopt(version) {
      setBase(version)
      form.reset(version.values)
    },
    restored: restored && { at: restored.at, moved: restored.revision !== (loaded.revision ?? '') },
    keepRestored: () => setRestored(null),
    compared() {
      flush?.()
      const values = form.getValues()
      return Object.keys(values)
        .filter((name) => !sameValue(values[name], loaded.values[name]))
        .map((name) => {
          const [before, after] = [textOf(loaded.values[name]), textOf(values[name])]
          const isBody = name === 'content'
          return { label: isBody ? 'Text' : (labels[name] ?? name), before, after, isBody }
        })
    },
    forget: kept.discard,
    async discard() {
      flush?.()
      const before = { base, restored, values: structuredClone(form.getValues()) }
      await kept.discard()
      setRestored(null)
      setProblem({ kind: 'none' })
      setBase(loaded)
      form.reset(loaded.values)
      const undo = () => {
        setBase(before.base)
        setRestored(before.restored)
        put(before.values, before.base.values)
      }
      void showToast({
        title: 'Draft discarded',
        description: 'The form shows the file again.',
        action: { label: 'Undo', run: undo },
      })
    },
  }
}

/** A value of a form as text, for comparison word by word: one line for each entry of a list. */
function textOf(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (Array.isArray(value)) return value.map(textOf).join('\n')
  if (typeof value === 'object' && value !== null) return Object.values(value).map(textOf).join(' ')
  return String(value ?? '')
}
