import { useRef, useState } from 'react'
import type { ContentType } from '#domain/content.ts'
import { newIdempotencyKey } from '../../api/admin-call.ts'
import { loadItem } from '../../api/admin-content.ts'
import { RequestError, refusalOf } from '../../api/refusal.ts'
import { serverNow } from '../../api/server-clock.ts'
import { showToast } from '../../ui/show-toast.ts'
import { changesOfCreated } from '../documents/created-changes.ts'
import { type DraftValues, fieldsOf } from '../documents/draft-values.ts'
import { itemForm } from '../documents/item-form.ts'
import type {
  EarlierAttempt,
  ItemCreation,
  ItemSave,
  Made,
  Outgoing,
  QueuedCreation,
  Sent,
  SentItem,
  Work,
} from '../documents/queue/outgoing.ts'
import { onto } from '../documents/queue/queue-rules.ts'
import type { StoredDraft } from '../documents/stored-draft.ts'
import { useLocal } from '../shell/local-provider.tsx'
import { useSiteFacts } from '../shell/site-facts.ts'
import type { SaveAs } from './created-item.ts'
import type { NewItemState } from './creator-state.ts'
import { attemptsIn, createKind } from './dialog-drafts.ts'
import type { Based, Session } from './session.ts'
import { useDocument } from './use-document.ts'
import type { DraftRules, SaveWords } from './use-draft.ts'
import { putKeywordIntoTags, visibleField } from './use-form-values.ts'

const changedOnSite =
  'This is on the site by now, and somebody has changed the same there. Open it from the list of all content, and put your words in there.'

/** What a new item is compared with: the prepared values, or those that the queue has. */
interface NewOrigin extends Based<DraftValues> {
  created?: QueuedCreation | undefined
  instead: ReadonlyArray<EarlierAttempt>
}

/** The commit of a created item. */
interface Created {
  id: number
  commit: string | null
}

/** What differs between screens that create items. */
export interface NewItemOptions {
  /** Passes buffered text of editors to the form. */
  flush: () => void
  /** The stored draft of the create dialog. */
  restored?: StoredDraft<DraftValues> | null
  /** Stores the form, in a screen that stores more with it. */
  storeNow?: () => Promise<void>
  /** Called with the created item. */
  onSaved: (created: Created) => void
  /** Called when it waits in the queue. */
  onQueued: () => void
  /** Builds the body of `POST /api/{type}`. */
  payload: (values: DraftValues, as: SaveAs) => Record<string, unknown>
  /** Validation rules; null leaves validation to the server. Must not change. */
  rules: ((base: DraftValues, as: SaveAs) => ReturnType<DraftRules>) | null
  /** Messages about a failure. */
  words: Omit<SaveWords, 'saved'>
}

/**
 * The editing session of a new item: a document whose local name is the key of its creation. When
 * that is queued, later changes are queued behind it, so that only one item is created.
 */
export function useNewItem(
  type: ContentType,
  { base, values, created, instead = [] }: NewItemState,
  { flush, restored = null, storeNow, onSaved, onQueued, payload, rules, words }: NewItemOptions,
) {
  const wanted = useRef<SaveAs>('published')
  const [start] = useState<NewOrigin>(() => ({ revision: '', base, created, instead }))
  const { timeZone } = useSiteFacts()
  const { outbox } = useLocal()
  const writes = useNewItemWrites(type)
  const session: Session<DraftValues, NewOrigin> = useDocument<DraftValues, NewOrigin, Created>({
    fields: itemForm(type, timeZone),
    rules: rules && (() => rules(base, wanted.current)),
    values,
    stored: storeNow ? null : { kind: createKind, item: type },
    ...(storeNow && { storeNow }),
    attempt: {
      of: attemptsOf,
      in: (stored) => ({ created: undefined, instead: attemptsIn(stored) }),
    },
    restored,
    start,
    isQueued: outbox.entries().some((entry) => writes.concerns(entry, start)),
    concerns: writes.concerns,
    flush,
    tidy: (form) => putKeywordIntoTags(type, form),
    // Nothing is shown of it any more: another screen has the item.
    originOf: () => ({ ...session.latest(), base: read() }),
    file: () => ({ revision: '', base, instead: [] }),
    workOf: (sent, from) => writes.workOf(payload(sent, wanted.current), from),
    keyOf: writes.keyOf,
    titleOf: ({ title }) => title || 'Without a title',
    onNothing: () =>
      void showToast({
        title: 'Nothing to save',
        description: 'Everything waits to be sent already.',
      }),
    onSending(sent, answer) {
      const origin = writes.originAfter(sent, answer)
      if (origin) session.setOrigin(origin)
    },
    onSaved,
    onQueued,
    fieldOf: (path) => visibleField(path, words.fields ?? fieldsOf[type]),
    words,
    screen: null,
  })
  const { document, origin, setOrigin, put } = session
  const read = () => structuredClone(document.form.getValues())

  return {
    ...document,
    /** Whether it was last saved as a draft or published. */
    wanted: () => wanted.current,
    /** Its creation that the queue has or had. */
    created: origin.created,
    /**
     * Earlier attempts to create it that may have succeeded; the next creation asks for them first.
     */
    instead: origin.instead,
    /** The whole state, to be stored by the screen. */
    state(): NewItemState {
      const { base, created, instead } = session.latest()
      return {
        base,
        values: read(),
        ...(created && { created }),
        instead,
      }
    },
    /** Shows the state of another tab. */
    take({ base, values, created, instead = [] }: NewItemState) {
      setOrigin({ revision: '', base, created, instead })
      put(values)
    },
    /** Creates the item. Typed text stays in any case. */
    save(as: SaveAs) {
      wanted.current = as
      return document.save()
    },
  }
}

