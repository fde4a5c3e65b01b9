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
export function postgresLeases(
  database: Pick<Database, 'rows' | 'run'>,
  process: string,
  failed: (error: unknown) => void,
  { life, renew }: LeaseTimes = usualTimes,
): Leases {
  const heldLeases = new Map<string, Hold>()
  let round: Promise<void> | null = null
  let isAgain = false
  let isClosed = false
  const timer = setInterval(renewSoon, renew).unref()

  /** Gets expired leases and renews those of this process. */
  function renewSoon() {
    if (round || isClosed) {
      isAgain = true
      return
    }
    isAgain = false
    round = renewAll()
      // After an error, the timers end the work of expired leases.
      .catch(() => undefined)
      .finally(() => {
        round = null
        if (isAgain && !isClosed) renewSoon()
      })
  }

  async function renewAll() {
    const asked = performance.now()
    const names = [lifeOf(process), ...heldLeases.keys()].sort()
    const own = await acquire(database, process, names, life)
    for (const [name, hold] of heldLeases)
      if (own.has(name)) extend(hold, asked)
      else lose(hold)
  }

  /** Starts the work or extends its time. It ends shortly before other processes may start it. */
  function extend(hold: Hold, asked: number) {
    clearTimeout(hold.expiry)
    hold.expiry = setTimeout(() => lose(hold), asked + life * 0.9 - performance.now()).unref()
    if (hold.endWork) return
    const running = { end: (() => undefined) as EndWork }
    hold.endWork = () => running.end()
    inLine(hold, () => {
      running.end = hold.start()
    })
  }

  function lose(hold: Hold) {
    clearTimeout(hold.expiry)
    const { endWork } = hold
    hold.endWork = null
    return endWork ? inLine(hold, endWork) : hold.line
  }

  function inLine(hold: Hold, work: () => unknown) {
    hold.line = hold.line.then(async () => void (await work())).catch(failed)
    return hold.line
  }

  async function release(name: string, hold: Hold) {
    if (!heldLeases.delete(name)) return hold.line
    await lose(hold)
    // A running round may still renew it.
    await round
    // Without an answer the lease expires.
    await database
      .run('delete from leases where name = $1 and owner = $2', [name, process])
      .catch(() => undefined)
  }

  renewSoon()
  return {
    hold(name, start) {
      const hold: Hold = { start, endWork: null, expiry: undefined, line: Promise.resolve() }
      heldLeases.set(name, hold)
      renewSoon()
      return () => release(name, hold)
    },
    async close() {
      clearInterval(timer)
      isClosed = true
      await Promise.all([...heldLeases].map(([name, hold]) => release(name, hold)))
      await round
      await database.run('delete from leases where owner = $1', [process]).catch(() => undefined)
    },
  }
}

/** Gets and renews leases. Returns the names of those that the process has. */
async function acquire(
  database: Pick<Database, 'rows'>,
  process: string,
  names: ReadonlyArray<string>,
  life: number,
): Promise<ReadonlySet<string>> {
  const rows = await database.rows(
    z.object({ name: z.string() }),
    `with gone as (
       delete from leases where owner <> $2 and name like '${lifeOf('%')}'
       and until < clock_timestamp() - interval '1 day')
     insert into leases (name, owner, until)
     select name, $2, clock_timestamp() + make_interval(secs => $3)
     from unnest($1::text[]) as one (name)
     on conflict (name) do update set owner = excluded.owner, until = excluded.until
     where leases.owner = excluded.owner or leases.until < clock_timestamp() returning name`,
    [names, process, life / 1_000],
  )
  return new Set(rows.map(({ name }) => name))
}
