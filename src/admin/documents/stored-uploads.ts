import { exclusively } from './browser-locks.ts'
import type { LocalDatabase, StoredUpload } from './database.ts'

/** Lifetime of an unfinished upload. */
const keptMs = 45 * 24 * 60 * 60 * 1000

export function createStoredUploads(userId: number, database: () => Promise<LocalDatabase>) {
  const lockOf = (key: string) => `session-notes-upload-${userId}-${key}`
  let going = false
  // Closing the page aborts the request. The upload is then unfinished, not failed, so it stays
  // stored.
  addEventListener('pagehide', () => {
    going = true
  })
  addEventListener('pageshow', () => {
    going = false
  })

  /**
   * Runs `work` on the database; resolves with whether that worked. The upload itself works without
   * storage.
   */
  async function attempt(work: (database: LocalDatabase) => Promise<unknown>): Promise<boolean> {
    try {
      await work(await database())
      return true
    } catch (error) {
      console.debug(error)
      return false
    }
  }
  const store = (upload: Omit<StoredUpload, 'at'>) =>
    attempt((db) => db.put('uploads', { ...upload, at: Date.now() }))
  const drop = async (key: string) => void (await attempt((db) => db.delete('uploads', key)))

  return {
    /**
     * Stores a picture while `send` runs, so that it survives a crash. Resolves or rejects as
     * `send` does.
     */
    async during<Value>(
      upload: Omit<StoredUpload, 'at'>,
      send: () => Promise<Value>,
    ): Promise<Value> {
      const outcome = await exclusively([lockOf(upload.key)], async () => {
        await store(upload)
        try {
          return { value: await send() }
        } finally {
          if (!going) await drop(upload.key)
        }
      })
      return outcome ? outcome.value : send()
    },
    /** Stored files of a draft that no page is sending, oldest first. */
    async cutOff(draft: string) {
      const found: Array<StoredUpload> = []
      await attempt(async (db) => {
        for (const upload of await db.getAll('uploads')) {
          if (upload.at < Date.now() - keptMs) await db.delete('uploads', upload.key)
          else if (
            upload.draft === draft &&
            (await exclusively([lockOf(upload.key)], async () => true))
          )
            found.push(upload)
        }
      })
      return found.sort((one, other) => one.at - other.at)
    },
    /**
     * Stores a file that is uploaded later, with the form of its draft. Resolves with whether the
     * browser could.
     */
    store,
    drop,
  }
}
