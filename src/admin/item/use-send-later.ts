import { refusalOf } from '../../api/request.ts'
import { showToast } from '../../ui/show-toast.ts'
import { useLocal } from '../offline/local-provider.tsx'
import type { Outgoing, Work } from '../offline/queue/outgoing.ts'
import { subjectOf } from '../offline/queue/queue-rules.ts'

/** Longer than this, a server is not there. */
const probeMs = 4000

/** Something in the queue must be sent before this. */
class NotYet extends Error {}

interface SendLater {
  /**
   * To be called in the `try` of a write. Throws what `sendLater` takes, when something that the write stands on waits in the queue: an earlier change of
   * the same item, a picture in its text.
   */
  inTurn(work: Work): void
  /**
   * What a screen does with a write that got no answer since there is no network, or no server: it is put into the queue, with the key of the try, so that
   * it is done once whether or not the server heard of it; `more` goes behind it. Answers false for any other failure, and where the browser keeps nothing.
   */
  sendLater(error: unknown, entry: Entry, ...more: ReadonlyArray<Entry>): Promise<boolean>
}

type Entry = Pick<Outgoing, 'key' | 'title' | 'work'>

export function useSendLater(): SendLater {
  const { outbox, pictures } = useLocal()
  return {
    inTurn(work) {
      const subject = subjectOf({ work, key: '' } as Outgoing)
      const behind = outbox.entries().some((one) => one.state.kind === 'waiting' && subjectOf(one) === subject)
      const isNew = work.kind === 'save' && typeof work.item === 'string'
      if (behind || isNew || pictures.waitIn(work)) throw new NotYet('Something else is to be sent before.')
    },
    async sendLater(error, entry, ...more) {
      const waits = error instanceof NotYet
      if (!waits && (!isUnreachable(error) || (await isServerThere()))) return false
      if (!(await outbox.add(entry))) return false
      for (const one of more) await outbox.add(one)
      if (waits) outbox.wake()
      void showToast({
        title: 'Kept on this device',
        description: waits
          ? 'It is sent right after what waits before it.'
          : 'The server could not be reached. It is sent as soon as it is there again.',
      })
      return true
    },
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

/** Whether a call failed for want of an answer, so that it may be sent again later with the same key. */
export function isUnreachable(error: unknown): boolean {
  for (let one = error; one instanceof Error; one = one.cause)
    if (one instanceof TypeError) return refusalOf(error) === null
  return false
}
