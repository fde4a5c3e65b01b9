import { sameValue } from '#domain/item/merge-fields.ts'
import { exclusively } from '../browser-locks.ts'
import { createListeners, listenTo } from '../listeners.ts'
import type { Tabs } from '../tabs.ts'
import type { Entry, Outcome, Outgoing, Sent, Watch, Work } from './outgoing.ts'
import { append, applySent, remove, returnEntry } from './queue-changes.ts'
import { isKept, isSameWork, nextToSend, subjectOf, waitsFor } from './queue-rules.ts'
import { createRunner } from './queue-runner.ts'
import { askToStay, type QueueChange, type QueueState, type QueueStorage } from './queue-storage.ts'

/** Sends an entry. Never rejects: every failure is a `Sent`. */
export type SendEntry = (entry: Outgoing, onProgress?: (part: number) => void) => Promise<Sent>

export type Outbox = ReturnType<typeof createOutbox>

/**
 * The queue of unsent writes. Entries of one document are sent in order. A tab sends the writes of
 * its own screens itself; one tab sends the rest, one entry at a time. An entry is removed after
 * the server has answered.
 */
export function createOutbox(options: {
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
}) {
  const { userId, storage, tabs, send, onSent, may } = options
  const listeners = createListeners()
  let known: QueueState = { entries: [], made: new Map() }
  /** `known` without what the screens of this tab wait for. */
  let shown: ReadonlyArray<Outgoing> = []
  const flights = createFlights(userId)
  const watched = new Set<string>()
  /** The last write of a screen, if the server failed: it may have been carried out. */
  let unsure: Entry | null = null

  function show(state: QueueState) {
    known = state
    shown = known.entries.filter(({ key }) => !watched.has(key))
    listeners.call()
  }
  const read = async () => show(await storage.read())
  const change = async (next: (state: QueueState) => QueueChange | null) =>
    show(await storage.change(next))
  const announce = () => tabs.post({ kind: 'queue' })
  const entryOf = (key: string) => known.entries.find((entry) => entry.key === key)

  /** Sends an entry as it is stored now, and stores the result. Null when it is gone or parked. */
  async function transmit(key: string, onProgress?: (part: number) => void): Promise<Sent | null> {
    await read()
    const entry = entryOf(key)
    if (entry?.state.kind !== 'waiting') return null
    const sent = await send(entry, onProgress)
    // Only what is behind a saved version is merged with it; without a network the module may not
    // be there.
    const { mergeBodies } =
      sent.kind === 'done'
        ? await import('#domain/markdown/merge-bodies.ts')
        : { mergeBodies: null }
    await change((state) => applySent(state, entry, sent, mergeBodies))
    return sent
  }

  /** Sends an appended entry unless it depends on one that is not being sent by this tab. */
  async function attempt(own: Entry, { onReturned, onProgress }: Watch): Promise<Outcome<unknown>> {
    const { key } = own
    for (let entry = entryOf(key); entry; entry = entryOf(key)) {
      const before = waitsFor(known.entries, entry)
      if (!before) break
      const flight = flights.of(before.key)
      if (!flight) return { kind: 'queued', isBehind: true, error: null }
      await flight
    }
    const sent = may(true) ? await transmit(key, onProgress) : null
    if (sent?.kind === 'done') return { kind: 'sent', answer: sent.answer }
    if (!sent || isKept(sent))
      return { kind: 'queued', isBehind: false, error: sent?.error ?? null }
    if (sent.kind === 'later') unsure = own
    await onReturned?.(sent)
    await change(({ entries }) => ({ entries: entries.filter((one) => one.key !== key) }))
    return { kind: 'failed', error: sent.error }
  }

  /**
   * Appends an entry, once per key, and sends it at once unless it depends on an earlier one.
   * Refusals are returned, not parked.
   */
  async function submit(asked: Entry, watch: Watch = {}): Promise<Outcome<unknown>> {
    // The same write once more has the same key.
    const last = known.entries.findLast((one) => subjectOf(one) === subjectOf(asked))
    const waiting = last?.state.kind === 'waiting' ? last : null
    const entry = [unsure, waiting].find((one) => one && isSameWork(one.work, asked.work)) ?? asked
    unsure = null
    watched.add(entry.key)
    try {
      const outcome = await flights.alone(entry.key, async () => {
        await change((state) => append(state, entry))
        await watch.onStored?.()
        return attempt(entry, watch)
      })
      if (outcome && outcome.kind !== 'queued') return outcome
      if (!outcome && !sameValue(entryOf(entry.key)?.work, entry.work))
        return { kind: 'failed', error: new Error('Another version of it is just being sent.') }
      askToStay()
      return outcome ?? { kind: 'queued', isBehind: false, error: null }
    } finally {
      watched.delete(entry.key)
      show(known)
      announce()
      void runner.run()
    }
  }

  /**
   * Sends the next entry; false when there is none to send now. `taken`: keys of those that a
   * screen sends.
   */
  async function sendNext(taken: Set<string>) {
    await read()
    const entry =
      runner.isClosed() || !may(false) ? null : nextToSend(known.entries, Date.now(), taken)
    if (!entry) return false
    const isFree = await flights.alone(entry.key, async () => {
      const sent = await transmit(entry.key)
      if (sent) onSent(entry, sent)
      return { sent }
    })
    if (!isFree) taken.add(entry.key)
    announce()
    return isFree?.sent?.kind !== 'unreachable'
  }

  const runner = createRunner({
    // Entries in memory are known to this tab only.
    lockName: () => (storage.isInMemory() ? null : `session-notes-queue-${userId}`),
    sendNext,
    entries: () => shown,
  })
  const stops = [
    listenTo('online', () => void runner.run()),
    // A tab that was killed while it sent has told nobody.
    listenTo('focus', () => void runner.run()),
    listenTo('pagehide', () => watched.size > 0 && announce()),
    listenTo('beforeunload', (event) => storage.isInMemory() && event.preventDefault()),
    tabs.listen((message) => {
      if (message.kind === 'queue') void read().then(runner.run)
    }),
  ]
  const ready = read()
  void ready.then(runner.run)

  return {
    /**
     * The entries in order, without those that a screen of this tab waits for; the same array until
     * something changes.
     */
    entries: () => shown,
    /** Result of an entry that was sent under a key; null when unknown. */
    madeOf: (key: string) => known.made.get(key) ?? null,
    /** Resolves when the entries of earlier visits are loaded. */
    ready,
    onChange: listeners.add,
    submit,
    /**
     * Appends an entry, once per key; a parked one is replaced, with what is based on it. It is
     * sent in its turn.
     */
    async add(entry: Entry) {
      askToStay()
      await change((state) => append(state, entry))
      announce()
      void runner.run()
    },
    /** Removes entries, all or none: false when one of them is being sent or is gone. */
    async cancel(ids: ReadonlyArray<number>) {
      const keys = known.entries.filter(({ id }) => ids.includes(id)).map(({ key }) => key)
      let isDone = false
      await flights.between(keys, () =>
        change((state) => {
          const removed = remove(state, ids)
          isDone = removed !== null
          return removed
        }),
      )
      announce()
      return isDone
    },
    /**
     * Returns a parked entry to the queue with new work and key, and removes the entries `without`,
     * whose changes the work contains.
     */
    async again(id: number, work: Work, key: string, without: ReadonlyArray<number> = []) {
      await change((state) => returnEntry(state, id, { work, key }, without))
      announce()
      void runner.run()
    },
    /** Whether entries are lost when this page is closed. */
    isInMemory: storage.isInMemory,
    /** Tries immediately. */
    wake: () => void runner.run(),
    close() {
      runner.close()
      for (const stop of stops) stop()
    },
  }
}

/** What this tab is sending, by the keys of entries. An entry is sent by one tab at a time. */
function createFlights(userId: number) {
  const flights = new Map<string, Promise<unknown>>()
  const lockOf = (key: string) => `session-notes-sending-${userId}-${key}`
  return {
    /** Resolves when this tab has sent the entry; undefined when it is not sending it. */
    of: (key: string) => flights.get(key),
    /**
     * Runs `work` as the only one, in all tabs, that sends this entry; null when it is being sent.
     */
    async alone<Value>(key: string, work: () => Promise<Value>): Promise<Value | null> {
      if (flights.has(key)) return null
      const flight = exclusively([lockOf(key)], work)
      flights.set(
        key,
        flight.catch(() => undefined),
      )
      try {
        return await flight
      } finally {
        flights.delete(key)
      }
    },
    /**
     * Runs `work` while no tab sends one of these entries; null without running it when one does.
     */
    between<Value>(keys: ReadonlyArray<string>, work: () => Promise<Value>): Promise<Value | null> {
      return keys.some((key) => flights.has(key))
        ? Promise.resolve(null)
        : exclusively(keys.map(lockOf), work)
    },
  }
}
