import path from 'node:path'
import { z } from 'zod'
import { derivedIdStart } from '#domain/content.ts'
import { shownCount } from '#domain/downloads.ts'
import { type DurableStore, openDurableStore } from '../../platform/durable-store.ts'

const stored = z.object({ counts: z.record(z.string().regex(/^\d+$/), z.int().min(0)) })
type Stored = z.infer<typeof stored>

/**
 * How often each download was taken, kept in `DATA_DIR/downloads.json` and never in git. While that file can't be read, every count is 0, `open` and `add`
 * reject with UnreadableFile, and the file is left as it is.
 */
export function createDownloadCounts(dataDir: string) {
  let store: DurableStore<Stored> | null = null
  let opening: Promise<DurableStore<Stored>> | null = null
  let version = 0
  const pending = new Set<Promise<void>>()
  const of = (id: number) => store?.data.counts[id] ?? 0

  function open(): Promise<DurableStore<Stored>> {
    opening ??= openDurableStore({ file: path.join(dataDir, 'downloads.json'), schema: stored, empty: { counts: {} } })
      .then((opened) => {
        store = opened
        version += 1
        return opened
      })
      .catch((error) => {
        opening = null
        throw error
      })
    return opening
  }

  async function countOne(id: number): Promise<void> {
    const { change } = await open()
    const changed = await change(({ counts }) => {
      const before = counts[id] ?? 0
      counts[id] = before + 1
      return shownCount(before) !== shownCount(before + 1)
    })
    if (changed) version += 1
  }

  return {
    /** Answers whether there were counts once, which are gone. */
    async open(): Promise<{ isLost: boolean }> {
      return open()
    },
    /** The exact count. */
    of,
    /** Ids that were counted are never given to another download. */
    highestId: () =>
      Math.max(
        0,
        ...Object.keys(store?.data.counts ?? {})
          .map(Number)
          .filter((id) => id < derivedIdStart),
      ),
    /** As pages show it. */
    shown: (id: number) => shownCount(of(id)),
    /** Rises when a count changes for those who look at the pages. */
    version: () => version,
    /** Counts one more; resolves when it is on the disk. Many at once share one write. */
    async add(id: number): Promise<void> {
      const adding = countOne(id)
      pending.add(adding)
      await adding.finally(() => pending.delete(adding))
    },
    /** Resolves when everything that was counted is on the disk. */
    async close(): Promise<void> {
      await Promise.allSettled(pending)
      await store?.close()
    },
  }
}
