import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect, useState } from 'react'
import { type DefaultValues, type FieldPath, type FieldValues, type UseFormReturn, useForm } from 'react-hook-form'
import type { z } from 'zod'
import { sameValue } from '#domain/item/merge-fields.ts'
import { adminCall } from '../../api/admin-call.ts'
import { newIdempotencyKey } from '../../api/admin-request.ts'
import { issuesOf, reasonOf } from '../../api/request.ts'
import { showToast } from '../../ui/show-toast.ts'
import type { ToastMessage } from '../../ui/toast-message.ts'
import { withWayOut } from '../shell/on-the-server.ts'
import { unreachable } from '../shell/sign-in-rules.ts'
import { useAttemptKey } from './attempt.ts'
import { type Conflict, conflictIn, solvedValues, type Version } from './conflict/conflict.ts'
import { fileConflict } from './conflict/file-conflict.ts'
import { type Choices, noChoices } from './conflict/merge-places.ts'
import type { SaveOutcome } from './use-draft-saving.ts'
import { isUnreachable } from './use-send-later.ts'

export type FileTrouble =
  | { kind: 'none' }
  | { kind: 'refused'; message: string }
  | { kind: 'offline' }
  | { kind: 'conflict'; conflict: Conflict<Version>; choices: Choices }

/** A version of what is edited. */
export interface Held<Values> {
  values: Values
  revision: string | null
  commit?: string | null | undefined
}

export interface FileDraftOptions<Values extends FieldValues> {
  loaded: Held<Values>
  rules: z.ZodType
  /** What the fields of the API are called on the screen. */
  labels: Readonly<Record<string, string>>
  flush?: () => void
  /** Writes the changed fields. */
  send: (patch: Partial<Values>, from: { revision: string | null; key: string }) => Promise<Held<Values>>
  /** What is sent besides the fields; undefined for nothing. */
  besides?: () => unknown
  /** Reads a version of a conflict. */
  fromServer: (version: Version) => Partial<Values>
  /** Told of what was saved. */
  onSaved: (held: Held<Values>) => void
  /** Told what was chosen in a conflict, before that is saved. */
  onSolve?: (conflict: Conflict<Version>, choices: Choices) => void
  /** Takes what the server says about something that is no field; false leaves it to the form. */
  onIssue?: (path: string, message: string) => boolean
  /** The title of the toast of a failure. */
  failed?: string
}

/** The editing state of a file of the site or of a download. */
export interface FileDraft<Values extends FieldValues> {
  form: UseFormReturn<Values>
  dirty: boolean
  saving: boolean
  trouble: FileTrouble
  save(): Promise<SaveOutcome>
  /** Keeps what was chosen in the conflict so far. */
  choose(choices: Choices): void
  /** Saves what was chosen on the version of the others. */
  solve(): Promise<SaveOutcome>
  /** Takes over what is saved now, while nothing is unsaved. */
  adopt(held: Held<Values>): void
}

/**
 * The editing state of what is no item: form, base and saving. A save sends only what was changed, with the revision that it started from; nothing typed is
 * given up.
 */
export function useFileDraft<Values extends FieldValues>(options: FileDraftOptions<Values>): FileDraft<Values> {
  const { rules, flush, send, besides, fromServer, onSolve, failed = 'Update failed' } = options
  const [base, setBase] = useState(options.loaded)
  const [saving, setSaving] = useState(false)
  const [trouble, setTrouble] = useState<FileTrouble>({ kind: 'none' })
  const keyOf = useAttemptKey()
  const form = useForm<Values>({
    defaultValues: base.values as DefaultValues<Values>,
    resolver: zodResolver(rules as never) as never,
    shouldFocusError: true,
  })
  const dirty = form.formState.isDirty

  /** Shows values over the version that they are compared with. */
  function put(values: Values, over: Values) {
    form.reset(over)
    for (const name of Object.keys(over) as Array<FieldPath<Values>>)
      if (!sameValue(values[name], over[name])) form.setValue(name, values[name], { shouldDirty: true })
  }

  /** Takes a saved version over; what was typed since `sent` stays. */
  function takeSaved(held: Held<Values>, sent: Values) {
    flush?.()
    const current = form.getValues()
    const typed = Object.entries(current).filter(([name, value]) => !sameValue(value, sent[name]))
    setBase(held)
    put({ ...held.values, ...Object.fromEntries(typed) }, held.values)
  }

  async function saveOn(from: Held<Values>): Promise<SaveOutcome> {
    if (saving) return 'failed'
    flush?.()
    if (!(await form.trigger(undefined, { shouldFocus: true }))) return 'failed'
    const sent = structuredClone(form.getValues())
    const more = besides?.()
    const names = Object.keys(sent).filter((name) => !sameValue(sent[name], from.values[name]))
    if (names.length === 0 && more === undefined) {
      setTrouble({ kind: 'none' })
      void showToast({ title: 'Nothing to save', description: 'Everything is saved already.' })
      return 'saved'
    }
    const patch = Object.fromEntries(names.map((name) => [name, sent[name]])) as Partial<Values>
    setSaving(true)
    try {
      const held = await send(patch, { revision: from.revision, key: keyOf([patch, more, from.revision]) })
      takeSaved(held, sent)
      setTrouble({ kind: 'none' })
      options.onSaved(held)
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
      return setTrouble({ kind: 'conflict', conflict, choices: noChoices })
    }
    const message = reasonOf(error)
    if (message === null && !isUnreachable(error)) console.error(error)
    for (const [index, { path, message: told }] of issuesOf(error).entries()) {
      if (options.onIssue?.(path, told)) continue
      const field = (path || 'root') as FieldPath<Values>
      form.setError(field, { type: 'server', message: told }, { shouldFocus: index === 0 })
    }
    setTrouble(message === null ? { kind: 'offline' } : { kind: 'refused', message: withWayOut(message, error) })
    void showToast({ title: failed, description: message ?? unreachable, variant: 'destructive' })
  }

  // Errors of fields go with the next change of them.
  useEffect(() => form.subscribe({ formState: { values: true }, callback: () => form.clearErrors('root') }), [form])

  return {
    form,
    dirty,
    saving,
    trouble,
    save: () => saveOn(base),
    choose: (choices) => setTrouble((now) => (now.kind === 'conflict' ? { ...now, choices } : now)),
    async solve() {
      if (trouble.kind !== 'conflict') return 'failed'
      const { conflict, choices } = trouble
      const theirs = { values: { ...base.values, ...fromServer(conflict.theirs) }, revision: conflict.revision }
      onSolve?.(conflict, choices)
      setBase(theirs)
      put({ ...theirs.values, ...fromServer(solvedValues(conflict, choices)) }, theirs.values)
      return saveOn(theirs)
    },
    adopt(held) {
      setBase(held)
      form.reset(held.values)
    },
  }
}

/** Shows that something was saved, with a button that takes it back. `after` hears when it is taken back. */
export function showUndoable(message: ToastMessage, commit: string | null | undefined, after: () => void): void {
  const undo = async () => {
    try {
      await adminCall('POST /api/undo', { body: { commit: commit ?? '' }, key: newIdempotencyKey() })
      after()
      void showToast({ title: 'Change undone', description: 'Everything is as it was before.' })
    } catch (error) {
      void showToast({ title: 'Undo failed', description: reasonOf(error) ?? unreachable, variant: 'destructive' })
    }
  }
  void showToast(commit ? { ...message, action: { label: 'Undo', run: undo } } : message)
}
