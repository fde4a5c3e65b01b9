import { withPictures } from '#domain/waiting-picture.ts'
import type { LocalDatabase } from '../database.ts'
import { storedFormat } from '../stored-format.ts'
import type { Tabs } from '../tabs.ts'
import type { Made, Outgoing, Sent, Work } from './outgoing.ts'
import { afterSent, nextToSend } from './queue-rules.ts'
import { exclusively } from './sending-lock.ts'

/** Interval of further attempts without an event that triggers one. */
const tryMs = 5_000

export interface Outbox {
  /** The entries in order; the same array until something changes. */
  entries(): ReadonlyArray<Outgoing>
  /** Result of an entry that was sent under a key; null when unknown. */
  madeOf(key: string): Made['made'] | null
  /** Resolves when the entries of earlier visits are loaded. */
  ready: Promise<void>
  onChange(listener: () => void): () => void
  /** Appends an entry, once per key. False when the browser can't store it. */
  add(entry: Pick<Outgoing, 'key' | 'title' | 'work'>): Promise<boolean>
  /** Removes entries, all or none: false when one of them is being sent or is gone. */
  cancel(ids: ReadonlyArray<number>): Promise<boolean>
  /** Returns a parked entry to the queue with new work and key, and removes the entries `without`, whose changes the work contains. */
  again(id: number, work: Work, key: string, without?: ReadonlyArray<number>): Promise<void>
  /** Tries immediately. */
  wake(): void
  close(): void
}

/**
 * The queue of unsent writes in the browser's storage. Only one tab sends, one entry at a time and in order. An entry is removed after the server has
 * answered.
 */
