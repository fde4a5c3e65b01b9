import { type ReactNode, useEffect, useState } from 'react'
import { loginFor } from '#domain/admin-address.ts'
import { Spinner } from '../../ui/spinner.tsx'
import { useAuth } from './auth.tsx'
import { useAddress, useNavigate } from './navigation.tsx'

/** A spinner during the session check, then the screen or a redirect to the login (specification, section 2). */
export function ProtectedScreen({ children }: { children: ReactNode }) {
  const { state } = useAuth()
  const { path, search } = useAddress()
  const navigate = useNavigate()
  const [login] = useState(() => {
    const query = new URLSearchParams(search).toString()
    return loginFor(query ? `${path}?${query}` : path)
  })
  const signedOut = state.kind === 'signed-out'
  useEffect(() => {
    if (signedOut) void navigate(login, { replace: true })
  }, [signedOut, login, navigate])
  if (state.kind === 'signed-in' || state.kind === 'expired') return children
  return (
    <main id="main" tabIndex={-1} className="admin-waiting outline-none">
      <Spinner label="Checking your session..." />
    </main>
  )
}
