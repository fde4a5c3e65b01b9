import { useCallback, useRef } from 'react'
import { newIdempotencyKey } from '../../api/admin-call.ts'

/**
 * Returns a function that gives the idempotency key of a request body: the same body gets the same key, so that a repeated request after a lost answer does not make
 * a second commit. With `draft`, the name of a stored draft, the key depends only on name and body, so this holds after a crash too.
 */
export function useAttemptKey(draft: string | null = null): (sent: unknown) => string {
  const attempt = useRef<{ sent: string; key: string } | null>(null)
  return useCallback(
    (what) => {
      const sent = JSON.stringify(what)
      const fresh = () => (draft === null ? newIdempotencyKey() : `${draft}-${digestOf(sent)}`)
      if (attempt.current?.sent !== sent) attempt.current = { sent, key: fresh() }
      return attempt.current.key
    },
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
