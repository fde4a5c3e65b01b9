import { zodResolver } from '@hookform/resolvers/zod'
import { useRef, useState } from 'react'
import { type UseFormReturn, useForm } from 'react-hook-form'
import { createItem } from '../../api/admin-content.ts'
import { reasonOf } from '../../api/request.ts'
import { showToast } from '../../ui/show-toast.ts'
import type { DraftValues } from '../draft-editor/draft-values.ts'
import { withPrimaryKeyword } from '../draft-editor/primary-keyword.ts'
import { putIssues } from '../draft-editor/put-issues.ts'
import { type SaveTrouble, unreachable } from '../draft-editor/save-trouble.ts'
import { useAttemptKey } from '../draft-editor/use-attempt-key.ts'
import { useDirty } from '../draft-editor/use-dirty.ts'
import { useSendLater } from '../local/queue/use-send-later.ts'
import { withWayOut } from '../shell/on-the-server.ts'
import { createdItem, type SaveAs } from './created-item.ts'
import { creatorRules, draftOfCreatorRules } from './creator-rules.ts'
import type { CreatedType, CreatorEdit } from './creator-state.ts'

export interface NewItem {
  form: UseFormReturn<DraftValues>
  /** Whether anything differs from what was prepared. */
  dirty: boolean
  saving: SaveAs | null
  /** As what it was to be saved last. */
  wanted(): SaveAs
  trouble: SaveTrouble
  /** Creates the item; true when it is in a commit, 'kept' when it waits on this device. What was typed stays whatever happens. */
  save(as: SaveAs): Promise<boolean | 'kept'>
}

/** The editing state of an item that does not exist yet. `flush` writes what an editor still holds back into the form. */
export function useNewItem(type: CreatedType, { base, values }: CreatorEdit, flush: () => void): NewItem {
  const [saving, setSaving] = useState<SaveAs | null>(null)
  const [trouble, setTrouble] = useState<SaveTrouble>({ kind: 'none' })
  const wanted = useRef<SaveAs>('published')
  const keyOf = useAttemptKey()
  const sendLater = useSendLater()
  const form = useForm<DraftValues>({
    defaultValues: values,
    shouldFocusError: true,
    resolver: (...asked) =>
      zodResolver(wanted.current === 'draft' ? draftOfCreatorRules(type, base) : creatorRules(type, base))(...asked),
  })
  const dirty = useDirty(form, type, base)

  async function save(as: SaveAs): Promise<boolean | 'kept'> {
    if (saving) return false
    flush()
    wanted.current = as
    const tags = withPrimaryKeyword(form.getValues('tags'), form.getValues('primaryKeyword'))
    if (tags.length > form.getValues('tags').length) form.setValue('tags', tags)
    if (!(await form.trigger(undefined, { shouldFocus: true }))) return false
    const sent = createdItem(type, form.getValues(), as)
    const key = keyOf(sent)
    setSaving(as)
    try {
      await createItem(type, sent, { key })
      setTrouble({ kind: 'none' })
      return true
    } catch (error) {
      const work = { kind: 'create', type, fields: { ...sent } } as const
      if (await sendLater(error, { key, title: form.getValues('title'), work })) {
        setTrouble({ kind: 'queued' })
        return 'kept'
      }
      const message = reasonOf(error)
      console.error(error)
      const left = putIssues(form, type, error)
      if (message === null) setTrouble({ kind: 'offline' })
      else setTrouble(left ? { kind: 'refused', message: withWayOut(message, error) } : { kind: 'none' })
      void showToast({ title: 'Failed to create content', description: message ?? unreachable, variant: 'destructive' })
      return false
    } finally {
      setSaving(null)
    }
  }

  return { form, dirty, saving, wanted: () => wanted.current, trouble, save }
}
