import type { BegunUpload } from './begun-upload.ts'
import type { LocalDatabase } from './database.ts'
import { exclusively } from './queue/sending-lock.ts'

export interface BegunUploads {
  /** Sends a picture, and keeps it as long as that takes: it is there after a crash. Answers and throws as `send` does. */
  during<Value>(upload: Omit<BegunUpload, 'at'>, send: () => Promise<Value>): Promise<Value>
  /** Those of a draft whose page went before they were done, the oldest first. */
  cutOff(draft: string): Promise<Array<BegunUpload>>
  drop(key: string): Promise<void>
}

/** Nobody comes back for a picture after this long. */
const keptMs = 45 * 24 * 60 * 60 * 1000

export function createBegunUploads(userId: number, database: () => Promise<LocalDatabase>): BegunUploads {
  const lockOf = (key: string) => `session-notes-upload-${userId}-${key}`
  let going = false
  // A request that ends because its page goes has not failed.
  addEventListener('pagehide', () => {
    going = true
  })
  addEventListener('pageshow', () => {
    going = false
  })

  /** A storage that is full or forbidden keeps no upload from being made. */
  async function attempt(work: (database: LocalDatabase) => Promise<unknown>): Promise<void> {
    try {
      await work(await database())
    } catch (error) {
      console.debug(error)
    }
  }
  const drop = (key: string) => attempt((db) => db.delete('uploads', key))

  return {
    async during<Value>(upload: Omit<BegunUpload, 'at'>, send: () => Promise<Value>) {
      const outcome = await exclusively([lockOf(upload.key)], async () => {
        await attempt((db) => db.put('uploads', { ...upload, at: Date.now() }))
        try {
          return { value: await send() }
        } finally {
          if (!going) await drop(upload.key)
        }
      })
      return outcome ? outcome.value : send()
    },
    async cutOff(draft) {
      const found: Array<BegunUpload> = []
      await attempt(async (db) => {
        for (const upload of await db.getAll('uploads')) {
          if (upload.at < Date.now() - keptMs) await db.delete('uploads', upload.key)
          else if (upload.draft === draft && (await exclusively([lockOf(upload.key)], async () => true)))
            found.push(upload)
        }
      })
      return found.sort((one, other) => one.at - other.at)
    },
    drop,
  }
}
