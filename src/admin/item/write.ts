import { isAway, isCrowded, refusalOf } from '../../api/refusal.ts'
import type { Local } from '../offline/local.ts'
import type { Outbox } from '../offline/queue/outbox.ts'
import type { Outgoing, Work } from '../offline/queue/outgoing.ts'
import { creationOf, subjectOf } from '../offline/queue/queue-rules.ts'

/** Time limit in milliseconds for the check whether the server is reachable. */
const probeMs = 4000

export type Entry = Pick<Outgoing, 'key' | 'title' | 'work'>

/** What became of a write: the server's answer, a place in the queue with the reason for the person, or the error of the call. */
export type Outcome<Answer> =
  | { kind: 'sent'; answer: Answer }
  | { kind: 'queued'; why: string }
  | { kind: 'failed'; error: unknown }

/**
 * Makes a write with `send`. It is queued when it depends on an entry of the queue (an earlier change of the same document, a picture in its text), and when it got no
 * answer because network or server are unreachable: with the key of this attempt, so that it is done once in any case.
 */
export async function write<Answer>(
  { outbox, pictures }: Pick<Local, 'outbox' | 'pictures'>,
  entry: Entry,
  send: () => Promise<Answer>,
): Promise<Outcome<Answer>> {
  if (isBehind(outbox.entries(), entry.work) || pictures.waitIn(entry.work)) {
    const isQueued = await outbox.add(entry)
    outbox.wake()
    if (isQueued) return { kind: 'queued', why: 'It is sent right after what waits before it.' }
    return { kind: 'failed', error: new Error('This browser could not store the change behind the one that waits.') }
  }
  try {
    return { kind: 'sent', answer: await send() }
  } catch (error) {
    const why = await queueLost(outbox, error, entry)
    return why === null ? { kind: 'failed', error } : { kind: 'queued', why }
  }
}

/** Queues a write whose call failed, if it got no answer. Resolves with the reason for the person; null when it is not queued. */
export async function queueLost(outbox: Outbox, error: unknown, entry: Entry): Promise<string | null> {
  const isLost = isAway(error) || isCrowded(error) || (isUnreachable(error) && !(await isServerThere()))
  return isLost && (await outbox.add(entry)) ? whyLater(error) : null
}

function isBehind(queue: ReadonlyArray<Outgoing>, work: Work): boolean {
  const subject = subjectOf({ work, key: '' } as Outgoing)
  const isNew = work.kind === 'save' && creationOf(work) !== null
  return isNew || queue.some((one) => one.state.kind === 'waiting' && subjectOf(one) === subject)
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
