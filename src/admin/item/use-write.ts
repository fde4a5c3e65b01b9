import { showToast } from '../../ui/show-toast.ts'
import { useLocal } from '../offline/local-provider.tsx'
import { type AttemptKey, useAttemptKey } from './attempt-key.ts'
import { type Entry, type Outcome, queueLost, write } from './write.ts'

interface Writing {
  /** The key of a write; the same write gets the same one until it is answered or queued. */
  keyOf: AttemptKey['of']
  /** As `write`, with a toast when it waits. */
  write<Answer>(entry: Entry, send: () => Promise<Answer>): Promise<Outcome<Answer>>
  /** As `queueLost`, with the same toast. Resolves with whether it waits. */
  queueLost(error: unknown, entry: Entry): Promise<boolean>
}

/** The writes of a screen; `draft` as for `useAttemptKey`. */
export function useWrite(draft: string | null = null): Writing {
  const local = useLocal()
  const attemptKey = useAttemptKey(draft)
  return {
    keyOf: attemptKey.of,
    async write(entry, send) {
      const outcome = await write(local, entry, send)
      if (outcome.kind !== 'failed') attemptKey.end()
      if (outcome.kind === 'queued') tellQueued(outcome.why)
      return outcome
    },
    async queueLost(error, entry) {
      const why = await queueLost(local.outbox, error, entry)
      if (why !== null) tellQueued(why)
      return why !== null
    },
  }
}

function tellQueued(description: string) {
  void showToast({ title: 'Kept on this device', description })
}
