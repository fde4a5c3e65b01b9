import { rename } from 'node:fs/promises'
import path from 'node:path'
import { z } from 'zod'
import { type ContentType, contentTypes } from '#domain/content.ts'
import { openDurableStore } from '../platform/durable-store.ts'
import { UnreadableFile } from '../platform/errors.ts'
import type { Log } from '../platform/log.ts'

const shape = z.object({ articles: z.int(), news: z.int(), newsletters: z.int(), downloads: z.int().default(0) })
const none = Object.fromEntries([...contentTypes, 'downloads'].map((type) => [type, 0])) as z.infer<typeof shape>

/** Hands out the ids of new items, each once, also over restarts: `DATA_DIR/ids.json` holds the highest of each type. */
export function createContentIds(dataDir: string, log: Log) {
  const file = path.join(dataDir, 'ids.json')
  const open = () => openDurableStore({ file, schema: shape, empty: { ...none } })
  let opened: ReturnType<typeof open> | null = null

  /** What can't be read is put aside: the files and their history still hold the highest ids. */
  async function openAnew(error: unknown) {
    if (!(error instanceof UnreadableFile)) throw error
    log.error({ err: error }, 'the highest ids are read from git')
    await rename(file, `${file}.unreadable`)
    return open()
  }

  async function opening() {
    const store = await open().catch(openAnew)
    if (store.isLost) log.warn(`${file} is missing; the highest ids are read from git`)
    return store
  }

  return {
    /** An id above all that were handed out and above `highest`. */
    async next(type: ContentType | 'downloads', highest: number): Promise<number> {
      opened ??= opening()
      const store = await opened.catch((error: unknown) => {
        opened = null
        throw error
      })
      return store.change((ids) => {
        ids[type] = Math.max(ids[type], highest) + 1
        return ids[type]
      })
    },
    /** Resolves when nothing is being written any more. */
    async close(): Promise<void> {
      const store = await opened?.catch(() => null)
      await store?.close()
    },
  }
}
