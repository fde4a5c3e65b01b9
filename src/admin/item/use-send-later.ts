import { showToast } from '../../ui/show-toast.ts'
import { useLocal } from '../offline/local-provider.tsx'
import type { Work } from '../offline/queue/outgoing.ts'
import { checkTurn, type Entry, queueUnsent } from './send-later.ts'

interface SendLater {
  /** As `checkTurn`. */
  inTurn(work: Work): void
  /** As `queueUnsent`, with a toast; resolves with whether it waits. */
  sendLater(error: unknown, entry: Entry, ...more: ReadonlyArray<Entry>): Promise<boolean>
}

export function useSendLater(): SendLater {
  const local = useLocal()
  return {
    inTurn: (work) => checkTurn(local, work),
    async sendLater(error, entry, ...more) {
      const description = await queueUnsent(local, error, entry, ...more)
      if (description !== null) void showToast({ title: 'Kept on this device', description })
      return description !== null
    },
  }
}
