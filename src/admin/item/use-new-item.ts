import { zodResolver } from '@hookform/resolvers/zod'
import { useRef, useState } from 'react'
import { type UseFormReturn, useForm } from 'react-hook-form'
import type { ContentType } from '#domain/content.ts'
import { sameValue } from '#domain/item/merge-fields.ts'
import { adminCall } from '../../api/admin-call.ts'
import { updateItem } from '../../api/content-writes.ts'
import { RequestError, reasonOf } from '../../api/refusal.ts'
import { showToast } from '../../ui/show-toast.ts'
import { useLocal, useOutgoing } from '../offline/local-provider.tsx'
import type { ItemCreation, ItemSave, Made, Outgoing, QueuedCreation, SentItem } from '../offline/queue/outgoing.ts'
import { onto, takenBackWith } from '../offline/queue/queue-rules.ts'
import { withWayOut } from '../shell/on-the-server.ts'
import { createOnce, withoutRefused } from './create-once.ts'
import { changesOfCreated, type SaveAs } from './created-item.ts'
import type { NewItemState } from './creator-state.ts'
import type { DraftRules, SaveWords } from './draft.ts'
import { type DraftValues, fieldsOf, withPrimaryKeyword } from './draft-values.ts'
import { putIssues, type SaveProblem } from './save-problem.ts'
import { useDirty, useUploadedPictures } from './use-form-values.ts'
import { useWrite } from './use-write.ts'
import { isUnreachable } from './write.ts'

/** Result of a save that was not refused: committed, or queued in this browser, where later changes follow it. */
type SavedNew = { kind: 'saved'; id: number; commit: string | null } | { kind: 'kept'; created: QueuedCreation }

const changedOnSite =
  'This is on the site by now, and somebody has changed the same there. Open it from the list of all content, and put your words in there.'

export interface NewItem {
  form: UseFormReturn<DraftValues>
  /** Whether the values differ from the prepared ones. */
  dirty: boolean
  saving: SaveAs | null
  /** Whether it was last saved as a draft or published. */
  wanted(): SaveAs
  problem: SaveProblem
  /** Shows the values of another tab. */
  take(values: DraftValues): void
  /** Creates the item; null when that failed. Typed text stays in any case. */
  save(as: SaveAs): Promise<SavedNew | null>
}

/** Options of a screen that creates items; they must not change, except `draft`. */
export interface NewItemOptions {
  /** Passes buffered text of editors to the form. */
  flush: () => void
  /** Name of the stored draft; null for none. */
  draft: string | null
  /** Called with the attempts whose answer never came, to store them with the draft. */
  onTries: (instead: ReadonlyArray<QueuedCreation>) => void
  /** Builds the body of `POST /api/{type}`. */
  payload: (values: DraftValues, as: SaveAs) => Record<string, unknown>
  /** Validation rules; null leaves validation to the server. */
  rules: ((base: DraftValues, as: SaveAs) => ReturnType<DraftRules>) | null
  /** Messages about a failure. */
  words: Omit<SaveWords, 'saved'>
}

