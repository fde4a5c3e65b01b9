import { type ReactNode, useEffect, useState } from 'react'
import { accountAddress, loginFor, secondFactorFor } from '#domain/admin-address.ts'
import { Spinner } from '../../ui/spinner.tsx'
import { needsSecondFactor, useAuth } from './auth.tsx'
import { useAddress, useNavigate } from './navigation.tsx'

/**
 * A spinner during the session check, then the screen or a redirect to the login (specification,
 * section 2). Somebody who has yet to set up the second factor that the site demands gets the page
 * of their account for every address.
 */
export function ProtectedScreen({ children }: { children: ReactNode }) {
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
