import { openSubscriberStore, type SubscriberReports, type SubscriberStore } from './subscriber-store.ts'

/**
 * The mailing list of `DATA_DIR`, read at the first call. While it can't be read, calls reject with UnreadableFile and the files are left as they are; each
 * call looks again, so that a file put right needs no restart.
 */
export function openSubscribers(dataDir: string, reports: SubscriberReports) {
  let opening: Promise<SubscriberStore> | null = null
  return {
    open(): Promise<SubscriberStore> {
      opening ??= openSubscriberStore(dataDir, reports).catch((error) => {
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
