import { z } from 'zod'
import type { Database, Queries } from '../../platform/postgres/database.ts'

/** The key of the advisory lock for saves: any constant number that no other lock uses. */
const saveTurn = 7_305_224

/** The data that replicas pass on from turn to turn. */
export interface Turn {
  /**
   * The commit of the last push by any replica; null when there was none. The branch may be newer,
   * because people push too.
   */
  newest(): Promise<string | null>
  pushed(commit: string): Promise<void>
}

/**
 * Lets the replicas of a site save one after the other. This is for speed and fairness: concurrent
 * pushes would reject each other.
 */
export interface Turns {
  /**
   * Runs `work` in turn. Rejects with TurnTaken after `patience` milliseconds without a turn, and
   * with the error of `work`.
   */
  take(patience: number, work: (turn: Turn) => Promise<void>): Promise<void>
  /** The commit of the last push by any replica, as others see it. */
  newest(): Promise<string | null>
}

/**
 * Turns by a PostgreSQL lock. The turn of a dead process ends at once, that of a frozen process
 * after ten seconds.
 */
export function postgresTurns(database: Database): Turns {
  return {
    take: (patience, work) =>
      database.turn(saveTurn, patience, (queries) =>
        work({
          newest: () => newestIn(queries),
          async pushed(commit) {
            await queries.run(
              'insert into content_head (one, commit) values (true, $1) on conflict (one) do update set commit = $1',
              [commit],
            )
          },
        }),
      ),
    newest: () => newestIn(database),
  }
}

async function newestIn(queries: Pick<Queries, 'first'>) {
  const row = await queries.first(
    z.object({ commit: z.string() }),
    'select commit from content_head',
  )
  return row?.commit ?? null
}
