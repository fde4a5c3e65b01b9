import { withPictures } from '#domain/waiting-picture.ts'
import type { LocalDatabase } from '../database.ts'
import { keptFormat } from '../kept-format.ts'
import type { Tabs } from '../tabs.ts'
import type { Made, Outgoing, Sent, Work } from './outgoing.ts'
import { afterSent, nextToSend } from './queue-rules.ts'
import { exclusively } from './sending-lock.ts'

/** Without a word from anywhere, it is tried again this often. */
const tryMs = 10_000

export interface Outbox {
  /** The entries in their order; the same list until something changes. */
  entries(): ReadonlyArray<Outgoing>
  /** What became of an entry that was sent under a key; null when nothing is known of it. */
  madeOf(key: string): Made['made'] | null
  /** Settles when the entries of earlier visits are known. */
  ready: Promise<void>
  onChange(listener: () => void): () => void
  /** Puts something at the end, once for each key. False when the browser can't keep it. */
  add(entry: Pick<Outgoing, 'key' | 'title' | 'work'>): Promise<boolean>
  /** Takes entries out, all or none: false when one of them is just being sent, or gone. */
  cancel(ids: ReadonlyArray<number>): Promise<boolean>
  /** Lets a parked entry wait again, with other work when it was solved, and without those behind it that this work holds already. */
  again(id: number, work: Work, key: string, without?: ReadonlyArray<number>): Promise<void>
  /** Tries now. */
  wake(): void
  close(): void
}

/**
 * The queue of what is to be sent, in the browser's storage. One tab sends, in order, one after another; an entry leaves the storage only after the
 * server has answered.
 */
export function createOutbox(options: {
  userId: number
  database: () => Promise<LocalDatabase>
  tabs: Tabs
  send: (entry: Outgoing) => Promise<Sent>
  /** Called in the tab that sends, for every answer. */
  onSent: (entry: Outgoing, sent: Sent) => void
  /** Whether it makes sense to try. */
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
  /** Whether it was woken while it ran: the network may have come back behind the request that is failing now. */
  let wokenMeanwhile = false
  /** What this tab is sending. */
  let sending: number | null = null

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
      console.warn(error)
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
      // It may have been taken back in the last moment.
      if (!(await (await database()).get('queue', entry.id))) return null
      sending = entry.id
      try {
        const answer = await send(entry)
        await settle(entry, answer)
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

  /** Writes down what came of an entry, in one go: the queue, what was made, and the drafts that name a picture which is uploaded now. */
  async function settle(entry: Outgoing, answer: Sent) {
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
      console.warn(error)
    } finally {
      running = false
      if (wokenMeanwhile) void run()
      else schedule()
    }
  }

  function schedule() {
    clearTimeout(timer)
    if (!closed && known.some(({ state }) => state.kind === 'waiting')) timer = setTimeout(() => void run(), tryMs)
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
        // It may have been uploaded while this was written.
        const urlOf = (key: string) => {
          const picture = pictures.get(key)
          return picture?.kind === 'picture' ? picture.url : null
        }
        const whole = { ...entry, at: Date.now(), state: { kind: 'waiting' }, format: keptFormat } as Outgoing
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
 * Browsers throw away what sites keep when a disk is full; some ask the person before they promise not to, and this is the moment that explains the question.
 */
function askToStay() {
  const { storage } = navigator as { storage?: StorageManager }
  void storage?.persist?.().catch((error: unknown) => console.debug(error))
}

/** What others may name by the key of an entry once it is done. */
function madeBy({ work }: Outgoing, answer: Sent): Made['made'] | null {
  if (answer.kind !== 'done') return null
  if (answer.picture !== undefined) return { kind: 'picture', url: answer.picture }
  const { item } = answer
  return work.kind === 'create' && item ? { kind: 'item', type: work.type, id: item.id, revision: item.revision } : null
}
