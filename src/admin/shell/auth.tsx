import { useQuery, useQueryClient } from '@tanstack/react-query'
import {
  createContext,
  type ReactNode,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import type { AuthStatus, OwnUser } from '#domain/account.ts'
import type { Role } from '#domain/roles.ts'
import { readAuthStatus } from '../../api/auth.ts'
import { call } from '../../api/call.ts'
import { showToast } from '../../ui/show-toast.ts'
import { listenTo } from '../documents/listeners.ts'
import { showFailure } from './show-failure.ts'
import { statusRefetchDelayMs } from './sign-in-rules.ts'
import { restoreAuth, storeAuth } from './stored-auth.ts'

export const authStatusKey = ['/api/auth/status'] as const

/** `expired`: the user was signed in on this page, and the session ended without a logout. */
export type AuthState =
  | { kind: 'checking'; kept: OwnUser | null }
  | { kind: 'signed-in'; user: OwnUser }
  | { kind: 'expired'; user: OwnUser }
  | { kind: 'signed-out' }

/**
 * Whether the user has yet to set up the second factor that the site demands, before anything else
 * works.
 */
export function needsSecondFactor(state: AuthState): boolean {
  return state.kind === 'signed-in' && state.user.needsSecondFactor === true
}

/**
 * The role of the user of this page: the highest for one that this browser has stored before there
 * were roles, because the server decides.
 */
export function useRole(): Role {
  const { state } = useAuth()
  return ('user' in state ? state.user.role : undefined) ?? 'owner'
}

export interface Auth {
  state: AuthState
  /** Call with the answer of a login or registration. */
  signedIn(user: OwnUser): void
  /** Call when a call was answered with 401. */
  sessionEnded(): void
  /** Asks the server again who is signed in, and what they have to do first. */
  refresh(): Promise<void>
  /** Call when the user changed their own account. */
  userChanged(user: OwnUser): void
  /** Call when the session was ended on purpose. */
  forget(): void
  /** Ends the session and shows a toast; resolves with true on success. */
  signOut(): Promise<boolean>
}

const AuthContext = createContext<Auth | null>(null)

/** The auth state of the page. Throws outside of AuthProvider. */
export function useAuth(): Auth {
  const auth = useContext(AuthContext)
  if (!auth) throw new Error('There is no auth state around this part.')
  return auth
}

/**
 * Provides the auth state (specification, section 4): restored from local storage, fetched from the
 * server on mount and on focus, and again 300 ms after a login.
 */
export function AuthProvider({ children }: { children: ReactNode }) {
  const queries = useQueryClient()
  const [kept] = useState(() => restoreAuth(localStorage))
  /** The last user of this page; null after a logout. */
  const last = useRef<OwnUser | null>(null)
  const refetch = useRef<ReturnType<typeof setTimeout>>(undefined)
  const { data, isPending, isError } = useQuery({
    queryKey: authStatusKey,
    queryFn: readAuthStatus,
    refetchOnWindowFocus: 'always',
    refetchOnMount: 'always',
  })

  useEffect(() => {
    if (data !== undefined) storeAuth(localStorage, data)
  }, [data])
  useEffect(() => () => clearTimeout(refetch.current), [])
  // While there was no network, somebody else may have signed in, or the session may have ended.
  // Not a refetch, during which the screen would be gone.
  useEffect(() => {
    const refresh = () =>
      readAuthStatus().then(
        (status) => queries.setQueryData(authStatusKey, status),
        (error: unknown) => console.debug(error),
      )
    return listenTo('online', refresh)
  }, [queries])

  const state = stateOf()
  if (state.kind === 'signed-in') last.current = state.user

  function stateOf(): AuthState {
    if (isPending) return { kind: 'checking', kept }
    // Without a network the stored state counts; the server checks every call anyway.
    if (isError && data === undefined)
      return kept ? { kind: 'signed-in', user: kept } : { kind: 'signed-out' }
    if (data?.isLoggedIn && data.user) return { kind: 'signed-in', user: data.user }
    return last.current ? { kind: 'expired', user: last.current } : { kind: 'signed-out' }
  }

  const actions = useMemo(() => {
    const put = (status: AuthStatus) => {
      queries.setQueryData(authStatusKey, status)
      storeAuth(localStorage, status)
    }
    const forget = () => {
      clearTimeout(refetch.current)
      last.current = null
      queries.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== authStatusKey[0] })
      put({ isLoggedIn: false, user: null })
    }
    return {
      forget,
      refresh: () => queries.refetchQueries({ queryKey: authStatusKey }),
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
          showFailure('Logout failed', error)
          return false
        }
        forget()
        void showToast({
          title: 'Logout successful',
          description: 'You have been logged out successfully.',
        })
        return true
      },
    }
  }, [queries])

  return <AuthContext.Provider value={{ state, ...actions }}>{children}</AuthContext.Provider>
}
