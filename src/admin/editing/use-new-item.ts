import { zodResolver } from '@hookform/resolvers/zod'
import { type RefObject, useRef, useState } from 'react'
import { type UseFormReturn, useForm } from 'react-hook-form'
import type { ContentType } from '#domain/content.ts'
import { sameValue } from '#domain/item/merge-fields.ts'
import { loadItem } from '../../api/admin-content.ts'
import { RequestError, refusalOf } from '../../api/refusal.ts'
import { showToast } from '../../ui/show-toast.ts'
import type { ItemCreation, ItemSave, Made, Outgoing, QueuedCreation, SentItem } from '../documents/queue/outgoing.ts'
import { cancelledWith, onto } from '../documents/queue/queue-rules.ts'
import { useLocal, useOutgoing } from '../shell/local-provider.tsx'
import { changesOfCreated, type SaveAs } from './created-item.ts'
import type { NewItemState } from './creator-state.ts'
import type { DraftRules, SaveWords } from './draft.ts'
import { type DraftValues, fieldsOf } from './draft-values.ts'
import type { SaveProblem } from './save-problem.ts'
import { putKeywordIntoTags, useDirty, useUploadedPictures, visibleField } from './use-form-values.ts'
import { useSaving } from './use-saving.ts'

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
  /**
   * Earlier attempts to create it that may have succeeded: their answers were lost, or they were taken back
   * from the queue. The next creation asks for them first.
   */
  attempts: RefObject<ReadonlyArray<QueuedCreation>>
  /** Shows the state of another tab. */
  take(values: DraftValues, attempts?: ReadonlyArray<QueuedCreation>): void
  /** Creates the item; null when that failed. Typed text stays in any case. */
  save(as: SaveAs): Promise<SavedNew | null>
}

/** Options of a screen that creates items; they must not change. */
export interface NewItemOptions {
  /** Passes buffered text of editors to the form. */
  flush: () => void
  /**
   * Called when the queue has a creation, and with null when it was refused. Resolves when the draft is
   * stored accordingly.
   */
  onSending: (sent: QueuedCreation | null) => unknown
  /** Builds the body of `POST /api/{type}`. */
  payload: (values: DraftValues, as: SaveAs) => Record<string, unknown>
  /** Validation rules; null leaves validation to the server. */
  rules: ((base: DraftValues, as: SaveAs) => ReturnType<DraftRules>) | null
  /** Messages about a failure. */
  words: Omit<SaveWords, 'saved'>
}

/**
 * The editing session of a new item. When its creation is queued, later changes are queued behind it, so that
 * only one item is created.
 */
