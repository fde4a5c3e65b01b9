import { showToast } from '../../../ui/show-toast.ts'
import { useLocal } from '../local-provider.tsx'
import type { Outgoing } from './outgoing.ts'
import { isUnreachable } from './send-entry.ts'

/** Longer than this, a server is not there. */
const probeMs = 4000

/**
 * What a screen does with a write that got no answer since there is no network, or no server: it is put into the queue, with the key of the try, so that
 * it is done once whether or not the server heard of it. Answers false for any other failure, and where the browser keeps nothing.
 */
export function useSendLater(): (error: unknown, entry: Pick<Outgoing, 'key' | 'title' | 'work'>) => Promise<boolean> {
  const { outbox } = useLocal()
  return async (error, entry) => {
    if (!isUnreachable(error) || (await isServerThere()) || !(await outbox.add(entry))) return false
    void showToast({
      title: 'Kept on this device',
      description: 'The server could not be reached. It is sent as soon as it is there again.',
    })
    return true
  }
}

/** A single call that was cut off is for the person to try again; only without the server it makes sense to wait. */
async function isServerThere(): Promise<boolean> {
  if (!navigator.onLine) return false
  return fetch('/api/health', { cache: 'no-store', signal: AbortSignal.timeout(probeMs) }).then(
    ({ status }) => status < 500,
    () => false,
  )
}
