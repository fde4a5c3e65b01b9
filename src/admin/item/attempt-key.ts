import { useMemo, useRef } from 'react'
import { newIdempotencyKey } from '../../api/admin-call.ts'

/** The key of a write that may have to be sent again. */
interface AttemptKey {
  /** The idempotency key of a request body: the same body gets the same key, so that a repeated request after a lost answer does not make a second commit. */
  of(sent: unknown): string
  /** Called when the write was answered: the same body is a new write then, for example after an undo. */
  end(): void
}

export function useAttemptKey(): AttemptKey {
  const attempt = useRef<{ sent: string; key: string } | null>(null)
  return useMemo(
    () => ({
      of(what) {
        const sent = JSON.stringify(what)
        if (attempt.current?.sent !== sent) attempt.current = { sent, key: newIdempotencyKey() }
        return attempt.current.key
      },
      end() {
        attempt.current = null
      },
    }),
    [],
  )
}
