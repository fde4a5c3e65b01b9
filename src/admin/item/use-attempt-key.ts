import { useCallback, useRef } from 'react'
import { newIdempotencyKey } from '../../api/admin-request.ts'

/**
 * The key of what is sent: the same sent again is the same attempt, so that a lost answer does not make two commits. With the name of a draft, that holds
 * after a crash, too: whoever sends a draft that was sent before gets the answer that was lost.
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

/** Tells the few texts apart that one draft is sent with; no secret depends on it. */
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
