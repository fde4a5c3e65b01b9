import path from 'node:path'
import { z } from 'zod'
import { derivedIdStart } from '#domain/content.ts'
import { shownCount } from '#domain/downloads.ts'
import { type DurableStore, openDurableStore } from './durable-store.ts'

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

  return {
    async open(): Promise<void> {
      await open()
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
      const { change } = await open()
      const before = shownCount(of(id))
      const written = change(({ counts }) => {
        counts[id] = (counts[id] ?? 0) + 1
      })
      if (shownCount(of(id)) !== before) version += 1
      await written
    },
  }
}
