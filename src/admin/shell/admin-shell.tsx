import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, useCallback, useEffect, useState } from 'react'
import { accountAddress, loginAddress, loginFor, secondFactorFor } from '#domain/admin-address.ts'
import { type ProfileData, profileFrom, type SiteProfile } from '#domain/site/site-profile.ts'
import { subjectOf } from '#domain/site/subject.ts'
import { englishOf } from '#domain/site/texts/en-subjects.ts'
import { SiteProfileProvider } from '../../ui/site-profile.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { usePreload } from '../../ui/use-preload.ts'
import type { WorkerState } from '../documents/worker/registration.ts'
import { AdminBar, SignedOutBar } from './admin-bar.tsx'
import { AuthProvider, needsSecondFactor, useAuth } from './auth.tsx'
import { LocalProvider, type Sending } from './local-provider.tsx'
import {
  type Address,
  type Guard,
  type Navigate,
  NavigationProvider,
  useAddress,
  useNavigate,
} from './navigation.tsx'
import type { Palette } from './palette-button.tsx'
import { createQueryClient } from './query-client.ts'
import { SessionKeeper } from './session-keeper.tsx'
import { ProfileChangeProvider, type SiteFacts, SiteFactsProvider } from './site-facts.ts'
import { restoreAuth } from './stored-auth.ts'

// The first toast may report a lost network, so its code is not left until then.
const later = [() => import('../../ui/toaster.tsx')]

/** Asks the server for what a screen shows first. */
export type FirstCalls = (queries: QueryClient) => Promise<void>

/**
 * Providers and frame of every admin screen: query cache, auth state, navigation, and the dialog
 * for an ended session.
 */
export function AdminShell({
  address,
  site,
  navigate,
  guard,
  worker,
  sending,
  firstCalls,
  palette,
  children,
}: {
  address: Address
  site: SiteFacts
  navigate: Navigate
  worker: WorkerState
  sending: Sending
  guard: Guard
  firstCalls: FirstCalls | undefined
  palette: Palette
  children: ReactNode
}) {
  usePreload(later)
  const [profile, setProfile] = useState(() => adminProfile(site.profile))
  const changeProfile = useCallback((data: ProfileData) => setProfile(adminProfile(data)), [])
  const [queries] = useState(() => {
    const client = createQueryClient()
    // The screen that the document is loaded with need not wait for the session check: without a
    // session the server refuses the call.
    if (restoreAuth(localStorage)) void firstCalls?.(client)
    return client
  })
  return (
    <QueryClientProvider client={queries}>
      <SiteFactsProvider value={site}>
        <SiteProfileProvider value={profile}>
          <ProfileChangeProvider value={changeProfile}>
            <NavigationProvider value={{ address, navigate, guard }}>
              <AuthProvider>
                {address.path === loginAddress ? (
                  <>
                    <SignedOutBar />
                    <Main>{children}</Main>
                  </>
                ) : (
                  <ProtectedScreen>
                    <OwnStore sending={sending}>
                      <AdminBar worker={worker} palette={palette} />
                      <SessionKeeper />
                      {/* The key resets the state of the screen when the address changes. */}
                      <Main key={addressKey(address)}>{children}</Main>
                    </OwnStore>
                  </ProtectedScreen>
                )}
              </AuthProvider>
            </NavigationProvider>
          </ProfileChangeProvider>
        </SiteProfileProvider>
      </SiteFactsProvider>
    </QueryClientProvider>
  )
}

/** The language of the admin is English, whatever that of the public pages is. */
function adminProfile(data: ProfileData = {}): SiteProfile {
  return profileFrom({ ...data, language: 'en', texts: englishOf[subjectOf(data)] })
}

/** The main landmark, which the link 'Skip to content' focuses. */
function Main({ children }: { children: ReactNode }) {
  return (
    <main id="main" tabIndex={-1} className="min-h-[60vh] pb-16 outline-none">
      {children}
    </main>
  )
}

/** Provides the browser storage of the signed-in user, also after the session has ended. */
function OwnStore({ sending, children }: { sending: Sending; children: ReactNode }) {
  const { state } = useAuth()
  if (state.kind !== 'signed-in' && state.kind !== 'expired') return null
  return (
    <LocalProvider
      userId={state.user.id}
      awake={state.kind === 'signed-in' && !needsSecondFactor(state)}
      sending={sending}
    >
      {children}
    </LocalProvider>
  )
}

function addressKey({ path, search }: Address) {
  return JSON.stringify([path, Object.entries(search).sort()])
}

/**
 * A spinner during the session check, then the screen or a redirect to the login (specification,
 * section 2). Somebody who has yet to set up the second factor that the site demands gets the page
 * of their account for every address.
 */
function ProtectedScreen({ children }: { children: ReactNode }) {
  const { state } = useAuth()
  const { path, search } = useAddress()
  const navigate = useNavigate()
  const query = new URLSearchParams(search).toString()
  const here = query ? `${path}?${query}` : path
  const [login] = useState(() => loginFor(here))
  const isHeld = path !== accountAddress && needsSecondFactor(state)
  const elsewhere = state.kind === 'signed-out' ? login : isHeld ? secondFactorFor(here) : null
  useEffect(() => {
    if (elsewhere !== null) void navigate(elsewhere, { replace: true })
  }, [elsewhere, navigate])
  if (isHeld)
    return (
      <main id="main" tabIndex={-1} className="admin-waiting outline-none">
        <Spinner label="Opening your account..." />
      </main>
    )
  if (state.kind === 'signed-in' || state.kind === 'expired') return children
  return (
    <main id="main" tabIndex={-1} className="admin-waiting outline-none">
      <Spinner label="Checking your session..." />
    </main>
  )
}
