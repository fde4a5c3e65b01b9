import { sameValue } from '#domain/item/merge-fields.ts'
import { exclusively } from '../browser-locks.ts'
import { createListeners, listenTo } from '../listeners.ts'
import type { Tabs } from '../tabs.ts'
import type { Entry, Outcome, Outgoing, Sent, Watch, Work } from './outgoing.ts'
import { append, applySent, remove, returnEntry } from './queue-changes.ts'
import { isKept, isSameWork, nextToSend, subjectOf, waitsFor } from './queue-rules.ts'
import { createRunner, type Runner } from './queue-runner.ts'
import { askToStay, type QueueChange, type QueueState, type QueueStorage } from './queue-storage.ts'

/** Sends an entry. Never rejects: every failure is a `Sent`. */
export type SendEntry = (entry: Outgoing, onProgress?: (part: number) => void) => Promise<Sent>

interface OutboxOptions {
  userId: number
  storage: QueueStorage
  tabs: Tabs
  send: SendEntry
  /** Called in the tab that sends, for every answer that no screen waits for. */
  onSent: (entry: Outgoing, sent: Sent) => void
  /**
   * Whether sending makes sense now. `isWatched`: for a screen, which asks the person to sign in
   * when that is needed.
   */
  may: (isWatched: boolean) => boolean
}

/**
 * The queue of unsent writes. Entries of one document are sent in order. A tab sends the writes of
 * its own screens itself; one tab sends the rest, one entry at a time. An entry is removed after
 * the server has answered.
 */
export class Outbox {
  /** Resolves when the entries of earlier visits are loaded. */
  readonly ready: Promise<void>
  private readonly options: OutboxOptions
  private readonly listeners = createListeners()
  private readonly flights: Flights
  private readonly runner: Runner
  private readonly stops: ReadonlyArray<() => void>
  private readonly watched = new Set<string>()
  private known: QueueState = { entries: [], made: new Map() }
  /** `known` without what the screens of this tab wait for. */
  private shown: ReadonlyArray<Outgoing> = []
  /** The last write of a screen, if the server failed: it may have been carried out. */
  private unsure: Entry | null = null

  constructor(options: OutboxOptions) {
    const { userId, storage, tabs } = options
    this.options = options
    this.flights = new Flights(userId)
    this.runner = createRunner({
      // Entries in memory are known to this tab only.
      lockName: () => (storage.isInMemory() ? null : `session-notes-queue-${userId}`),
      sendNext: (taken) => this.sendNext(taken),
      entries: this.entries,
    })
    this.stops = [
      listenTo('online', this.wake),
      // A tab that was killed while it sent has told nobody.
      listenTo('focus', this.wake),
      listenTo('pagehide', () => this.watched.size > 0 && this.announce()),
      listenTo('beforeunload', (event) => storage.isInMemory() && event.preventDefault()),
      tabs.listen((message) => {
        if (message.kind === 'queue') void this.read().then(this.wake)
      }),
    ]
    this.ready = this.read()
    void this.ready.then(this.wake)
  }

  /**
   * The entries in order, without those that a screen of this tab waits for; the same array until
   * something changes.
   */
  readonly entries = () => this.shown

  readonly onChange = this.listeners.add

  /** Tries immediately. */
  readonly wake = () => void this.runner.run()

  /** Result of an entry that was sent under a key; null when unknown. */
  madeOf(key: string) {
    return this.known.made.get(key) ?? null
  }

  /** Whether entries are lost when this page is closed. */
  isInMemory() {
    return this.options.storage.isInMemory()
  }

  /**
   * Appends an entry, once per key, and sends it at once unless it depends on an earlier one.
   * Refusals are returned, not parked.
   */
  async submit(asked: Entry, watch: Watch = {}): Promise<Outcome<unknown>> {
    // The same write once more has the same key.
    const last = this.known.entries.findLast((one) => subjectOf(one) === subjectOf(asked))
    const waiting = last?.state.kind === 'waiting' ? last : null
    const entry =
      [this.unsure, waiting].find((one) => one && isSameWork(one.work, asked.work)) ?? asked
    this.unsure = null
    this.watched.add(entry.key)
    try {
      const outcome = await this.flights.alone(entry.key, async () => {
        await this.change((state) => append(state, entry))
        await watch.onStored?.()
        return this.attempt(entry, watch)
      })
      if (outcome && outcome.kind !== 'queued') return outcome
      if (!outcome && !sameValue(this.entryOf(entry.key)?.work, entry.work))
        return { kind: 'failed', error: new Error('Another version of it is just being sent.') }
      askToStay()
      return outcome ?? { kind: 'queued', isBehind: false, error: null }
    } finally {
      this.watched.delete(entry.key)
      this.show(this.known)
      this.changed()
    }
  }

  /**
   * Appends an entry, once per key; a parked one is replaced, with what is based on it. It is sent
   * in its turn.
   */
  async add(entry: Entry) {
    askToStay()
    await this.change((state) => append(state, entry))
    this.changed()
  }

