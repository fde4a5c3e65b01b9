import { useEffect, useRef, useState } from 'react'
import { SessionExpired } from '../../api/admin-request.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { useAuth } from './auth.tsx'
import { LoginForm } from './login-form.tsx'

/**
 * Over a screen whose session has ended: asks the person to sign in again, and lets the calls that were refused go on after that. The screen stays as
 * it is, with everything typed. Whoever closes the dialog can open it again from the line below the navigation.
 */
export function SessionKeeper() {
  const auth = useAuth()
  const { sessionEnded } = auth
  const waiting = useRef<Array<(renewed: boolean) => void>>([])
  const [closed, setClosed] = useState(false)
  const expired = auth.state.kind === 'expired'
  const signedIn = auth.state.kind === 'signed-in'

  function settle(renewed: boolean) {
    for (const go of waiting.current.splice(0)) go(renewed)
  }

  useEffect(() => {
    const ask = (event: Event) => {
      if (!(event instanceof SessionExpired)) return
      event.signInAgain(new Promise((resolve) => waiting.current.push(resolve)))
      setClosed(false)
      sessionEnded()
    }
    document.addEventListener(SessionExpired.type, ask)
    return () => document.removeEventListener(SessionExpired.type, ask)
  }, [sessionEnded])

  // Signed in again, here or in another tab.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the change of the state counts
  useEffect(() => {
    if (!signedIn) return
    setClosed(false)
    settle(true)
  }, [signedIn])

  if (auth.state.kind !== 'expired' || !expired) return null
  if (closed)
    return (
      <div className="admin-wrap pt-4">
        <div className="notice" data-tone="warn" role="alert">
          <p>You are signed out. What you have typed is still here.</p>
          <Button size="sm" onClick={() => setClosed(false)}>
            Sign in again
          </Button>
        </div>
      </div>
    )
  return (
    <Dialog
      title="Sign in again"
      onClose={() => {
        setClosed(true)
        settle(false)
      }}
    >
      <p className="mb-4 text-small text-soft">
        Your session has ended. Nothing on the screen is lost: after signing in, it goes on where it stopped.
      </p>
      <LoginForm username={auth.state.user.username} />
    </Dialog>
  )
}
