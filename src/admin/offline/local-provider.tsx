import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { createContext, type ReactNode, useContext, useEffect, useState, useSyncExternalStore } from 'react'
import { loginAddress } from '#domain/admin-address.ts'
import type { Keeping } from './drafts.ts'
import { createLocal, type Local, type Send } from './local.ts'
import type { Outgoing, Sent } from './queue/outgoing.ts'
import { refreshAfter } from './refresh-after.ts'
import { keepKnown } from './worker/keep-known.ts'

/** What may be needed without a network is read this long after the start. */
const aheadMs = 3000

const LocalContext = createContext<Local | null>(null)

/** What this browser keeps and hears for its user. */
export function useLocal(): Local {
  const local = useContext(LocalContext)
  if (!local) throw new Error('There is no local store around this part.')
  return local
}

/** How what waits in the queue reaches the server, and what the screens do with the answers. */
export interface Sending {
  send: Send
  onSent: (queries: QueryClient, local: Local, entry: Outgoing, sent: Sent) => void
}

/** Brings the local store of a user, and keeps the answers on the screen in step with the server. `sending` must stay the same. */
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
      // What the screens still write when they go must find it open.
      setTimeout(made.close)
    }
  }, [userId, queries, sending])
  useEffect(() => {
    local?.setAwake(awake)
  }, [awake, local])
  useEffect(() => {
    if (!awake || !local) return
    const stop = new AbortController()
    // Not before the screen has what it needs itself.
    const timer = setTimeout(() => void keepKnown(stop.signal).catch((error: unknown) => console.debug(error)), aheadMs)
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [awake, local])
  return local && <LocalContext.Provider value={local}>{children}</LocalContext.Provider>
}

/** Whether the server was there when it was heard of last. */
export function useConnected(): boolean {
  const local = useLocal()
  return useSyncExternalStore(local.onState, local.live.connected)
}

/** Whether the browser's storage takes what is typed. */
export function useKeeping(): Keeping {
  const local = useLocal()
  return useSyncExternalStore(local.onState, local.drafts.keeping)
}

/** What waits to be sent from this browser, in order. */
export function useOutgoing(): ReadonlyArray<Outgoing> {
  const { outbox } = useLocal()
  return useSyncExternalStore(outbox.onChange, outbox.entries)
}