  /** Removes entries, all or none: false when one of them is being sent or is gone. */
  async cancel(ids: ReadonlyArray<number>) {
    const keys = this.known.entries.filter(({ id }) => ids.includes(id)).map(({ key }) => key)
    let isDone = false
    await this.flights.between(keys, () =>
      this.change((state) => {
        const removed = remove(state, ids)
        isDone = removed !== null
        return removed
      }),
    )
    this.announce()
    return isDone
  }

  /**
   * Returns a parked entry to the queue with new work and key, and removes the entries `without`,
   * whose changes the work contains.
   */
  async again(id: number, work: Work, key: string, without: ReadonlyArray<number> = []) {
    await this.change((state) => returnEntry(state, id, { work, key }, without))
    this.changed()
  }

  close() {
    this.runner.close()
    for (const stop of this.stops) stop()
  }

  /** Sends an appended entry unless it depends on one that is not being sent by this tab. */
  private async attempt(own: Entry, { onReturned, onProgress }: Watch): Promise<Outcome<unknown>> {
    const { key } = own
    for (let entry = this.entryOf(key); entry; entry = this.entryOf(key)) {
      const before = waitsFor(this.known.entries, entry)
      if (!before) break
      const flight = this.flights.of(before.key)
      if (!flight) return { kind: 'queued', isBehind: true, error: null }
      await flight
    }
    const sent = this.options.may(true) ? await this.transmit(key, onProgress) : null
    if (sent?.kind === 'done') return { kind: 'sent', answer: sent.answer }
    if (!sent || isKept(sent))
      return { kind: 'queued', isBehind: false, error: sent?.error ?? null }
    if (sent.kind === 'later') this.unsure = own
    await onReturned?.(sent)
    await this.change(({ entries }) => ({ entries: entries.filter((one) => one.key !== key) }))
    return { kind: 'failed', error: sent.error }
  }

  /**
   * Sends the next entry; false when there is none to send now. `taken`: keys of those that a
   * screen sends.
   */
  private async sendNext(taken: Set<string>) {
    await this.read()
    const entry =
      this.runner.isClosed() || !this.options.may(false)
        ? null
        : nextToSend(this.known.entries, Date.now(), taken)
    if (!entry) return false
    const isFree = await this.flights.alone(entry.key, async () => {
      const sent = await this.transmit(entry.key)
      if (sent) this.options.onSent(entry, sent)
      return { sent }
    })
    if (!isFree) taken.add(entry.key)
    this.announce()
    return isFree?.sent?.kind !== 'unreachable'
  }

  /** Sends an entry as it is stored now, and stores the result. Null when it is gone or parked. */
  private async transmit(key: string, onProgress?: (part: number) => void): Promise<Sent | null> {
    await this.read()
    const entry = this.entryOf(key)
    if (entry?.state.kind !== 'waiting') return null
    const sent = await this.options.send(entry, onProgress)
    // Only what is behind a saved version is merged with it; without a network the module may not
    // be there.
    const { mergeBodies } =
      sent.kind === 'done'
        ? await import('#domain/markdown/merge-bodies.ts')
        : { mergeBodies: null }
    await this.change((state) => applySent(state, entry, sent, mergeBodies))
    return sent
  }

  private async read() {
    this.show(await this.options.storage.read())
  }

  private async change(next: (state: QueueState) => QueueChange | null) {
    this.show(await this.options.storage.change(next))
  }

  private show(state: QueueState) {
    this.known = state
    this.shown = state.entries.filter(({ key }) => !this.watched.has(key))
    this.listeners.call()
  }

  /** Tells the other tabs, and sends what is due. */
  private changed() {
    this.announce()
    this.wake()
  }

  private announce() {
    this.options.tabs.post({ kind: 'queue' })
  }

  private entryOf(key: string) {
    return this.known.entries.find((entry) => entry.key === key)
  }
}

/** What this tab is sending, by the keys of entries. An entry is sent by one tab at a time. */
class Flights {
  private readonly userId: number
  private readonly flights = new Map<string, Promise<unknown>>()

  constructor(userId: number) {
    this.userId = userId
  }

  /** Resolves when this tab has sent the entry; undefined when it is not sending it. */
  of(key: string) {
    return this.flights.get(key)
  }

  /** Runs `work` as the only one, in all tabs, that sends this entry; null when it is being sent. */
  async alone<Value>(key: string, work: () => Promise<Value>): Promise<Value | null> {
    if (this.flights.has(key)) return null
    const flight = exclusively([this.lockOf(key)], work)
    this.flights.set(
      key,
      flight.catch(() => undefined),
    )
    try {
      return await flight
    } finally {
      this.flights.delete(key)
    }
  }

  /** Runs `work` while no tab sends one of these entries; null without running it when one does. */
  between<Value>(keys: ReadonlyArray<string>, work: () => Promise<Value>): Promise<Value | null> {
    return keys.some((key) => this.flights.has(key))
      ? Promise.resolve(null)
      : exclusively(
          keys.map((key) => this.lockOf(key)),
          work,
        )
  }

  private lockOf(key: string) {
    return `session-notes-sending-${this.userId}-${key}`
  }
}
