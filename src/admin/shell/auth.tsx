import { useQuery, useQueryClient } from '@tanstack/react-query'
import { createContext, type ReactNode, useContext, useEffect, useMemo, useRef, useState } from 'react'
import type { AuthStatus, OwnUser } from '#domain/account.ts'
import { readAuthStatus } from '../../api/auth.ts'
import { call } from '../../api/call.ts'
import { reasonOf } from '../../api/request.ts'
import { showToast } from '../../ui/show-toast.ts'
import { keepAuth, restoreAuth } from './kept-auth.ts'
import { statusRefetchDelayMs, unreachable } from './sign-in-rules.ts'

export const authStatusKey = ['/api/auth/status'] as const

/** `expired`: this browser was signed in since the page was loaded, and the session has ended without a logout. */
export type AuthState =
  | { kind: 'checking'; kept: OwnUser | null }
  | { kind: 'signed-in'; user: OwnUser }
  | { kind: 'expired'; user: OwnUser }
  | { kind: 'signed-out' }

export interface Auth {
  state: AuthState
  /** Takes in what a login or registration answered. */
  signedIn(user: OwnUser): void
  /** Takes in that a call was refused for want of a session. */
  sessionEnded(): void
  /** Takes in what the user has changed about themselves. */
  userChanged(user: OwnUser): void
  /** Takes in that there is no session any more, and that this is meant to be so. */
  forget(): void
  /** Ends the session, with a toast either way; true when it has ended. */
  signOut(): Promise<boolean>
}

const AuthContext = createContext<Auth | null>(null)

/** The auth state of the page. */
export function useAuth(): Auth {
  const auth = useContext(AuthContext)
  if (!auth) throw new Error('There is no auth state around this part.')
  return auth
}

/**
 * Keeps the auth state (specification, section 4): restored from the browser's storage, asked from the server on mount and on focus, and again 300 ms
 * after a login.
 */
export function AuthProvider({ children }: { children: ReactNode }) {
  const queries = useQueryClient()
  const [kept] = useState(() => restoreAuth(localStorage))
  /** The user of this page so far; null after a logout. */
  const last = useRef<OwnUser | null>(null)
  const refetch = useRef<ReturnType<typeof setTimeout>>(undefined)
  const { data, isPending, isError } = useQuery({
    queryKey: authStatusKey,
    queryFn: readAuthStatus,
    refetchOnWindowFocus: 'always',
    refetchOnMount: 'always',
  })

  useEffect(() => {
    if (data !== undefined) keepAuth(localStorage, data)
  }, [data])
  useEffect(() => () => clearTimeout(refetch.current), [])

  const state = stateOf()
  if (state.kind === 'signed-in') last.current = state.user

  function stateOf(): AuthState {
    if (isPending) return { kind: 'checking', kept }
    // Without a network the last word of the server counts; every call is checked there anyway.
    if (isError && data === undefined) return kept ? { kind: 'signed-in', user: kept } : { kind: 'signed-out' }
    if (data?.isLoggedIn && data.user) return { kind: 'signed-in', user: data.user }
    return last.current ? { kind: 'expired', user: last.current } : { kind: 'signed-out' }
  }

  const actions = useMemo(() => {
    const put = (status: AuthStatus) => {
      queries.setQueryData(authStatusKey, status)
      keepAuth(localStorage, status)
    }
    const forget = () => {
      clearTimeout(refetch.current)
      last.current = null
      queries.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== authStatusKey[0] })
      put({ isLoggedIn: false, user: null })
    }
    return {
      forget,
      userChanged: (user: OwnUser) => put({ isLoggedIn: true, user }),
      signedIn(user: OwnUser) {
        put({ isLoggedIn: true, user })
        clearTimeout(refetch.current)
        refetch.current = setTimeout(
          () => void queries.refetchQueries({ queryKey: authStatusKey }),
          statusRefetchDelayMs,
        )
      },
      sessionEnded() {
        put({ isLoggedIn: false, user: null })
      },
      async signOut() {
        try {
          await call('POST /api/auth/logout')
        } catch (error) {
          console.error(error)
          void showToast({
            title: 'Logout failed',
            description: reasonOf(error) ?? unreachable,
            variant: 'destructive',
          })
          return false
        }
        forget()
        void showToast({ title: 'Logout successful', description: 'You have been logged out successfully.' })
        return true
      },
    }
  }, [queries])

  return <AuthContext.Provider value={{ state, ...actions }}>{children}</AuthContext.Provider>
}
