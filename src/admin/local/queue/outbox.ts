import type { LocalDatabase } from '../database.ts'
import type { Tabs } from '../tabs.ts'
import type { Outgoing, Sent, Work } from './outgoing.ts'
import { afterSent, nextToSend } from './queue-rules.ts'

/** Without a word from anywhere, it is tried again this often. */
const tryMs = 10_000

export interface Outbox {
  /** The entries in their order; the same list until something changes. */
  entries(): ReadonlyArray<Outgoing>
  /** Settles when the entries of earlier visits are known. */
  ready: Promise<void>
  onChange(listener: () => void): () => void
  /** Puts something at the end. False when the browser can't keep it. */
  add(entry: Pick<Outgoing, 'key' | 'title' | 'work'>): Promise<boolean>
  /** Takes an entry out, unless it is just being sent or gone. Answers it. */
  cancel(id: number): Promise<Outgoing | null>
  /** Lets a parked entry wait again, with other work when it was solved. */
  again(id: number, work: Work, key: string): Promise<void>
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
  const listeners = new Set<() => void>()
  let known: ReadonlyArray<Outgoing> = []
  let sending: number | null = null
  let closed = false
  let timer: ReturnType<typeof setTimeout> | undefined
  let running = false

  async function read() {
    try {
      known = await (await database()).getAll('queue')
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
    sending = entry.id
    const answer = await send(entry)
    const { mergeBodies } = await import('#domain/markdown/merge-bodies.ts')
    const db = await database()
    const change = db.transaction('queue', 'readwrite')
    const before = await change.store.getAll()
    const after = afterSent(before, entry, answer, mergeBodies)
    for (const { id } of before) if (!after.some((one) => one.id === id)) await change.store.delete(id)
    for (const one of after) await change.store.put(one)
    await change.done
    sending = null
    onSent(entry, answer)
    await changed()
    return answer.kind !== 'unreachable'
  }

  async function run() {
    clearTimeout(timer)
    if (running || closed) return
    running = true
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
      sending = null
      schedule()
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
    ready,
    onChange(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    async add(entry) {
      try {
        const whole = { ...entry, at: Date.now(), state: { kind: 'waiting' } } as Outgoing
        await (await database()).add('queue', whole)
      } catch (error) {
        console.warn(error)
        return false
      }
      await changed()
      schedule()
      return true
    },
    async cancel(id) {
      if (sending === id) return null
      const db = await database()
      const change = db.transaction('queue', 'readwrite')
      const entry = (await change.store.get(id)) ?? null
      await change.store.delete(id)
      await change.done
      await changed()
      return entry
    },
    async again(id, work, key) {
      const db = await database()
      const change = db.transaction('queue', 'readwrite')
      const entry = await change.store.get(id)
      if (entry) await change.store.put({ ...entry, work, key, state: { kind: 'waiting' } })
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
