import { z } from 'zod'
import type { EndWork, Leases } from '../leases.ts'
import type { Database } from './database.ts'

/** In milliseconds. */
export interface LeaseTimes {
  /** A lease expires when it was not renewed for this long. */
  life: number
  /** Between two attempts to get or renew the leases. */
  renew: number
}
/** Another process takes over the work of a dead process within 13 seconds. */
const usualTimes: LeaseTimes = { life: 10_000, renew: 3_000 }

interface Hold {
  start: () => EndWork
  /** Null while another process has the lease. */
  endWork: EndWork | null
  /** Ends the work when the lease could not be renewed in time. */
  expiry: NodeJS.Timeout | undefined
  /** Serialises the starts and ends of the work. */
  line: Promise<void>
}

/** The name of the lease that shows that a process is alive. */
export const lifeOf = (process: string) => `process ${process}`

/** The processes that hold the lease of their life. */
export async function livingProcesses(database: Pick<Database, 'rows'>): Promise<Array<string>> {
  const rows = await database.rows(
    z.object({ owner: z.string() }),
    `select owner from leases where name = '${lifeOf('')}' || owner and until > clock_timestamp()`,
  )
  return rows.map(({ owner }) => owner)
}

/**
 * Leases as rows, by the clock of the database. `process` names this process, which also holds the
 * lease `lifeOf(process)`. `failed` gets errors of the work.
 */
export class PostgresLeases implements Leases {
  readonly #database: Pick<Database, 'rows' | 'run'>
  readonly #process: string
  readonly #failed: (error: unknown) => void
  readonly #times: LeaseTimes
  readonly #held = new Map<string, Hold>()
  readonly #timer: NodeJS.Timeout
  #round: Promise<void> | null = null
  #isAgain = false
  #isClosed = false

  constructor(
    database: Pick<Database, 'rows' | 'run'>,
    process: string,
    failed: (error: unknown) => void,
    times: LeaseTimes = usualTimes,
  ) {
    this.#database = database
    this.#process = process
    this.#failed = failed
    this.#times = times
    this.#timer = setInterval(() => this.#renewSoon(), times.renew).unref()
    this.#renewSoon()
  }

  hold(name: string, start: () => EndWork): () => Promise<void> {
    const hold: Hold = { start, endWork: null, expiry: undefined, line: Promise.resolve() }
    this.#held.set(name, hold)
    this.#renewSoon()
    return () => this.#release(name, hold)
  }

  async close(): Promise<void> {
    clearInterval(this.#timer)
    this.#isClosed = true
    await Promise.all([...this.#held].map(([name, hold]) => this.#release(name, hold)))
    await this.#round
    await this.#database
      .run('delete from leases where owner = $1', [this.#process])
      .catch(() => undefined)
  }

  /** Gets expired leases and renews those of this process. */
  #renewSoon(): void {
    if (this.#round || this.#isClosed) {
      this.#isAgain = true
      return
    }
    this.#isAgain = false
    this.#round = this.#renewAll()
      // After an error, the timers end the work of expired leases.
      .catch(() => undefined)
      .finally(() => {
        this.#round = null
        if (this.#isAgain && !this.#isClosed) this.#renewSoon()
      })
  }

  async #renewAll(): Promise<void> {
    const asked = performance.now()
    const names = [lifeOf(this.#process), ...this.#held.keys()].sort()
    const rows = await this.#database.rows(
      z.object({ name: z.string() }),
      `with gone as (
         delete from leases where owner <> $2 and name like '${lifeOf('%')}'
         and until < clock_timestamp() - interval '1 day')
       insert into leases (name, owner, until)
       select name, $2, clock_timestamp() + make_interval(secs => $3)
       from unnest($1::text[]) as one (name)
       on conflict (name) do update set owner = excluded.owner, until = excluded.until
       where leases.owner = excluded.owner or leases.until < clock_timestamp() returning name`,
      [names, this.#process, this.#times.life / 1_000],
    )
    const own = new Set(rows.map(({ name }) => name))
    for (const [name, hold] of this.#held)
      if (own.has(name)) this.#extend(hold, asked)
      else void this.#lose(hold)
  }

  async #release(name: string, hold: Hold): Promise<void> {
    if (!this.#held.delete(name)) return hold.line
    await this.#lose(hold)
    // A running round may still renew it.
    await this.#round
    // Without an answer the lease expires.
    await this.#database
      .run('delete from leases where name = $1 and owner = $2', [name, this.#process])
      .catch(() => undefined)
  }

  /** Starts the work or extends its time. It ends shortly before other processes may start it. */
  #extend(hold: Hold, asked: number): void {
    clearTimeout(hold.expiry)
    const end = asked + this.#times.life * 0.9
    hold.expiry = setTimeout(() => this.#lose(hold), end - performance.now()).unref()
    if (hold.endWork) return
    const running = { end: (() => undefined) as EndWork }
    hold.endWork = () => running.end()
    void this.#inLine(hold, () => {
      running.end = hold.start()
    })
  }

  /** Ends the work; resolves when it has ended. */
  #lose(hold: Hold): Promise<void> {
    clearTimeout(hold.expiry)
    const { endWork } = hold
    hold.endWork = null
    return endWork ? this.#inLine(hold, endWork) : hold.line
  }

  #inLine(hold: Hold, work: () => unknown): Promise<void> {
    hold.line = hold.line.then(async () => void (await work())).catch(this.#failed)
    return hold.line
  }
}
