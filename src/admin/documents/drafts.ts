import pLimit from 'p-limit'
import type { ClosingDrafts, DroppedDraft } from './closing-drafts.ts'
import type { LocalDatabase } from './database.ts'
import { type DraftKey, keyOf, type StoredDraft } from './stored-draft.ts'
import { storedFormat } from './stored-format.ts'

/** Whether the browser stores drafts. */
export interface DraftStorage {
  kind: 'available' | 'forbidden' | 'full'
}

/** The drafts of the person's other devices. */
interface OtherDevices {
  /** Called after every change of the drafts here. */
  changed(): void
  /** Resolves when their drafts are here, or will not be soon. */
  fresh(): Promise<unknown>
}

/**
 * Stores drafts in IndexedDB, in the order of the calls. When storage is full or forbidden, drafts
 * stay in memory and `storage` reports it.
 */
export class Drafts {
  private readonly database: () => Promise<LocalDatabase>
  private readonly closing: ClosingDrafts
  private readonly onChange: () => void
  private readonly sync: OtherDevices | null
  private readonly memory = new Map<string, StoredDraft>()
  private readonly inLine = pLimit(1)
  private closed = false
  private state: DraftStorage = { kind: 'available' }

  /** `onChange` is called when `storage` changes; `sync` has the texts of other devices. */
  constructor(
    database: () => Promise<LocalDatabase>,
    closing: ClosingDrafts,
    onChange: () => void,
    sync: OtherDevices | null = null,
  ) {
    this.database = database
    this.closing = closing
    this.onChange = onChange
    this.sync = sync
  }

  /**
   * Result of the last write. A draft that was not stored stays in memory while the page is open.
   */
  readonly storage = () => this.state

  /** The draft of an item with the latest edit, based on any version; null for none. */
  async latest(kind: string, item: string) {
    return (await this.draftsOf(kind, item))[0] ?? null
  }

  /**
   * The latest of them with something unsaved. Deletes newer ones that have nothing: their save was
   * made, but its answer did not arrive.
   */
  async unsaved(kind: string, item: string, isSaved: (draft: StoredDraft) => boolean) {
    for (const draft of await this.draftsOf(kind, item)) {
      if (!isSaved(draft)) return draft
      await this.drop(draft)
    }
    return null
  }

  /** All drafts, newest first, with those of the person's other devices that come in time. */
  async all() {
    await this.sync?.fresh()
    return this.allHere()
  }

  /** All drafts that this browser has. */
  allHere() {
    return this.find(
      (db) => db.getAll('drafts'),
      () => true,
    )
  }

  store(draft: StoredDraft) {
    return this.inLine(() => this.put({ ...draft, format: storedFormat }))
  }

  /** Stores a draft synchronously, for a page that is closing. */
  storeSync(draft: StoredDraft) {
    this.closing.store({ ...draft, format: storedFormat })
    void this.store(draft)
  }

  /**
   * Deletes a draft. With the time of its last edit, a page that closes meanwhile does not keep it.
   */
  drop(key: DraftKey & Partial<DroppedDraft>) {
    const { at } = key
    if (at !== undefined) this.closing.drop({ ...key, at })
    this.closing.forget(key)
    this.sync?.changed()
    return this.inLine(async () => {
      this.memory.delete(nameOf(key))
      await this.remove(key)
      this.closing.forgetDropped(key)
    })
  }

  /** Says no more that the database can't be read. */
  close() {
    this.closed = true
  }

  private draftsOf(kind: string, item: string) {
    return this.find(
      (db) => db.getAllFromIndex('drafts', 'item', [kind, item]),
      (one) => one.kind === kind && one.item === item,
    )
  }

  /** The drafts that `look` finds and those in memory, newest first. */
  private find(
    look: (db: LocalDatabase) => Promise<Array<StoredDraft>>,
    isIn: (draft: StoredDraft) => boolean,
  ) {
    return this.inLine(async () => {
      await this.collect()
      return [...(await this.stored(look, [])), ...[...this.memory.values()].filter(isIn)].sort(
        byAge,
      )
    })
  }

  /** Applies to the database what a closing page wrote to local storage. */
  private async collect() {
    for (const dropped of this.closing.allDropped()) {
      const known = await this.read(dropped)
      if (known && known.at <= dropped.at) await this.remove(dropped)
      this.closing.forgetDropped(dropped)
    }
    for (const draft of this.closing.all()) {
      const known = await this.read(draft)
      if (!known || known.at < draft.at) await this.put(draft)
      else this.closing.forget(draft)
    }
  }

  private read(key: DraftKey) {
    return this.stored((db) => db.get('drafts', keyOf(key)), undefined)
  }

  private remove(key: DraftKey) {
    return this.stored((db) => db.delete('drafts', keyOf(key)), undefined)
  }

  private async put(draft: StoredDraft) {
    this.sync?.changed()
    try {
      await (await this.database()).put('drafts', draft)
      this.memory.delete(nameOf(draft))
      this.closing.forget(draft)
      this.report('available')
    } catch (error) {
      this.memory.set(nameOf(draft), draft)
      this.report(storageStateOf(error))
    }
  }

  private async stored<Value>(look: (db: LocalDatabase) => Promise<Value>, otherwise: Value) {
    try {
      return await look(await this.database())
    } catch (error) {
      // The database is closed with the page.
      if (!this.closed) console.warn(error)
      this.report(storageStateOf(error))
      return otherwise
    }
  }

  private report(kind: DraftStorage['kind']) {
    const changed = kind !== this.state.kind
    this.state = { kind }
    if (changed) this.onChange()
  }
}

const nameOf = (key: DraftKey) => JSON.stringify(keyOf(key))

const byAge = (one: StoredDraft, other: StoredDraft) => other.at - one.at

function storageStateOf(error: unknown): DraftStorage['kind'] {
  return error instanceof DOMException && error.name === 'QuotaExceededError' ? 'full' : 'forbidden'
}
