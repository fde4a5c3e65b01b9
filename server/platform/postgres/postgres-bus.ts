import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { type Bus, createListeners } from '../bus.ts'
import { type Database, storable } from './database.ts'
import type { Listening } from './listening.ts'

const channel = 'session_notes'
/** Internal topics: a message of a process to itself, and the notice that messages were lost. */
const probe = ''
const lost = '*'
/** A longer queue of unsent messages is replaced by the notice that messages were lost. */
const mostWaiting = 1_000
const batchSize = 100
/** The age of the messages that a poll reads, in seconds. */
const windowSeconds = 30

/** In milliseconds. */
export interface BusTimes {
  /** Between two polls of a process that cannot listen. */
  poll: number
  /** Between two checks of the connection. */
  check: number
  /** The time limit of a message of a process to itself. */
  probe: number
  /** Before a connection or a message is retried. */
  again: number
  /** After this time a process that polls tries to listen again. */
  listenAgain: number
}
const usualTimes: BusTimes = {
  poll: 1_000,
  check: 5_000,
  probe: 2_000,
  again: 500,
  listenAgain: 300_000,
}

const messageRow = z.object({
  id: z.int(),
  sender: z.string(),
  topic: z.string(),
  payload: z.string(),
})
type Message = Omit<z.infer<typeof messageRow>, 'id'>

/**
 * Sends messages by NOTIFY; every process listens on its own connection. Each message is also
 * stored in a row for some minutes, for processes that cannot listen: a pooler in transaction mode
 * forwards no notifications. `failed` gets the error when the connection breaks.
 */
export function postgresBus(
  database: Pick<Database, 'run' | 'rows' | 'listen'>,
  reports: { failed(error: unknown): void; noticed(message: string): void },
  times: BusTimes = usualTimes,
): Bus {
  const { subscribe, deliver, notifyLoss } = createListeners()
  const self = randomUUID()
  const pauses = createPauses()
  const { pause } = pauses
  const outgoing = createOutgoing(database, self, () => pause(times.again))
  let probed: (() => void) | null = null
  /** Ids of the messages in the last poll. */
  let seen = new Set<number>()

  function receive({ sender, topic, payload }: Message): void {
    if (sender === self) probed?.()
    else if (topic === lost) notifyLoss()
    else if (topic !== probe) deliver(topic, payload)
  }

  /**
   * Listens until the connection breaks. Resolves with false when the connection forwards no
   * notifications.
   */
  async function listen(): Promise<boolean> {
    const connection = await database.listen(channel, (text) =>
      receive(messageRow.parse(JSON.parse(text))),
    )
    try {
      const isHeard = new Promise<true>((resolve) => {
        probed = () => resolve(true)
      })
      outgoing.put(probe)
      if (!(await Promise.race([isHeard, connection.ended.then(() => true), pause(times.probe)])))
        return pauses.isOver()
      notifyLoss()
      await checkUntilEnd(connection, pauses, times.check)
      return true
    } finally {
      await connection.close()
    }
  }

  async function poll(): Promise<void> {
    const limit = performance.now() + times.listenAgain
    let last = Number.NEGATIVE_INFINITY
    while (!pauses.isOver() && performance.now() < limit) {
      const now = performance.now()
      const rows = await readRecent(database).catch(() => null)
      if (rows) {
        if (now - last > (windowSeconds * 1_000) / 2) notifyLoss()
        else for (const row of rows) if (!seen.has(row.id)) receive(row)
        seen = new Set(rows.map(({ id }) => id))
        last = now
      }
      await pause(times.poll)
    }
  }

  async function follow(): Promise<void> {
    let isReported = false
    while (!pauses.isOver()) {
      try {
        if (!(await listen())) {
          if (!isReported)
            reports.noticed(
              'no notifications of PostgreSQL arrive, so the site reads messages every second',
            )
          isReported = true
          await poll()
          continue
        }
        isReported = false
      } catch (error) {
        if (!isReported && !pauses.isOver()) reports.failed(error)
        isReported = true
      }
      await pause(times.again)
    }
  }

  const following = follow()
  return {
    subscribe,
    publish(topic, payload) {
      deliver(topic, payload)
      outgoing.put(topic, payload)
    },
    async close() {
      // Sends the last messages first, unless the database does not answer.
      await Promise.race([outgoing.sent(), pause(times.again)])
      outgoing.close()
      pauses.end()
      await Promise.all([following, outgoing.sent()])
    },
  }
}

