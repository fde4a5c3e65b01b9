import { isAway, isCrowded, refusalOf } from '../../api/refusal.ts'
import type { Local } from '../offline/local.ts'
import type { Outgoing, Work } from '../offline/queue/outgoing.ts'
import { creationOf, subjectOf } from '../offline/queue/queue-rules.ts'

/** Time limit in milliseconds for the check whether the server is reachable. */
const probeMs = 4000

/** Thrown when an entry of the queue must be sent first. */
class NotYet extends Error {}

export type Entry = Pick<Outgoing, 'key' | 'title' | 'work'>

/**
 * Call this first in the `try` block of a write. Throws an error for `queueUnsent` when the write depends on an entry of the queue: an earlier change of the same
 * document, or a picture in its text.
 */
export function checkTurn({ outbox, pictures }: Pick<Local, 'outbox' | 'pictures'>, work: Work): void {
  const subject = subjectOf({ work, key: '' } as Outgoing)
  const behind = outbox.entries().some((one) => one.state.kind === 'waiting' && subjectOf(one) === subject)
  const isNew = work.kind === 'save' && creationOf(work) !== null
  if (behind || isNew || pictures.waitIn(work)) throw new NotYet('Something else is to be sent before.')
}

/**
 * Queues a write that got no answer because network or server are unreachable, with the key of the attempt, so that it is done once in any case; `more` entries follow
 * it. Resolves with the reason for the person; null for any other error, and when the browser can't store it.
 */
export async function queueUnsent(
  { outbox }: Pick<Local, 'outbox'>,
  error: unknown,
  entry: Entry,
  ...more: ReadonlyArray<Entry>
): Promise<string | null> {
  const waits = error instanceof NotYet
  if (!waits && !isAway(error) && !isCrowded(error) && (!isUnreachable(error) || (await isServerThere()))) return null
  if (!(await outbox.add(entry))) return null
  for (const one of more) await outbox.add(one)
  if (!waits) return whyLater(error)
  outbox.wake()
  return 'It is sent right after what waits before it.'
}

function whyLater(error: unknown): string {
  if (isAway(error)) return 'What stores the content could not be reached. It is sent as soon as that is there again.'
  if (isCrowded(error)) return 'The site is busy with other saves. It is sent again in a moment.'
  return 'The server could not be reached. It is sent as soon as it is there again.'
}

/** Checks whether the server answers: when it does, the person can retry a single failed call. */
async function isServerThere(): Promise<boolean> {
  if (!navigator.onLine) return false
  return fetch('/api/health', { cache: 'no-store', signal: AbortSignal.timeout(probeMs) }).then(
    ({ status }) => status < 500,
    () => false,
  )
}

/** Whether a call failed without an answer, of the server or of the repository behind it, so that it can be sent again with the same key. */
export function isUnreachable(error: unknown): boolean {
  if (isAway(error)) return true
  for (let one = error; one instanceof Error; one = one.cause)
    if (one instanceof TypeError) return refusalOf(error) === null
  return false
}