/** The editing session of a new item. When its creation is queued, later changes are queued behind it, so that only one item is created. */
export function useNewItem(
  type: ContentType,
  { base, values, created, instead }: NewItemState,
  { flush, draft, onTries, payload, rules, words }: NewItemOptions,
): NewItem {
  const { outbox, pictures } = useLocal()
  const queue = useOutgoing()
  const [saving, setSaving] = useState<SaveAs | null>(null)
  const [problem, setProblem] = useState<SaveProblem>({ kind: 'none' })
  const waits = created !== undefined && queue.some((entry) => isOf(entry, created, outbox.madeOf(created.key)))
  const wanted = useRef<SaveAs>('published')
  const { keyOf, write } = useWrite(draft)
  const form = useForm<DraftValues>({
    defaultValues: values,
    shouldFocusError: true,
    ...(rules && { resolver: (...asked) => zodResolver(rules(base, wanted.current))(...asked) }),
  })
  const dirty = useDirty(form, type, base)

  const putAddresses = useUploadedPictures({ type, form, flush, base })

  /** Earlier attempts that may have succeeded without an answer. */
  const earlier = [...(instead ?? []), ...(created ? [created] : [])]

  /** The work to send: a creation, or changes of the queued one. */
  function workFor(as: SaveAs): { work: ItemCreation | ItemSave | null; created: Record<string, unknown> } {
    const fields = payload(form.getValues(), as)
    const made = created ? outbox.madeOf(created.key) : null
    const waits = created && outbox.entries().some(({ key }) => key === created.key)
    if (!created || !(waits || made?.kind === 'item')) {
      if (earlier.length === 0) return { work: { kind: 'create', type, fields }, created: fields }
      // A fixed date, so that repeated sends are equal.
      const dated = 'publishedAt' in fields ? fields : { ...fields, publishedAt: new Date().toISOString() }
      return { work: { kind: 'create', type, fields: dated, instead: earlier }, created: dated }
    }
    const changes = changesOfCreated(pictures.withAddresses(created.fields), fields, new Date())
    const [item, revision] = made?.kind === 'item' ? [made.id, made.revision] : [created.key, '']
    const work = changes && { kind: 'save' as const, type, item, revision, ...changes }
    return { work, created: fields }
  }

  /** Replaces a refused creation in the queue, together with the entries behind it. True when there was one. */
  async function putRight(fields: Record<string, unknown>): Promise<boolean> {
    const queue = outbox.entries()
    const entry = queue.find(({ key }) => key === created?.key)
    if (entry?.state.kind !== 'refused' || entry.work.kind !== 'create') return false
    const behind = takenBackWith(queue, entry).filter((one) => one !== entry)
    const ids = behind.map(({ id }) => id)
    await outbox.again(entry.id, { ...entry.work, fields }, entry.key, ids)
    return true
  }

  /** Returns the id of the item and the commit, which is null when there was nothing to commit. */
  async function send(
    work: ItemCreation | ItemSave,
    key: string,
  ): Promise<Pick<Extract<SavedNew, { kind: 'saved' }>, 'id' | 'commit'>> {
    if (work.kind === 'create') return createOnce(work, { key })
    const id = Number(work.item)
    return { id, commit: await change(id, work, key) }
  }

  /** Changes an item that was created meanwhile and may have been changed by others; the base is the text that was sent before. */
  async function change(id: number, work: ItemSave, key: string): Promise<string | null> {
    const { mergeBodies } = await import('#domain/markdown/merge-bodies.ts')
    const item = (await adminCall(`GET /api/${type}/{id}`, { params: { id } })) as unknown as SentItem
    const entry: Outgoing = { id: 0, key, title: '', at: 0, work, state: { kind: 'waiting' } }
    const put = onto(entry, item, mergeBodies)
    if (put.state.kind === 'conflict') throw new RequestError(409, JSON.stringify({ message: changedOnSite }), '')
    if (put.work.kind !== 'save' || Object.keys(put.work.patch).length === 0) return null
    const { patch, revision } = put.work
    // Another revision makes another request, so it needs another key.
    return (await updateItem(type, id, { patch, revision, key: `${key}-${revision}` })).commit
  }

  async function save(as: SaveAs): Promise<SavedNew | null> {
    if (saving) return null
    flush()
    putAddresses()
    wanted.current = as
    const tags = withPrimaryKeyword(form.getValues('tags'), form.getValues('primaryKeyword'))
    if (tags.length > form.getValues('tags').length) form.setValue('tags', tags)
    if (!(await form.trigger(undefined, { shouldFocus: true }))) return null
    const { work, created: fields } = workFor(as)
    if (created && (await putRight(fields))) {
      setProblem({ kind: 'none' })
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
      const outcome = await write({ key, title: form.getValues('title'), work }, () => send(work, key))
      if (outcome.kind === 'failed') {
        if (work.kind === 'create') onTries(withoutRefused(tries, key, outcome.error))
        refuse(outcome.error)
        return null
      }
      setProblem({ kind: 'none' })
      if (outcome.kind === 'sent') return { kind: 'saved', ...outcome.answer }
      return { kind: 'kept', created: { key: work.kind === 'create' ? key : (created?.key ?? key), fields } }
    } finally {
      setSaving(null)
    }
  }

  function refuse(error: unknown) {
    const message = reasonOf(error)
    if (message === null && !isUnreachable(error)) console.error(error)
    const left = putIssues(form, type, error, words.fields)
    if (message === null) setProblem({ kind: 'offline' })
    else setProblem(left ? { kind: 'refused', message: withWayOut(message, error) } : { kind: 'none' })
    void showToast({ title: words.failed, description: message ?? words.noAnswer, variant: 'destructive' })
  }

  return {
    form,
    dirty,
    saving,
    wanted: () => wanted.current,
    problem: waits && problem.kind === 'none' ? { kind: 'queued' } : problem,
    take(values) {
      const current = form.getValues()
      for (const field of fieldsOf[type])
        if (!sameValue(current[field], values[field])) form.setValue(field, values[field] as never)
    },
    save,
  }
}

/** Whether an entry of the queue belongs to the item that was created under a key. */
function isOf(entry: Outgoing, { key }: QueuedCreation, made: Made['made'] | null): boolean {
  if (entry.key === key) return true
  const { work } = entry
  if (work.kind !== 'save') return false
  return work.item === key || (made?.kind === 'item' && work.type === made.type && work.item === made.id)
}
