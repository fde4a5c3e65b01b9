import { newIdempotencyKey } from '../../api/admin-call.ts'
import { isAway, isCrowded, refusalOf } from '../../api/refusal.ts'
import { showToast } from '../../ui/show-toast.ts'
import type { Local } from '../documents/local.ts'
import type { Entry, Outcome, Watch, Work } from '../documents/queue/outgoing.ts'
import { useLocal } from '../shell/local-provider.tsx'

type Written<Answer> = Exclude<Outcome<Answer>, { kind: 'failed' }>

/**
 * Returns a function that makes a write through the queue, with a toast when it waits there. `key`
 * is a new one by default. Throws the refusals of the server.
 */
export function useWrite() {
  const { outbox } = useLocal()
  return async <Answer>(
    entry: { title: string; work: Work; key?: string },
    watch?: Watch,
  ): Promise<Written<Answer>> => {
    const outcome = await outbox.submit({ key: newIdempotencyKey(), ...entry }, watch)
    if (outcome.kind === 'failed') throw outcome.error
    if (outcome.kind === 'queued') tellQueued(outbox, outcome)
    return outcome as Written<Answer>
  }
}

type Queued = Extract<Outcome<unknown>, { kind: 'queued' }>

/** Toast: a write waits on this device. */
function tellQueued(outbox: Local['outbox'], queued: Queued) {
  const description = reasonToWait(queued)
  if (!outbox.isInMemory()) return void showToast({ title: 'Kept on this device', description })
  const isLost = 'This browser can’t store it: it is lost when you close this page.'
  void showToast({
    title: 'Kept on this page',
    description: `${description} ${isLost}`,
    variant: 'destructive',
  })
}

function reasonToWait({ isBehind, error }: Queued): string {
  if (isBehind) return 'It is sent right after what waits before it.'
  if (isAway(error))
    return 'What stores the content could not be reached. It is sent as soon as that is there again.'
  if (isCrowded(error)) return 'The site is busy with other saves. It is sent again in a moment.'
  return 'The server could not be reached. It is sent as soon as it is there again.'
}

/**
 * Returns a function that queues a picture whose upload failed with `error`, if that was for want
 * of an answer. Resolves with whether it waits.
 */
export function useQueueLost(): (error: unknown, entry: Entry) => Promise<boolean> {
  const { outbox } = useLocal()
  return async (error, entry) => {
    if (!isAway(error) && !isCrowded(error) && !isUnreachable(error)) return false
    await outbox.add(entry)
    tellQueued(outbox, { kind: 'queued', isBehind: false, error })
    return true
  }
}

/** Whether a call got no answer. */
function isUnreachable(error: unknown): boolean {
  for (let one = error; one instanceof Error; one = one.cause)
    if (one instanceof TypeError) return refusalOf(error) === null
  return false
}
