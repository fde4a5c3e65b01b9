import { openSubscriberStore, type SubscriberStore } from './subscriber-store.ts'

/**
 * The mailing list of `DATA_DIR`, read at the first call. While it can't be read, calls reject with UnreadableFile and the files are left as they are; each
 * call looks again, so that a file put right needs no restart. `failed` hears of work behind the scenes that did not succeed.
 */
export function openSubscribers(dataDir: string, failed: (error: unknown) => void) {
  let opening: Promise<SubscriberStore> | null = null
  return {
    open(): Promise<SubscriberStore> {
      opening ??= openSubscriberStore(dataDir, failed).catch((error) => {
        opening = null
        throw error
      })
      return opening
    },
    async close(): Promise<void> {
      const store = await opening?.catch(() => null)
      await store?.close()
    },
  }
}
