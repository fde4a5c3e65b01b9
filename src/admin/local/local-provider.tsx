import { useQueryClient } from '@tanstack/react-query'
import { createContext, type ReactNode, useContext, useEffect, useState, useSyncExternalStore } from 'react'
import type { Keeping } from './drafts.ts'
import { createLocal, type Local } from './local.ts'
import { refreshAfter } from './refresh-after.ts'

const LocalContext = createContext<Local | null>(null)

/** What this browser keeps and hears for its user. */
export function useLocal(): Local {
  const local = useContext(LocalContext)
  if (!local) throw new Error('There is no local store around this part.')
  return local
}

/** Brings the local store of a user, and keeps the answers on the screen in step with the server. */
export function LocalProvider({ userId, awake, children }: { userId: number; awake: boolean; children: ReactNode }) {
  const queries = useQueryClient()
  const [local, setLocal] = useState<Local | null>(null)
  useEffect(() => {
    const made = createLocal(userId)
    const stop = made.onEvent((event) => refreshAfter(queries, event))
    setLocal(made)
    return () => {
      stop()
      setLocal(null)
      // What the screens still write when they go must find it open.
      setTimeout(made.close)
    }
  }, [userId, queries])
  useEffect(() => {
    if (awake) local?.live.wake()
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
