import { QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { loginAddress } from '#domain/admin-address.ts'
import { AdminBar } from './admin-bar.tsx'
import { AuthProvider } from './auth.tsx'
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
  children,
}: {
  address: Address
  site: SiteFacts
  navigate: Navigate
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
                <AdminBar />
                <SessionKeeper />
                {/* Another address is another screen, with a state of its own. */}
                <div key={addressKey(address)} className="contents">
                  {children}
                </div>
              </ProtectedScreen>
            )}
          </AuthProvider>
        </NavigationProvider>
      </SiteFactsProvider>
    </QueryClientProvider>
  )
}

function addressKey({ path, search }: Address): string {
  return JSON.stringify([path, Object.entries(search).sort()])
}