export function createOutbox(options: {
  userId: number
  database: () => Promise<LocalDatabase>
  tabs: Tabs
  send: (entry: Outgoing) => Promise<Sent>
  /** Called in the tab that sends, for every answer. */
  onSent: (entry: Outgoing, sent: Sent) => void
  /** Whether sending makes sense now. */
  may: () => boolean
}): Outbox {
  const { userId, database, tabs, send, onSent, may } = options
  const { locks } = navigator as { locks?: LockManager }
  const lockOf = (id: number) => `session-notes-sending-${userId}-${id}`
  const listeners = new Set<() => void>()
  let known: ReadonlyArray<Outgoing> = []
  let made: ReadonlyMap<string, Made['made']> = new Map()
  let closed = false
  let timer: ReturnType<typeof setTimeout> | undefined
  let running = false
  /** `wake` was called during an attempt: the network may be back although that attempt fails. */
  let wokenMeanwhile = false
  /** Id of the entry that this tab is sending. */
  let sending: number | null = null

  /** After `close` the database is closed under what was just being read. */
  function warn(error: unknown) {
    if (!closed) console.warn(error)
  }

  async function read() {
    try {
      const look = (await database()).transaction(['queue', 'made'])
      const [entries, all] = await Promise.all([
        look.objectStore('queue').getAll(),
        look.objectStore('made').getAll(),
        look.done,
      ])
      known = entries
      made = new Map(all.map((one) => [one.key, one.made]))
    } catch (error) {
      warn(error)
    }
    for (const listener of listeners) listener()
  }

  async function changed() {
    await read()
    tabs.post({ kind: 'queue' })
  }

  async function step(): Promise<boolean> {
    await read()
    const entry = closed || !may() ? null : nextToSend(known, Date.now())
    if (!entry) return false
    const answer = await exclusively([lockOf(entry.id)], async () => {
      // The entry may have been cancelled at the last moment.
      if (!(await (await database()).get('queue', entry.id))) return null
      sending = entry.id
      try {
        const answer = await send(entry)
        await storeResult(entry, answer)
        return answer
      } finally {
        sending = null
      }
    })
    if (answer === null) return true
    onSent(entry, answer)
    await changed()
    return answer.kind !== 'unreachable'
  }

  /** Stores the result of an entry in one transaction: the queue, the result by key, and drafts that contain an uploaded picture. */
  async function storeResult(entry: Outgoing, answer: Sent) {
    const { mergeBodies } = await import('#domain/markdown/merge-bodies.ts')
    const change = (await database()).transaction(['queue', 'made', 'drafts'], 'readwrite')
    const queue = change.objectStore('queue')
    const before = await queue.getAll()
    const after = afterSent(before, entry, answer, mergeBodies)
    for (const { id } of before) if (!after.some((one) => one.id === id)) await queue.delete(id)
    for (const one of after) await queue.put(one)
    const what = madeBy(entry, answer)
    if (what) await change.objectStore('made').put({ key: entry.key, at: Date.now(), made: what })
    if (what?.kind === 'picture') {
      const drafts = change.objectStore('drafts')
      for (const draft of await drafts.getAll()) {
        const next = withPictures(draft, (key) => (key === entry.key ? what.url : null))
        if (next !== draft) await drafts.put(next)
      }
    }
    await change.done
  }

  async function run() {
    clearTimeout(timer)
    if (closed) return
    if (running) {
      wokenMeanwhile = true
      return
    }
    running = true
    wokenMeanwhile = false
    try {
      const work = async () => {
        while (await step());
      }
      if (locks)
        await locks.request(`session-notes-queue-${userId}`, { ifAvailable: true }, (lock) =>
          lock ? work() : undefined,
        )
      else await work()
    } catch (error) {
      warn(error)
    } finally {
      running = false
      if (wokenMeanwhile) void run()
      else schedule()
    }
  }

  function schedule() {
    clearTimeout(timer)
    const due = known.flatMap(({ state }) => (state.kind === 'waiting' ? [(state.after ?? 0) - Date.now()] : []))
    if (closed || due.length === 0) return
    // A busy server has said when to retry.
    const soonest = Math.min(tryMs, ...due.filter((ms) => ms > 0))
    timer = setTimeout(() => void run(), soonest)
  }

  const online = () => void run()
  addEventListener('online', online)
  const stop = tabs.listen((message) => {
    if (message.kind === 'queue') void read().then(run)
  })
  const ready = read()
  void ready.then(run)

  return {
    entries: () => known,
    madeOf: (key) => made.get(key) ?? null,
    ready,
    onChange(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    async add(entry) {
      try {
        askToStay()
        const change = (await database()).transaction(['queue', 'made'], 'readwrite')
        const queue = change.objectStore('queue')
        const pictures = new Map((await change.objectStore('made').getAll()).map((one) => [one.key, one.made]))
        // The picture may have been uploaded while this was written.
        const urlOf = (key: string) => {
          const picture = pictures.get(key)
          return picture?.kind === 'picture' ? picture.url : null
        }
        const whole = { ...entry, at: Date.now(), state: { kind: 'waiting' }, format: storedFormat } as Outgoing
        const waits = (await queue.getAll()).some(({ key }) => key === entry.key)
        if (!waits) await queue.add(entry.work.kind === 'upload' ? whole : withPictures(whole, urlOf))
        await change.done
      } catch (error) {
        console.warn(error)
        return false
      }
      await changed()
      schedule()
      return true
    },
    async cancel(ids) {
      if (sending !== null && ids.includes(sending)) return false
      const done = await exclusively(ids.map(lockOf), async () => {
        const change = (await database()).transaction('queue', 'readwrite')
        const there = await Promise.all(ids.map((id) => change.store.get(id)))
        const all = there.every((entry) => entry !== undefined)
        if (all) for (const id of ids) await change.store.delete(id)
        await change.done
        return all
      })
      await changed()
      return done ?? false
    },
    async again(id, work, key, without = []) {
      const change = (await database()).transaction('queue', 'readwrite')
      const entry = await change.store.get(id)
      if (entry) await change.store.put({ ...entry, work, key, state: { kind: 'waiting' } })
      if (entry) for (const one of without) await change.store.delete(one)
      await change.done
      await changed()
      void run()
    },
    wake: () => void run(),
    close() {
      closed = true
      clearTimeout(timer)
      stop()
      removeEventListener('online', online)
    },
  }
}

/**
 * Requests persistent storage, which the browser does not delete when the disk is full. Called when an entry is queued, because some browsers ask the user.
 */
function askToStay() {
  const { storage } = navigator as { storage?: StorageManager }
  void storage?.persist?.().catch((error: unknown) => console.debug(error))
}

/** The result that other entries may refer to by the key of this one. */
function madeBy({ work }: Outgoing, answer: Sent): Made['made'] | null {
  if (answer.kind !== 'done') return null
  if (answer.picture !== undefined) return { kind: 'picture', url: answer.picture }
  const { item } = answer
  if (work.kind !== 'create' || !item) return null
  return { kind: 'item', type: work.type, id: Number(item.id), revision: item.revision }
}
