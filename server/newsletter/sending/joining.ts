import { restoredReason } from './sending-record.ts'
import type { SendingStore } from './sending-store.ts'

/**
 * Polls every `look` milliseconds for sendings that other processes have started or abandoned, or
 * that an outage of the store has interrupted.
 */
export function createJoining(parts: {
  shared: NonNullable<SendingStore['shared']>
  look: number
  join(issue: number): Promise<void>
  failed(error: unknown, issue: number | null): void
}) {
  const { shared, look, join, failed } = parts
  let timer: NodeJS.Timeout | undefined
  let isOutOfReach = false
  let isStarted = false

  async function joinAll() {
    try {
      if (!isStarted) await shared.pauseRestored(restoredReason)
      isStarted = true
      const issues = await shared.running()
      isOutOfReach = false
      for (const issue of issues) await join(issue).catch((error: unknown) => failed(error, issue))
    } catch (error) {
      // Reports an outage once.
      if (!isOutOfReach) failed(error, null)
      isOutOfReach = true
    }
  }

  return {
    async start(): Promise<void> {
      timer = setInterval(joinAll, look).unref()
      await joinAll()
    },
    stop: () => clearInterval(timer),
  }
}
