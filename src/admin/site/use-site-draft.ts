import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect, useRef, useState } from 'react'
import { type DefaultValues, type FieldPath, type FieldValues, type UseFormReturn, useForm } from 'react-hook-form'
import type { z } from 'zod'
import { sameValue } from '#domain/item/merge-fields.ts'
import { issuesOf, reasonOf } from '../../api/request.ts'
import { showToast } from '../../ui/show-toast.ts'
import type { Choices } from '../item/conflict/merge-places.ts'
import { type SaveConflict, saveConflictIn, solvedValues } from '../item/conflict/save-conflict.ts'
import { showUndoable } from '../item/show-undoable.ts'
import { useAttemptKey } from '../item/use-attempt-key.ts'
import { withWayOut } from '../shell/on-the-server.ts'
import { unreachable } from '../shell/sign-in-rules.ts'

export type SiteTrouble =
  | { kind: 'none' }
  | { kind: 'refused'; message: string }
  | { kind: 'offline' }
  | { kind: 'conflict'; conflict: SaveConflict }

/** A version of what is edited. */
export interface Held<Values> {
  values: Values
  revision: string | null
  commit?: string | null | undefined
}

export interface SiteDraft<Values extends FieldValues> {
  form: UseFormReturn<Values>
  dirty: boolean
  saving: boolean
  trouble: SiteTrouble
  save(): Promise<void>
  solve(choices: Choices): Promise<void>
}

/**
 * The editing state of a file of the site: form, base and saving. A save sends only what was changed, with the revision that it started from; nothing typed is
 * given up. `fromServer` reads the versions of a conflict, `reload` brings what is saved now.
 */
export function useSiteDraft<Values extends FieldValues>(options: {
  loaded: Held<Values>
  rules: z.ZodType
  flush?: () => void
  send: (patch: Partial<Values>, from: { revision: string | null; key: string }) => Promise<Held<Values>>
  fromServer: (version: Record<string, unknown>) => Partial<Values>
  reload: () => Promise<Held<Values>>
}): SiteDraft<Values> {
  const { rules, flush, send, fromServer, reload } = options
  const [base, setBase] = useState(options.loaded)
  const [saving, setSaving] = useState(false)
  const [trouble, setTrouble] = useState<SiteTrouble>({ kind: 'none' })
  const keyOf = useAttemptKey()
  const form = useForm<Values>({
    defaultValues: base.values as DefaultValues<Values>,
    resolver: zodResolver(rules as never) as never,
    shouldFocusError: true,
  })
  const dirty = form.formState.isDirty
  const isDirty = useRef(dirty)
  isDirty.current = dirty

  /** Takes a saved version over; what was typed since `sent` stays. */
  function adopt(held: Held<Values>, sent: Values) {
    flush?.()
    const current = form.getValues()
    setBase(held)
    form.reset(held.values)
    for (const name of Object.keys(held.values) as Array<FieldPath<Values>>)
      if (!sameValue(current[name], sent[name])) form.setValue(name, current[name], { shouldDirty: true })
  }

  async function saveOn(from: Held<Values>): Promise<void> {
    if (saving) return
    flush?.()
    if (!(await form.trigger(undefined, { shouldFocus: true }))) return
    const sent = structuredClone(form.getValues())
    const names = Object.keys(sent).filter((name) => !sameValue(sent[name], from.values[name]))
    if (names.length === 0) {
      setTrouble({ kind: 'none' })
      void showToast({ title: 'Nothing to save', description: 'Everything is saved already.' })
      return
    }
    const patch = Object.fromEntries(names.map((name) => [name, sent[name]])) as Partial<Values>
    setSaving(true)
    try {
      const held = await send(patch, { revision: from.revision, key: keyOf([patch, from.revision]) })
      adopt(held, sent)
      setTrouble({ kind: 'none' })
      const undone = async () => {
        const before = await reload()
        if (!isDirty.current) adopt(before, form.getValues())
      }
      const message = { title: 'Content updated', description: 'The item has been successfully updated.' }
      showUndoable(message, held.commit, () => void undone())
    } catch (error) {
      refuse(error)
    } finally {
      setSaving(false)
    }
  }

  function refuse(error: unknown) {
    const conflict = saveConflictIn(error)
    if (conflict) return setTrouble({ kind: 'conflict', conflict })
    const message = reasonOf(error)
    if (message === null) console.error(error)
    for (const [index, { path, message: told }] of issuesOf(error).entries())
      form.setError(
        (path || 'root') as FieldPath<Values>,
        { type: 'server', message: told },
        { shouldFocus: index === 0 },
      )
    setTrouble(message === null ? { kind: 'offline' } : { kind: 'refused', message: withWayOut(message, error) })
    void showToast({ title: 'Update failed', description: message ?? unreachable, variant: 'destructive' })
  }

  // Errors of fields go with the next change of them.
  useEffect(() => form.subscribe({ formState: { values: true }, callback: () => form.clearErrors('root') }), [form])

  return {
    form,
    dirty,
    saving,
    trouble,
    save: () => saveOn(base),
    async solve(choices) {
      if (trouble.kind !== 'conflict') return
      const { conflict } = trouble
      const { mergeBodies } = await import('#domain/markdown/merge-bodies.ts')
      const theirs = { values: { ...base.values, ...fromServer(conflict.theirs) }, revision: conflict.revision }
      const solved = { ...theirs.values, ...fromServer(solvedValues(conflict, choices, mergeBodies)) }
      setBase(theirs)
      form.reset(theirs.values)
      for (const name of Object.keys(solved) as Array<FieldPath<Values>>)
        if (!sameValue(solved[name], theirs.values[name])) form.setValue(name, solved[name], { shouldDirty: true })
      await saveOn(theirs)
    },
  }
}
