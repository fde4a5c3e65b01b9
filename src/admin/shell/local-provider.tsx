import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import {
  createContext,
  type ReactNode,
  useContext,
  useEffect,
  useState,
  useSyncExternalStore,
} from 'react'
import { loginAddress } from '#domain/admin-address.ts'
import type { DraftStorage } from '../documents/drafts.ts'
import { createLocal, type Local, type Send } from '../documents/local.ts'
import type { Outgoing, Sent } from '../documents/queue/outgoing.ts'
import { prefetchContent } from '../documents/worker/prefetch-content.ts'
import { refreshAfter } from './refresh-after.ts'

/** Delay after the start before content is fetched for offline use, in milliseconds. */
const aheadMs = 3000

const LocalContext = createContext<Local | null>(null)

/** The local store of the user. Throws outside of LocalProvider. */
export function useLocal(): Local {
  const local = useContext(LocalContext)
  if (!local) throw new Error('useLocal is called outside of LocalProvider.')
  return local
}

/** How queued entries reach the server, and what the screens do with the answers. */
export interface Sending {
  send: Send
  onSent: (queries: QueryClient, local: Local, entry: Outgoing, sent: Sent) => void
}

/**
 * Provides the local store of a user and refreshes cached answers after events. `sending` must not
 * change.
 */
export function LocalProvider({
  userId,
  awake,
  sending,
  children,
}: {
  userId: number
  awake: boolean
  sending: Sending
  children: ReactNode
}) {
  const queries = useQueryClient()
  const [local, setLocal] = useState<Local | null>(null)
  useEffect(() => {
    const made = createLocal(userId, sending.send, () => location.replace(loginAddress))
    const stops = [
      made.onEvent((event) => refreshAfter(queries, event)),
      made.onSent((entry, sent) => sending.onSent(queries, made, entry, sent)),
    ]
    setLocal(made)
    return () => {
      for (const stop of stops) stop()
      setLocal(null)
      // Delayed, because screens write to it while they unmount.
      setTimeout(made.close)
    }
  }, [userId, queries, sending])
  useEffect(() => {
    local?.setAwake(awake)
  }, [awake, local])
  useEffect(() => {
    if (!awake || !local) return
    const stop = new AbortController()
    // Delayed, so that the screen's own requests come first.
    const timer = setTimeout(() => void prefetchContent(stop.signal).catch(console.debug), aheadMs)
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [awake, local])
  return local && <LocalContext.Provider value={local}>{children}</LocalContext.Provider>
}

/** Whether the server was reachable at the last attempt. */
export function useConnected(): boolean {
  const local = useLocal()
  return useSyncExternalStore(local.onState, local.live.connected)
}

/** Whether the browser stores drafts. */
export function useDraftStorage(): DraftStorage {
  const local = useLocal()
  return useSyncExternalStore(local.onState, local.drafts.storage)
}

/** The text of another device that conflicts with a draft of this browser; null for none. */
export function useDraftConflict(kind: string, item: string) {
  const local = useLocal()
  const [found, setFound] = useState<Awaited<ReturnType<typeof local.draftSync.conflict>>>(null)
  useEffect(() => {
    const look = () =>
      void local.draftSync.conflict(kind, item).then(setFound, () => setFound(null))
    look()
    return local.onState(look)
  }, [local, kind, item])
  return found
}

/** The queue of this browser, in order. */
export function useOutgoing(): ReadonlyArray<Outgoing> {
  const { outbox } = useLocal()
  return useSyncExternalStore(outbox.onChange, outbox.entries)
}
