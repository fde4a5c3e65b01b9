import { useCallback, useRef } from 'react'
import { newIdempotencyKey } from '../../api/admin-request.ts'

/** The key of what is sent: the same sent again is the same attempt, so that a lost answer does not make two commits. */
export function useAttemptKey(): (sent: unknown) => string {
  const attempt = useRef<{ sent: string; key: string } | null>(null)
  return useCallback((what) => {
    const sent = JSON.stringify(what)
    if (attempt.current?.sent !== sent) attempt.current = { sent, key: newIdempotencyKey() }
    return attempt.current.key
  }, [])
}
