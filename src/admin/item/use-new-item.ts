import { zodResolver } from '@hookform/resolvers/zod'
import { useRef, useState } from 'react'
import { type UseFormReturn, useForm } from 'react-hook-form'
import type { ContentType } from '#domain/content.ts'
import { sameValue } from '#domain/item/merge-fields.ts'
import { readItem, updateItem } from '../../api/admin-content.ts'
import { RequestError, reasonOf } from '../../api/request.ts'
import { showToast } from '../../ui/show-toast.ts'
import { useLocal, useOutgoing } from '../offline/local-provider.tsx'
import type { Made, Outgoing, QueuedCreation, SentItem, Work } from '../offline/queue/outgoing.ts'
import { onto, takenBackWith } from '../offline/queue/queue-rules.ts'
import { withWayOut } from '../shell/on-the-server.ts'
import { useAttemptKey } from './attempt.ts'
import { createOnce, withoutRefused } from './create-once.ts'
import { changesOfCreated, type SaveAs } from './created-item.ts'
import type { BegunItem } from './creator-state.ts'
import { type DraftValues, fieldsOf, withPrimaryKeyword } from './draft-values.ts'
import { putIssues, type SaveTrouble } from './save-trouble.ts'
import { type DraftRules, useDirty, useSettledPictures } from './use-draft-form.ts'
import type { SaveWords } from './use-draft-saving.ts'
import { isUnreachable, useSendLater } from './use-send-later.ts'

/** How a save ended that was not refused: in a commit, or in the queue of this device, where more can be put behind it. */
type SavedNew = { kind: 'saved' } | { kind: 'kept'; created: QueuedCreation }

const changedOnSite =
  'This is on the site by now, and somebody has changed the same there. Open it from the list of all content, and put your words in there.'

export interface NewItem {
  form: UseFormReturn<DraftValues>
  /** Whether anything differs from what was prepared. */
  dirty: boolean
  saving: SaveAs | null
  /** As what it was to be saved last. */
  wanted(): SaveAs
  trouble: SaveTrouble
  /** Shows what another tab has typed. */
  take(values: DraftValues): void
  /** Creates the item; null when it could not be. What was typed stays whatever happens. */
  save(as: SaveAs): Promise<SavedNew | null>
}

/** What a screen that makes items has of its own; the same for its life, but for `draft`. */
export interface NewItemOptions {
  /** Writes what an editor still holds back into the form. */
  flush: () => void
  /** The name that this browser keeps the item under; null for none. */
  draft: string | null
  /** Told what is to be kept with the draft: what was sent and may have been made unseen. */
  onTries: (instead: ReadonlyArray<QueuedCreation>) => void
  /** The body of `POST /api/{type}`. */
  payload: (values: DraftValues, as: SaveAs) => Record<string, unknown>
  /** What is checked before it is sent; null leaves that to the server. */
  rules: ((base: DraftValues, as: SaveAs) => ReturnType<DraftRules>) | null
  /** What is said of a failure. */
  words: Omit<SaveWords, 'saved'>
}

/** The editing state of an item that does not exist yet. One that waits to be created already is changed behind its creation, so that it comes to be once. */
export function useNewItem(
  type: ContentType,
  { base, values, created, instead }: BegunItem,
  { flush, draft, onTries, payload, rules, words }: NewItemOptions,
): NewItem {
  const { outbox, pictures } = useLocal()
  const queue = useOutgoing()
  const [saving, setSaving] = useState<SaveAs | null>(null)
  const [trouble, setTrouble] = useState<SaveTrouble>({ kind: 'none' })
  const waits = created !== undefined && queue.some((entry) => isOf(entry, created, outbox.madeOf(created.key)))
  const wanted = useRef<SaveAs>('published')
  const keyOf = useAttemptKey(draft)
  const { sendLater, inTurn } = useSendLater()
  const form = useForm<DraftValues>({
    defaultValues: values,
    shouldFocusError: true,
    ...(rules && { resolver: (...asked) => zodResolver(rules(base, wanted.current))(...asked) }),
  })
  const dirty = useDirty(form, type, base)

  const settle = useSettledPictures({ type, form, flush, base })

  /** What was sent of it before and is not in the queue any more may have been made unseen. */
  const earlier = [...(instead ?? []), ...(created ? [created] : [])]

  /** What is to be sent: a new item, or changes of the one that was put into the queue before. */
  function workFor(as: SaveAs): { work: Work | null; created: Record<string, unknown> } {
    const fields = payload(form.getValues(), as)
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
    else if (work.kind === 'save' && typeof work.item === 'number') await change(work.item, work, key)
  }

  /** Changes what was created by now, and may have been changed since: what is sent began from the text that was sent before. */
  async function change(id: number, work: Work, key: string) {
    const { mergeBodies } = await import('#domain/markdown/merge-bodies.ts')
    const item = (await readItem(type, id)) as unknown as SentItem
    const entry: Outgoing = { id: 0, key, title: '', at: 0, work, state: { kind: 'waiting' } }
    const put = onto(entry, item, mergeBodies)
    if (put.state.kind === 'conflict') throw new RequestError(409, JSON.stringify({ message: changedOnSite }), '')
    if (put.work.kind !== 'save' || Object.keys(put.work.patch).length === 0) return
    const { patch, revision } = put.work
    // The same text on another version is another request.
    await updateItem(type, id, { patch, revision, key: `${key}-${revision}` })
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
      setTrouble({ kind: 'none' })
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
        setTrouble({ kind: 'none' })
        return { kind: 'kept', created: { key: work.kind === 'create' ? key : (created?.key ?? key), fields } }
      }
      if (work.kind === 'create') onTries(withoutRefused(tries, key, error))
      const message = reasonOf(error)
      if (message === null && !isUnreachable(error)) console.error(error)
      const left = putIssues(form, type, error, words.fields)
      if (message === null) setTrouble({ kind: 'offline' })
      else setTrouble(left ? { kind: 'refused', message: withWayOut(message, error) } : { kind: 'none' })
      void showToast({ title: words.failed, description: message ?? words.noAnswer, variant: 'destructive' })
      return null
    } finally {
      setSaving(null)
    }
  }

  return {
    form,
    dirty,
    saving,
    wanted: () => wanted.current,
    trouble: waits && trouble.kind === 'none' ? { kind: 'queued' } : trouble,
    take(values) {
      const current = form.getValues()
      for (const field of fieldsOf[type])
        if (!sameValue(current[field], values[field])) form.setValue(field, values[field] as never)
    },
    save,
  }
}

/** Whether an entry of the queue is about what was created under a key, or will be. */
function isOf(entry: Outgoing, { key }: QueuedCreation, made: Made['made'] | null): boolean {
  if (entry.key === key) return true
  const { work } = entry
  if (work.kind !== 'save') return false
  return work.item === key || (made?.kind === 'item' && work.type === made.type && work.item === made.id)
}
