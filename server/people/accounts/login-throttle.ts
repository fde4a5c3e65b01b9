import { z } from 'zod'
import { type Database, storable } from '../../platform/postgres/database.ts'
/** Failures allowed per window, for one account from one network (rulings, section 5). */
export const failuresAllowed = 5
export const windowMs = 15 * 60 * 1000

/** From this number of entries on, expired ones are removed. */
const tidyFrom = 10_000

/** Counts failed sign-ins. */
export interface LoginThrottle {
  /**
   * Counts an attempt before its password is checked, so that concurrent attempts count too.
   * Returns 0, or the seconds until the next attempt is allowed; a refused attempt does not count.
   */
  begin(account: string, network: string): Promise<number>
  /** Removes the last attempt, because its password was not checked. */
  withdraw(account: string, network: string): Promise<void>
  /** Removes all attempts. */
  succeed(account: string, network: string): Promise<void>
}

/**
 * Slows password guessing without locking an account for everybody: failures count per account and
 * network. `now` returns milliseconds of a monotonic clock, which never goes back.
 */
export function memoryLoginThrottle(now: () => number = () => performance.now()): LoginThrottle {
  const failures = new Map<string, Array<number>>()
  let tidyAt = tidyFrom

  function recent(key: string, time: number): Array<number> {
    const times = (failures.get(key) ?? []).filter((failure) => time - failure < windowMs)
    if (times.length === 0) failures.delete(key)
    else failures.set(key, times)
    return times
  }

  return {
    async begin(account, network) {
      const time = now()
      const key = keyOf(account, network)
      const times = recent(key, time)
      const oldest = times.at(-failuresAllowed)
      if (oldest !== undefined) return Math.max(1, Math.ceil((oldest + windowMs - time) / 1000))
      failures.set(key, [...times, time])
      if (failures.size >= tidyAt) {
        for (const other of failures.keys()) recent(other, time)
        tidyAt = Math.max(tidyFrom, failures.size * 2)
      }
      return 0
    },
    async withdraw(account, network) {
      failures.get(keyOf(account, network))?.pop()
    },
    async succeed(account, network) {
      failures.delete(keyOf(account, network))
    },
  }
}

const keyOf = (account: string, network: string) => `${accountKey(account)}\0${network}`

/** The key of an account: the name without case, cut to a length that no user name has. */
export const accountKey = (account: string) => account.toLowerCase().slice(0, 100)

/** Counts failed sign-ins in PostgreSQL, by the clock of the database. */
export function postgresLoginThrottle(database: Database): LoginThrottle {
  const pair = (account: string, network: string) => [
    storable(accountKey(account)),
    storable(network),
  ]
  return {
    begin: (account, network) =>
      database.transaction(async (queries) => {
        const [name = '', place = ''] = pair(account, network)
        await queries.run('select pg_advisory_xact_lock(hashtextextended($1, 7305222))', [
          `${name} ${place}`,
        ])
        await queries.run(
          'delete from login_tries where at <= clock_timestamp() - make_interval(secs => $1)',
          [windowMs / 1000],
        )
        const oldest = await queries.first(
          z.object({ wait: z.coerce.number() }),
          `select extract(epoch from at - clock_timestamp()) + $3::float8 as wait from login_tries
           where account = $1 and network = $2 order by id desc offset $4 limit 1`,
          [name, place, windowMs / 1000, failuresAllowed - 1],
        )
        if (oldest) return Math.max(1, Math.ceil(oldest.wait))
        await queries.run('insert into login_tries (account, network) values ($1, $2)', [
          name,
          place,
        ])
        return 0
      }),
    async withdraw(account, network) {
      await database.run(
        `delete from login_tries where id =
           (select id from login_tries where account = $1 and network = $2
           order by id desc limit 1)`,
        pair(account, network),
      )
    },
    async succeed(account, network) {
      await database.run(
        'delete from login_tries where account = $1 and network = $2',
        pair(account, network),
      )
    },
  }
}
