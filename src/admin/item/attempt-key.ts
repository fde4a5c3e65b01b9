import { useMemo, useRef } from 'react'
import { newIdempotencyKey } from '../../api/admin-call.ts'

/** The key of a write that may have to be sent again. */
export interface AttemptKey {
  /** The idempotency key of a request body: the same body gets the same key, so that a repeated request after a lost answer does not make a second commit. */
  of(sent: unknown): string
  /** Called when the write was answered, or waits in the queue: the same body is a new write then, for example after an undo. */
  end(): void
}

/** With `draft`, the name of a stored draft, the key depends only on name and body, so that it is the same after a crash too. */
export function useAttemptKey(draft: string | null = null): AttemptKey {
  const attempt = useRef<{ sent: string; key: string } | null>(null)
  return useMemo(
    () => ({
      of(what) {
        const sent = JSON.stringify(what)
        const fresh = () => (draft === null ? newIdempotencyKey() : `${draft}-${digestOf(sent)}`)
        if (attempt.current?.sent !== sent) attempt.current = { sent, key: fresh() }
        return attempt.current.key
      },
      end() {
        attempt.current = null
      },
    }),
    [draft],
  )
}

/** A short hash that distinguishes the few request bodies of one draft; not for security. */
function digestOf(text: string): string {
  let [high, low] = [0xdeadbeef, 0x41c6ce57]
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    high = Math.imul(high ^ code, 2654435761)
    low = Math.imul(low ^ code, 1597334677)
  }
  high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909)
  low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909)
  return (high >>> 0).toString(16).padStart(8, '0') + (low >>> 0).toString(16).padStart(8, '0')
}
