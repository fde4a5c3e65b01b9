import { zodResolver } from '@hookform/resolvers/zod'
import { useRef, useState } from 'react'
import { type UseFormReturn, useForm } from 'react-hook-form'
import { updateItem } from '../../api/admin-content.ts'
import { reasonOf } from '../../api/request.ts'
import { showToast } from '../../ui/show-toast.ts'
import type { DraftValues } from '../draft-editor/draft-values.ts'
import { withPrimaryKeyword } from '../draft-editor/primary-keyword.ts'
import { putIssues } from '../draft-editor/put-issues.ts'
import { type SaveTrouble, unreachable } from '../draft-editor/save-trouble.ts'
import { useAttemptKey } from '../draft-editor/use-attempt-key.ts'
import { useDirty } from '../draft-editor/use-dirty.ts'
import { useSettledPictures } from '../draft-editor/use-settled-pictures.ts'
import { useLocal } from '../local/local-provider.tsx'
import { createOnce, withoutRefused } from '../local/queue/create-once.ts'
import type { QueuedCreation, Work } from '../local/queue/outgoing.ts'
import { takenBackWith } from '../local/queue/queue-rules.ts'
import { useSendLater } from '../local/queue/use-send-later.ts'
import { withWayOut } from '../shell/on-the-server.ts'
import { changesOfCreated, createdItem, type SaveAs } from './created-item.ts'
import { creatorRules, draftOfCreatorRules } from './creator-rules.ts'
import type { CreatedType, CreatorEdit } from './creator-state.ts'

/** How a save ended that was not refused: in a commit, or in the queue of this device, where more can be put behind it. */
type SavedNew = { kind: 'saved' } | { kind: 'kept'; created: QueuedCreation }

export interface NewItem {
  form: UseFormReturn<DraftValues>
  /** Whether anything differs from what was prepared. */
  dirty: boolean
  saving: SaveAs | null
  /** As what it was to be saved last. */
  wanted(): SaveAs
  trouble: SaveTrouble
  /** Creates the item; null when it could not be. What was typed stays whatever happens. */
  save(as: SaveAs): Promise<SavedNew | null>
}

/**
 * The editing state of an item that does not exist yet. One that waits to be created already is changed behind its creation, so that it comes to be once.
 * `flush` writes what an editor still holds back into the form; `draft` is the name that this browser keeps it under; `onTries` is told what is to be kept
 * with it.
 */
export function useNewItem(
  type: CreatedType,
  { base, values, created, instead }: Extract<CreatorEdit, { kind: 'new' }>,
  {
    flush,
    draft,
    onTries,
  }: { flush: () => void; draft: string | null; onTries: (instead: ReadonlyArray<QueuedCreation>) => void },
): NewItem {
  const { outbox, pictures } = useLocal()
  const [saving, setSaving] = useState<SaveAs | null>(null)
  const [trouble, setTrouble] = useState<SaveTrouble>({ kind: created ? 'queued' : 'none' })
  const wanted = useRef<SaveAs>('published')
  const keyOf = useAttemptKey(draft)
  const { sendLater, inTurn } = useSendLater()
  const form = useForm<DraftValues>({
    defaultValues: values,
    shouldFocusError: true,
    resolver: (...asked) =>
      zodResolver(wanted.current === 'draft' ? draftOfCreatorRules(type, base) : creatorRules(type, base))(...asked),
  })
  const dirty = useDirty(form, type, base)

  const settle = useSettledPictures({ type, form, flush, base })

  /** What was sent of it before and is not in the queue any more may have been made unseen. */
  const earlier = [...(instead ?? []), ...(created ? [created] : [])]

  /** What is to be sent: a new item, or changes of the one that was put into the queue before. */
  function workFor(as: SaveAs): { work: Work | null; created: Record<string, unknown> } {
    const fields: Record<string, unknown> = { ...createdItem(type, form.getValues(), as) }
    const made = created ? outbox.madeOf(created.key) : null
    const waits = created && outbox.entries().some(({ key }) => key === created.key)
    if (!created || !(waits || made?.kind === 'item')) {
      if (earlier.length === 0) return { work: { kind: 'create', type, fields }, created: fields }
      // The date of what may become a change must be the same however often it is sent.
      const dated = 'publishedAt' in fields ? fields : { ...fields, publishedAt: new Date().toISOString() }
      return { work: { kind: 'create', type, fields: dated, instead: earlier }, created: dated }
    }
    const changes = changesOfCreated(pictures.settled(created.fields), fields, new Date())
    const [item, revision] = made?.kind === 'item' ? [made.id, made.revision] : [created.key, '']
    const work = changes && { kind: 'save' as const, type, item, revision, ...changes }
    return { work, created: fields }
  }

  /** A creation that was refused is put right where it stands, with what waited behind it. True when that was done. */
  async function putRight(fields: Record<string, unknown>): Promise<boolean> {
    const queue = outbox.entries()
    const entry = queue.find(({ key }) => key === created?.key)
    if (entry?.state.kind !== 'refused' || entry.work.kind !== 'create') return false
    const behind = takenBackWith(queue, entry).filter((one) => one !== entry)
    const ids = behind.map(({ id }) => id)
    await outbox.again(entry.id, { ...entry.work, fields }, entry.key, ids)
    return true
  }

  async function send(work: Work, key: string) {
    inTurn(work)
    if (work.kind === 'create') await createOnce(work, { key })
    else if (work.kind === 'save' && typeof work.item === 'number')
      await updateItem(type, work.item, { patch: work.patch, revision: work.revision, key })
  }

  async function save(as: SaveAs): Promise<SavedNew | null> {
    if (saving) return null
    flush()
    settle()
    wanted.current = as
    const tags = withPrimaryKeyword(form.getValues('tags'), form.getValues('primaryKeyword'))
    if (tags.length > form.getValues('tags').length) form.setValue('tags', tags)
    if (!(await form.trigger(undefined, { shouldFocus: true }))) return null
    const { work, created: fields } = workFor(as)
    if (created && (await putRight(fields))) {
      setTrouble({ kind: 'queued' })
      return { kind: 'kept', created: { key: created.key, fields } }
    }
    if (!work) {
      void showToast({ title: 'Nothing to save', description: 'Everything waits to be sent already.' })
      return null
    }
    const key = keyOf(work)
    const tries = work.kind === 'create' ? [...earlier, { key, fields }] : []
    setSaving(as)
    try {
      if (work.kind === 'create') onTries(tries)
      await send(work, key)
      setTrouble({ kind: 'none' })
      return { kind: 'saved' }
    } catch (error) {
      if (await sendLater(error, { key, title: form.getValues('title'), work })) {
        setTrouble({ kind: 'queued' })
        return { kind: 'kept', created: { key: work.kind === 'create' ? key : (created?.key ?? key), fields } }
      }
      if (work.kind === 'create') onTries(withoutRefused(tries, key, error))
      const message = reasonOf(error)
      console.error(error)
      const left = putIssues(form, type, error)
      if (message === null) setTrouble({ kind: 'offline' })
      else setTrouble(left ? { kind: 'refused', message: withWayOut(message, error) } : { kind: 'none' })
      void showToast({ title: 'Failed to create content', description: message ?? unreachable, variant: 'destructive' })
      return null
    } finally {
      setSaving(null)
    }
  }

  return { form, dirty, saving, wanted: () => wanted.current, trouble, save }
}
