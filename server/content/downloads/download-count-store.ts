import path from 'node:path'
import { z } from 'zod'
import { isWhole, type Span, withSpan } from '../../http/delivered-bytes.ts'
import { openDurableStore } from '../../platform/durable-store.ts'
import { firstUse } from '../../platform/first-use.ts'
import type { Database } from '../../platform/postgres/database.ts'

/**
 * Stores how often each file was downloaded. `tests/contract/counts.test.ts` tests every
 * implementation.
 */
export interface DownloadCountStore {
  /**
   * The counts by download id. `isLost`: an earlier process had stored counts, and the file is
   * gone. Rejects with UnreadableFile.
   */
  read(): Promise<{ counts: ReadonlyMap<number, number>; isLost: boolean }>
  /** Adds 1 and resolves with the new count when it is stored. */
  add(id: number): Promise<number>
  /**
   * Notes which range of a file of `size` bytes a link delivered; true once, when that makes the
   * file whole.
   */
  completes(link: string, span: Span, size: number): Promise<boolean>
  close(): Promise<void>
}

const file = z.object({ counts: z.record(z.string().regex(/^\d+$/), z.int().min(0)) })

/**
 * The counts in `DATA_DIR/downloads.json`. Many calls of `add` share one write. A file that can't
 * be read is not overwritten.
 */
export function embeddedDownloadCounts(dataDir: string): DownloadCountStore {
  const store = firstUse(() =>
    openDurableStore({
      file: path.join(dataDir, 'downloads.json'),
      schema: file,
      empty: { counts: {} },
    }),
  )
  const delivered = deliveredInMemory()
  return {
    completes: async (link, span, size) => delivered(link, span, size),
    async read() {
      const { data, isLost } = await store.get()
      return {
        counts: new Map(Object.entries(data.counts).map(([id, count]) => [Number(id), count])),
        isLost,
      }
    },
    async add(id) {
      const { change } = await store.get()
      return change(({ counts }) => {
        const count = (counts[id] ?? 0) + 1
        counts[id] = count
        return count
      })
    },
    close: store.close,
  }
}

/** So many links are remembered at most, the newest ones. */
const mostLinks = 20_000

/** What was delivered through each link, until it is whole. */
function deliveredInMemory() {
  const delivered = new Map<string, Array<Span> | 'whole'>()
  return (link: string, span: Span, size: number): boolean => {
    const before = delivered.get(link) ?? []
    if (before === 'whole') return false
    const spans = withSpan(before, span)
    const whole = isWhole(spans, size)
    delivered.delete(link)
    delivered.set(link, whole ? 'whole' : spans)
    const [oldest] = delivered.keys()
    if (delivered.size > mostLinks && oldest !== undefined) delivered.delete(oldest)
    return whole
  }
}

const row = z.object({ download: z.int(), count: z.int() })

/** The counts in PostgreSQL. */
export function postgresDownloadCounts(database: Database): DownloadCountStore {
  return {
    async read() {
      const rows = await database.rows(row, 'select download, count from download_counts')
      return {
        counts: new Map(rows.map(({ download, count }) => [download, count])),
        isLost: false,
      }
    },
    async add(id) {
      const added = await database.first(
        row,
        `insert into download_counts (download, count) values ($1, 1)
         on conflict (download) do update set count = download_counts.count + 1
         returning download, count`,
        [id],
      )
      return added?.count ?? 0
    },
    async completes(link, { start, end }, size) {
      const noted = await database.first(
        z.object({ is_whole: z.boolean() }),
        `with old as (
           delete from download_links where link in (
             select link from download_links where at < clock_timestamp() - interval '2 days'
             and link <> $1
             limit 100 for update skip locked))
         insert into download_links as known (link, spans)
         values ($1, int8multirange(int8range($2, $3)))
         on conflict (link) do update set spans = known.spans + excluded.spans
         returning not is_counted and spans @> int8range(0, $4) as is_whole`,
        [link, start, Math.max(start, end), size],
      )
      if (!noted?.is_whole) return false
      return (
        (await database.run(
          'update download_links set is_counted = true where link = $1 and not is_counted',
          [link],
        )) > 0
      )
    },
    close: async () => {},
  }
}