/** The writes of a new item: its creation, and changes of the item that is queued or created. */
function useNewItemWrites(type: ContentType) {
  const { outbox, pictures } = useLocal()
  /** The creation that a save makes or changes, and the origin of that save. */
  const sending = useRef<{ creation: QueuedCreation; from: NewOrigin; isCreating: boolean } | null>(
    null,
  )

  return {
    concerns: (entry: Outgoing, { created }: NewOrigin) =>
      created !== undefined && isOf(entry, created, outbox.madeOf(created.key)),
    /**
     * The write of these fields: a creation, or the changes; null when the queue or the item has
     * them already.
     */
    workOf(
      fields: QueuedCreation['fields'],
      from: NewOrigin,
    ): Promise<ItemSave | null> | ItemCreation {
      const { created } = from
      const made = created ? outbox.madeOf(created.key) : null
      const entry = outbox.entries().find(({ key }) => key === created?.key)
      if (created && (entry?.state.kind === 'waiting' || made?.kind === 'item')) {
        sending.current = { creation: { key: created.key, fields }, from, isCreating: false }
        return changeOf(type, pictures.withAddresses(created), made, fields)
      }
      const earlier = attemptsOf(from)
      // A fixed date, so that repeated sends are equal.
      if (earlier.length > 0 && !('publishedAt' in fields))
        fields.publishedAt = serverNow().toISOString()
      // A refused creation is replaced under its key.
      sending.current = {
        creation: { key: entry?.key ?? newIdempotencyKey(), fields },
        from,
        isCreating: true,
      }
      return { kind: 'create', type, fields, ...(earlier.length > 0 && { instead: earlier }) }
    },
    keyOf: ({ kind }: Work) =>
      (kind === 'create' && sending.current?.creation.key) || newIdempotencyKey(),
    /** The origin while the values are sent, and after a refusal, where they are null. */
    originAfter(sent: DraftValues | null, answer: Sent | undefined): NewOrigin | null {
      if (!sending.current) return null
      const { creation, from, isCreating } = sending.current
      if (sent) return { ...from, base: sent, created: creation }
      // A server that failed may have carried it out.
      const mayBeMade = isCreating && answer?.kind === 'later'
      return mayBeMade ? { ...from, instead: [...attemptsOf(from), { key: creation.key }] } : from
    },
  }
}

/** The later changes of an item whose creation is queued, or has `made` it; null for none. */
async function changeOf(
  type: ContentType,
  { key, fields: before }: QueuedCreation,
  made: Made['made'] | null,
  fields: QueuedCreation['fields'],
): Promise<ItemSave | null> {
  const changes = changesOfCreated(before, fields, serverNow())
  if (!changes) return null
  if (made?.kind !== 'item') return { kind: 'save', type, item: key, revision: '', ...changes }
  return onCreated({ kind: 'save', type, item: made.id, revision: made.revision, ...changes })
}

/** The attempts that may have made it. */
const attemptsOf = ({ created, instead }: NewOrigin) =>
  created ? [...instead, { key: created.key }] : instead

/**
 * Bases changes on the item that was created meanwhile, which others may have changed. Throws when
 * they have changed the same.
 */
async function onCreated(work: ItemSave): Promise<ItemSave> {
  const { mergeBodies } = await import('#domain/markdown/merge-bodies.ts')
  const item = await loadItem(work.type, Number(work.item)).catch((error: unknown) => {
    if (refusalOf(error)) throw error
    return null
  })
  // Without a network it waits in the queue, and the server merges it.
  if (!item) return work
  const entry: Outgoing = { id: 0, key: '', title: '', at: 0, work, state: { kind: 'waiting' } }
  const put = onto(entry, item as unknown as SentItem, mergeBodies)
  if (put.state.kind === 'conflict')
    throw new RequestError(409, JSON.stringify({ message: changedOnSite }), '')
  const based = put.work as ItemSave
  return Object.keys(based.patch).length > 0 ? based : work
}

/** Whether an entry of the queue belongs to the item that was created under a key. */
function isOf(
  { key, work }: Outgoing,
  created: QueuedCreation,
  made: Made['made'] | null,
): boolean {
  if (key === created.key) return true
  if (work.kind !== 'save') return false
  return (
    work.item === created.key ||
    (made?.kind === 'item' && work.type === made.type && work.item === made.id)
  )
}
