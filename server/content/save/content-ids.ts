import { rename } from 'node:fs/promises'
import path from 'node:path'
import { z } from 'zod'
import { type ContentType, contentTypes } from '#domain/content.ts'
import { openDurableStore } from '../../platform/durable-store.ts'
import { UnreadableFile } from '../../platform/errors.ts'
import { firstUse } from '../../platform/first-use.ts'
import type { Database } from '../../platform/postgres/database.ts'

const counted = [...contentTypes, 'downloads'] as const
/** A type that is missing in the file (an older version wrote it) starts at 0. */
const shape = z.object(
  Object.fromEntries(counted.map((type) => [type, z.int().default(0)])) as Record<
    (typeof counted)[number],
    z.ZodDefault<z.ZodInt>
  >,
)
const none = shape.parse({})

/**
 * Makes ids for new items; no id is returned twice, even after a restart.
 * `tests/contract/counts.test.ts` tests every implementation.
 */
export interface ContentIds {
  /** A new id: higher than all earlier ones and than `highest`. */
  next(type: ContentType | 'downloads', highest: number): Promise<number>
  /** Resolves when all writes have ended. */
  close(): Promise<void>
}

/** The ids in PostgreSQL. */
export function postgresContentIds(database: Database): ContentIds {
  return {
    async next(type, highest) {
      const row = await database.first(
        z.object({ highest: z.int() }),
        `insert into content_ids as known (type, highest) values ($1, $2::bigint + 1)
         on conflict (type) do update set highest = greatest(known.highest, $2) + 1
         returning highest`,
        [type, highest],
      )
      if (!row) throw new Error('The database has not returned an id.')
      return row.highest
    },
    close: async () => {},
  }
}

/**
 * The ids in `DATA_DIR/ids.json`, which contains the highest id of each type. `lost` and `noticed`
 * are called when the file is damaged or missing.
 */
export function embeddedContentIds(
  dataDir: string,
  { lost, noticed }: { lost(message: string): void; noticed(message: string): void },
): ContentIds {
  const file = path.join(dataDir, 'ids.json')
  const open = () => openDurableStore({ file, schema: shape, empty: { ...none } })

  /**
   * Renames an unreadable file and starts a new one: the highest ids can be read from the content
   * and its history.
   */
  async function openAnew(error: unknown) {
    if (!(error instanceof UnreadableFile)) throw error
    lost(`${error.message} Until then the highest ids are read from git.`)
    await rename(file, `${file}.unreadable`)
    return open()
  }

  const store = firstUse(async () => {
    const opened = await open().catch(openAnew)
    if (opened.isLost) noticed(`${file} is missing; the highest ids are read from git`)
    return opened
  })

  return {
    async next(type, highest) {
      const { change } = await store.get()
      return change((ids) => {
        ids[type] = Math.max(ids[type], highest) + 1
        return ids[type]
      })
    },
    close: store.close,
  }
}