export function useNewItem(
  type: ContentType,
  { base, values, created, instead = [] }: NewItemState,
  { flush, onSending, payload, rules, words }: NewItemOptions,
): NewItem {
  const { outbox, pictures } = useLocal()
  const queue = useOutgoing()
  const [problem, setProblem] = useState<SaveProblem>({ kind: 'none' })
  const waits = created !== undefined && queue.some((entry) => isOf(entry, created, outbox.madeOf(created.key)))
  const wanted = useRef<SaveAs>('published')
  const attempts = useRef(instead)
  const form = useForm<DraftValues>({
    defaultValues: values,
    shouldFocusError: true,
    ...(rules && { resolver: (...asked) => zodResolver(rules(base, wanted.current))(...asked) }),
  })
  const dirty = useDirty(form, fieldsOf[type], base)

  const putAddresses = useUploadedPictures({ type, form, flush, base })

  /** The fields as they are sent; `behind` is the key of the creation that they change. */
  const sending = useRef<{ fields: Record<string, unknown>; behind: string | null }>({ fields: {}, behind: null })
  const result = useRef<SavedNew | null>(null)

  /**
   * The write of a save: a creation, or changes of the queued or created item. Null when the queue or the
   * item has them already.
   */
  async function workOf(): Promise<ItemCreation | ItemSave | null> {
    const fields = payload(form.getValues(), wanted.current)
    sending.current = { fields, behind: null }
    const made = created ? outbox.madeOf(created.key) : null
    if (created && (await putRight(created, fields))) {
      result.current = { kind: 'kept', created: { key: created.key, fields } }
      return null
    }
    const waits = created && outbox.entries().some(({ key }) => key === created.key)
    if (!created || !(waits || made?.kind === 'item')) {
      const earlier = [...attempts.current, ...(created ? [created] : [])]
      if (earlier.length === 0) return { kind: 'create', type, fields }
      // A fixed date, so that repeated sends are equal.
      const dated = 'publishedAt' in fields ? fields : { ...fields, publishedAt: new Date().toISOString() }
      sending.current.fields = dated
      return { kind: 'create', type, fields: dated, instead: earlier }
    }
    sending.current.behind = created.key
    const changes = changesOfCreated(pictures.withAddresses(created.fields), fields, new Date())
    if (!changes) {
      void showToast({ title: 'Nothing to save', description: 'Everything waits to be sent already.' })
      return null
    }
    if (made?.kind !== 'item') return { kind: 'save', type, item: created.key, revision: '', ...changes }
    return onCreated({ kind: 'save', type, item: made.id, revision: made.revision, ...changes })
  }

  /** Replaces a refused creation in the queue, together with the entries behind it. True when there was one. */
  async function putRight({ key }: QueuedCreation, fields: Record<string, unknown>): Promise<boolean> {
    const queue = outbox.entries()
    const entry = queue.find((one) => one.key === key)
    if (entry?.state.kind !== 'refused' || entry.work.kind !== 'create') return false
    const behind = cancelledWith(queue, entry).filter((one) => one !== entry)
    const ids = behind.map(({ id }) => id)
    await outbox.again(entry.id, { ...entry.work, fields }, entry.key, ids)
    return true
  }

  /**
   * Bases changes on the item that was created meanwhile, which others may have changed; null when it has
   * them. Throws when they have changed the same.
   */
  async function onCreated(work: ItemSave): Promise<ItemSave | null> {
    const { mergeBodies } = await import('#domain/markdown/merge-bodies.ts')
    const id = Number(work.item)
    const item = await loadItem(type, id).catch((error: unknown) => {
      if (refusalOf(error)) throw error
      return null
    })
    // Without a network it waits in the queue, and the server merges it.
    if (!item) return work
    const put = onto(
      { id: 0, key: '', title: '', at: 0, work, state: { kind: 'waiting' } },
      item as unknown as SentItem,
      mergeBodies,
    )
    if (put.state.kind === 'conflict') throw new RequestError(409, JSON.stringify({ message: changedOnSite }), '')
    const based = put.work as ItemSave
    if (Object.keys(based.patch).length > 0) return based
    result.current = { kind: 'saved', id, commit: null }
    return null
  }

  const creationOf = (key: string) => ({ key: sending.current.behind ?? key, fields: sending.current.fields })

  const { saving, save } = useSaving<DraftValues, null, { id: number; commit: string | null }>({
    form,
    problem,
    setProblem,
    from: null,
    sync() {
      flush()
      putAddresses()
      putKeywordIntoTags(type, form)
    },
    workOf,
    titleOf: ({ title }) => title,
    onSending(sent, key, answer) {
      const creation = creationOf(key)
      // A server that failed may have carried it out.
      if (answer?.kind === 'later' && creation.key === key) attempts.current = [...attempts.current, creation]
      return onSending(sent && creation)
    },
    onSent({ id, commit }) {
      result.current = { kind: 'saved', id, commit }
    },
    onQueued(_sent, _from, key) {
      result.current = { kind: 'kept', created: creationOf(key) }
    },
    fieldOf: (path) => visibleField(path, words.fields ?? fieldsOf[type]),
    words,
  })

  return {
    form,
    dirty,
    saving: saving ? wanted.current : null,
    wanted: () => wanted.current,
    problem: waits && problem.kind === 'none' ? { kind: 'queued' } : problem,
    attempts,
    take(values, others = []) {
      attempts.current = others
      const current = form.getValues()
      for (const field of fieldsOf[type])
        if (!sameValue(current[field], values[field])) form.setValue(field, values[field] as never)
    },
    async save(as) {
      if (saving) return null
      wanted.current = as
      result.current = null
      await save()
      return result.current
    },
  }
}

/** Whether an entry of the queue belongs to the item that was created under a key. */
function isOf(entry: Outgoing, { key }: QueuedCreation, made: Made['made'] | null): boolean {
  if (entry.key === key) return true
  const { work } = entry
  if (work.kind !== 'save') return false
  return work.item === key || (made?.kind === 'item' && work.type === made.type && work.item === made.id)
}