/** Checks a connection until it or the pauses end. Rejects when it does not answer. */
async function checkUntilEnd(
  connection: Listening,
  { isOver, pause }: ReturnType<typeof createPauses>,
  interval: number,
) {
  let isEnded = false
  void connection.ended.then(() => {
    isEnded = true
  })
  while (!isOver() && !isEnded) {
    await Promise.race([connection.ended, pause(interval)])
    if (!isOver() && !isEnded) await connection.check()
  }
}

const readRecent = (database: Pick<Database, 'rows'>) =>
  database.rows(
    messageRow,
    'select id, sender, topic, payload from bus_messages where at > clock_timestamp() - make_interval(secs => $1) order by id',
    [windowSeconds],
  )

/** Pauses that all end early at the end. */
function createPauses() {
  const ends = new Set<() => void>()
  let isOver = false
  return {
    isOver: () => isOver,
    pause: (ms: number) =>
      new Promise<void>((resolve) => {
        const end = () => {
          clearTimeout(timer)
          ends.delete(end)
          resolve()
        }
        const timer = setTimeout(end, isOver ? 0 : ms).unref()
        ends.add(end)
      }),
    end(): void {
      isOver = true
      for (const end of [...ends]) end()
    },
  }
}

/** The messages that are not sent yet. `pause` passes before a failed batch is tried again. */
function createOutgoing(
  database: Pick<Database, 'run'>,
  sender: string,
  pause: () => Promise<void>,
) {
  let waiting: Array<{ topic: string; payload: string }> = []
  let sending: Promise<void> | null = null
  let isClosed = false

  async function send(): Promise<void> {
    while (waiting.length > 0 && !isClosed) {
      const batch = waiting.slice(0, batchSize)
      try {
        await publishAll(database, sender, batch)
        waiting = waiting.filter((one) => !batch.includes(one))
      } catch {
        // The other processes may be connected, so they must be notified of the loss later.
        waiting = [{ topic: lost, payload: '' }]
        await pause()
      }
    }
  }

  return {
    put(topic: string, payload = ''): void {
      if (waiting.length >= mostWaiting) waiting = [{ topic: lost, payload: '' }]
      else waiting.push({ topic, payload })
      sending ??= send().finally(() => {
        sending = null
      })
    },
    /** Resolves when nothing is being sent. */
    sent: async () => sending,
    /** Sends no further batch. */
    close(): void {
      isClosed = true
    },
  }
}

/**
 * Sends a batch in one statement and so in its own transaction, because NOTIFY holds a lock of the
 * whole server until its transaction ends.
 */
const publishAll = (
  database: Pick<Database, 'run'>,
  sender: string,
  batch: ReadonlyArray<{ topic: string; payload: string }>,
) =>
  database.run(
    `with old as (
       delete from bus_messages where id in (
         select id from bus_messages where at < clock_timestamp() - make_interval(secs => $5)
         for update skip locked)),
     added as (
       insert into bus_messages (sender, topic, payload)
       select $2, topic, payload from unnest($3::text[], $4::text[]) as one (topic, payload)
       returning id, sender, topic, payload)
     select pg_notify($1, row_to_json(added)::text) from added`,
    [
      channel,
      sender,
      batch.map(({ topic }) => topic),
      batch.map(({ payload }) => storable(payload)),
      4 * windowSeconds,
    ],
  )
