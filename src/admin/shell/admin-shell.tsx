import { QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { loginAddress } from '#domain/admin-address.ts'
// Messages are loaded with the first one elsewhere; here the first may tell that the network is gone.
import '../../ui/toaster.tsx'
import { LocalProvider, type Sending } from '../offline/local-provider.tsx'
import type { WorkerState } from '../offline/worker/registration.ts'
import { AdminBar } from './admin-bar.tsx'
import { AuthProvider, useAuth } from './auth.tsx'
import { type Address, type Guard, type Navigate, NavigationProvider } from './navigation.tsx'
import { ProtectedScreen } from './protected-screen.tsx'
import { createQueryClient } from './query-client.ts'
import { SessionKeeper } from './session-keeper.tsx'
import { type SiteFacts, SiteFactsProvider } from './site-facts.ts'

/** What every admin screen stands in: answers, auth state, navigation, and the dialog for a session that has ended. */
export function AdminShell({
  address,
  site,
  navigate,
  guard,
  worker,
  sending,
  children,
}: {
  address: Address
  site: SiteFacts
  navigate: Navigate
  worker: WorkerState
  sending: Sending
  guard: Guard
  children: ReactNode
}) {
  const [queries] = useState(createQueryClient)
  return (
    <QueryClientProvider client={queries}>
      <SiteFactsProvider value={site}>
        <NavigationProvider value={{ address, navigate, guard }}>
          <AuthProvider>
            {address.path === loginAddress ? (
              children
            ) : (
              <ProtectedScreen>
                <OwnStore sending={sending}>
                  <AdminBar worker={worker} />
                  <SessionKeeper />
                  {/* Another address is another screen, with a state of its own. */}
                  <div key={addressKey(address)} className="contents">
                    {children}
                  </div>
                </OwnStore>
              </ProtectedScreen>
            )}
          </AuthProvider>
        </NavigationProvider>
      </SiteFactsProvider>
    </QueryClientProvider>
  )
}

/** What this browser keeps for whoever is signed in here, also while the session has ended. */
function OwnStore({ sending, children }: { sending: Sending; children: ReactNode }) {
  const { state } = useAuth()
  if (state.kind !== 'signed-in' && state.kind !== 'expired') return null
  return (
    <LocalProvider userId={state.user.id} awake={state.kind === 'signed-in'} sending={sending}>
      {children}
    </LocalProvider>
  )
}

function addressKey({ path, search }: Address): string {
  return JSON.stringify([path, Object.entries(search).sort()])
}
