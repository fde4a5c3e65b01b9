import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { type Bus, type BusListener, createListeners } from '../bus.ts'
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
type Message = Pick<z.infer<typeof messageRow>, 'topic' | 'payload'>

const lossNotice = { topic: lost, payload: '' }

/**
 * Sends messages by NOTIFY; every process listens on its own connection. Each message is also
 * stored in a row for some minutes, for processes that cannot listen: a pooler in transaction mode
 * forwards no notifications. `failed` gets the error when the connection breaks.
 */
export class PostgresBus implements Bus {
  readonly #database: Pick<Database, 'run' | 'rows' | 'listen'>
  readonly #reports: { failed(error: unknown): void; noticed(message: string): void }
  readonly #times: BusTimes
  readonly #listeners = createListeners()
  readonly #self = randomUUID()
  readonly #following: Promise<void>
  /** Functions that end the running pauses. */
  readonly #pauses = new Set<() => void>()
  #isClosed = false
  /** Messages that are not sent yet. */
  #waiting: Array<Message> = []
  #sending: Promise<void> | null = null
  #probed: (() => void) | null = null
  /** Ids of the messages in the last poll. */
  #seen = new Set<number>()

  constructor(
    database: Pick<Database, 'run' | 'rows' | 'listen'>,
    reports: { failed(error: unknown): void; noticed(message: string): void },
    times: BusTimes = usualTimes,
  ) {
    this.#database = database
    this.#reports = reports
    this.#times = times
    this.#following = this.#follow()
  }

  subscribe(topic: string, listener: BusListener): () => void {
    return this.#listeners.subscribe(topic, listener)
  }

  publish(topic: string, payload: string): void {
    this.#listeners.deliver(topic, payload)
    this.#put(topic, payload)
  }

  async close(): Promise<void> {
    // Sends the last messages first, unless the database does not answer.
    await Promise.race([this.#sending, this.#pause(this.#times.again)])
    this.#isClosed = true
    for (const end of [...this.#pauses]) end()
    await Promise.all([this.#following, this.#sending])
  }

  async #follow(): Promise<void> {
    let isReported = false
    while (!this.#isClosed) {
      try {
        if (!(await this.#listen())) {
          if (!isReported)
            this.#reports.noticed(
              'no notifications of PostgreSQL arrive, so the site reads messages every second',
            )
          isReported = true
          await this.#poll()
          continue
        }
        isReported = false
      } catch (error) {
        if (!isReported && !this.#isClosed) this.#reports.failed(error)
        isReported = true
      }
      await this.#pause(this.#times.again)
    }
  }

  /**
   * Listens until the connection breaks. Resolves with false when the connection forwards no
   * notifications.
   */
  async #listen(): Promise<boolean> {
    const connection = await this.#database.listen(channel, (text) =>
      this.#receive(messageRow.parse(JSON.parse(text))),
    )
    try {
      const isHeard = new Promise<true>((resolve) => {
        this.#probed = () => resolve(true)
      })
      this.#put(probe)
      const isEnded = connection.ended.then(() => true)
      if (!(await Promise.race([isHeard, isEnded, this.#pause(this.#times.probe)])))
        return this.#isClosed
      this.#listeners.notifyLoss()
      await this.#check(connection)
      return true
    } finally {
      await connection.close()
    }
  }

  /** Checks a connection until it ends. Rejects when it does not answer. */
  async #check(connection: Listening): Promise<void> {
    let isEnded = false
    void connection.ended.then(() => {
      isEnded = true
    })
    while (!this.#isClosed && !isEnded) {
      await Promise.race([connection.ended, this.#pause(this.#times.check)])
      if (!this.#isClosed && !isEnded) await connection.check()
    }
  }

  async #poll(): Promise<void> {
    const limit = performance.now() + this.#times.listenAgain
    let last = Number.NEGATIVE_INFINITY
    while (!this.#isClosed && performance.now() < limit) {
      const now = performance.now()
      const rows = await this.#readRecent().catch(() => null)
      if (rows) {
        if (now - last > (windowSeconds * 1_000) / 2) this.#listeners.notifyLoss()
        else for (const row of rows) if (!this.#seen.has(row.id)) this.#receive(row)
        this.#seen = new Set(rows.map(({ id }) => id))
        last = now
      }
      await this.#pause(this.#times.poll)
    }
  }

  #readRecent() {
    return this.#database.rows(
      messageRow,
      'select id, sender, topic, payload from bus_messages where at > clock_timestamp() - make_interval(secs => $1) order by id',
      [windowSeconds],
    )
  }

  #receive({ sender, topic, payload }: Message & { sender: string }): void {
    if (sender === this.#self) this.#probed?.()
    else if (topic === lost) this.#listeners.notifyLoss()
    else if (topic !== probe) this.#listeners.deliver(topic, payload)
  }

  #put(topic: string, payload = ''): void {
    if (this.#waiting.length >= mostWaiting) this.#waiting = [lossNotice]
    else this.#waiting.push({ topic, payload })
    this.#sending ??= this.#send().finally(() => {
      this.#sending = null
    })
  }

  async #send(): Promise<void> {
    while (this.#waiting.length > 0 && !this.#isClosed) {
      const batch = this.#waiting.slice(0, batchSize)
      try {
        await this.#publish(batch)
        this.#waiting = this.#waiting.filter((one) => !batch.includes(one))
      } catch {
        // The other processes may be connected, so they must be notified of the loss later.
        this.#waiting = [lossNotice]
        await this.#pause(this.#times.again)
      }
    }
  }

  /**
   * Sends a batch in one statement and so in its own transaction, because NOTIFY holds a lock of
   * the whole server until its transaction ends.
   */
  #publish(batch: ReadonlyArray<Message>): Promise<number> {
    return this.#database.run(
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
        this.#self,
        batch.map(({ topic }) => topic),
        batch.map(({ payload }) => storable(payload)),
        4 * windowSeconds,
      ],
    )
  }

  /** Ends early when the bus is closed. */
  #pause(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const end = () => {
        clearTimeout(timer)
        this.#pauses.delete(end)
        resolve()
      }
      const timer = setTimeout(end, this.#isClosed ? 0 : ms).unref()
      this.#pauses.add(end)
    })
  }
}
