import type { DiskCache } from '../platform/disk-cache.ts'
import type { createLimiter } from '../platform/limiter.ts'

/**
 * Files that are made once and stored on disk by their names. `report` gets errors of the disk and
 * of making; nothing here rejects for them.
 */
export function createStoredFiles(
  disk: DiskCache,
  enqueue: ReturnType<typeof createLimiter>,
  report: (error: unknown) => void,
) {
  const making = new Map<string, Promise<Uint8Array | null>>()

  async function kept(name: string) {
    return disk.read(name).catch((error) => {
      report(error)
      return null
    })
  }

  async function keep(name: string, bytes: Uint8Array) {
    await disk.write(name, bytes).catch((error) => report(error))
  }

  async function readOrMake(name: string, make: () => Promise<Buffer>) {
    const stored = await kept(name)
    if (stored) return stored
    const bytes = await enqueue(make).catch((error) => {
      report(error)
      return null
    })
    if (bytes) await keep(name, bytes)
    return bytes
  }

  return {
    kept,
    keep,
    /** Makes a file once, also for several concurrent requests; null when it cannot be made. */
    made(name: string, make: () => Promise<Buffer>): Promise<Uint8Array | null> {
      const under = making.get(name) ?? readOrMake(name, make).finally(() => making.delete(name))
      making.set(name, under)
      return under
    },
  }
}
