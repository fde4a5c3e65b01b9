import { z } from 'zod'
import type { RateLimits } from '../token-bucket.ts'
import { type Database, storable } from './database.ts'

/** A bucket that was not used for this long is full, also one of a day, so it is deleted. */
const unusedSeconds = 24 * 3_600
const tidySeconds = 3_600

/** Deletes the buckets that were not used for a while; resolves with their number. */
export const dropUnusedLimits = (database: Database): Promise<number> =>
  database.run('delete from rate_limits where at < clock_timestamp() - make_interval(secs => $1)', [
    unusedSeconds,
  ])

/** Work of one of the processes that share the database; returns a function that ends it. */
export function dropUnusedLimitsHourly(
  database: Database,
  failed: (error: unknown) => void,
): () => void {
  const timer = setInterval(
    () => void dropUnusedLimits(database).catch(failed),
    tidySeconds * 1_000,
  ).unref()
  return () => clearInterval(timer)
}

/** Rate limits for all processes that share a database, by the clock of the database. */
export function postgresRateLimits(database: Database): RateLimits {
  return (name, { burst, perSecond }) => {
    const keyOf = (key: string) => `${name} ${storable(key)}`
    const filled =
      'least($2, known.tokens + greatest(0, extract(epoch from excluded.at - known.at)) * $3)'
    return {
      async take(key) {
        const row = await database.first(
          z.object({ tokens: z.number(), is_allowed: z.boolean() }),
          `insert into rate_limits as known (key, tokens, is_allowed, at)
           values ($1, $2::float8 - 1, true, clock_timestamp())
           on conflict (key) do update
           set at = greatest(known.at, excluded.at), is_allowed = ${filled} >= 1,
             tokens = ${filled} - case when ${filled} >= 1 then 1 else 0 end
           returning tokens, is_allowed`,
          [keyOf(key), burst, perSecond],
        )
        return !row || row.is_allowed ? 0 : Math.ceil((1 - row.tokens) / perSecond)
      },
      async refund(key) {
        await database.run('update rate_limits set tokens = least($2, tokens + 1) where key = $1', [
          keyOf(key),
          burst,
        ])
      },
    }
  }
}
