import { z } from 'zod'
import type { RateLimits } from '../token-bucket.ts'
import { type Database, storable } from './database.ts'

/** A bucket that was not used for this long is full, so it can be deleted. */
const unusedSeconds = 3_600

/** Rate limits for all processes that share a database, by the clock of the database. */
export function postgresRateLimits(database: Database): RateLimits {
  return (name, { burst, perSecond }) => {
    const keyOf = (key: string) => `${name} ${storable(key)}`
    const filled = 'least($2, known.tokens + greatest(0, extract(epoch from excluded.at - known.at)) * $3)'
    return {
      async take(key) {
        const row = await database.first(
          z.object({ tokens: z.number(), is_allowed: z.boolean() }),
          `with unused as (
             delete from rate_limits where key in (
               select key from rate_limits where at < clock_timestamp() - make_interval(secs => $4) and key <> $1
               limit 100 for update skip locked))
           insert into rate_limits as known (key, tokens, is_allowed, at)
           values ($1, $2::float8 - 1, true, clock_timestamp())
           on conflict (key) do update set at = greatest(known.at, excluded.at), is_allowed = ${filled} >= 1,
             tokens = ${filled} - case when ${filled} >= 1 then 1 else 0 end
           returning tokens, is_allowed`,
          [keyOf(key), burst, perSecond, unusedSeconds],
        )
        return !row || row.is_allowed ? 0 : Math.ceil((1 - row.tokens) / perSecond)
      },
      async refund(key) {
        await database.run('update rate_limits set tokens = least($2, tokens + 1) where key = $1', [keyOf(key), burst])
      },
    }
  }
}
