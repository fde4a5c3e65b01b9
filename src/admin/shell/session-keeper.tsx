import { useEffect, useRef, useState } from 'react'
import { SessionExpired } from '../../api/admin-call.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { later } from '../../ui/loaded-code.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { usePreload } from '../../ui/use-preload.ts'
import { useAuth } from './auth.tsx'

// No screen waits for the form and its validators.
const loginForm = () => import('./login-form.tsx')
const preloaded = [loginForm]
const LoginForm = later(async () => (await loginForm()).LoginForm, <Spinner label="Loading the form..." />)

/**
 * Dialog for an ended session: after the user has signed in again, refused calls are repeated. The screen keeps its state with everything typed. A line below
 * the navigation opens the dialog again after it was closed.
 */
export function SessionKeeper() {
  const auth = useAuth()
  const { sessionEnded } = auth
  const waiting = useRef<Array<(renewed: boolean) => void>>([])
  const [closed, setClosed] = useState(false)
  const expired = auth.state.kind === 'expired'
  const signedIn = auth.state.kind === 'signed-in'
  usePreload(preloaded)

  function finish(renewed: boolean) {
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

  // The user has signed in again, here or in another tab.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs only when the state changes
  useEffect(() => {
    if (!signedIn) return
    setClosed(false)
    finish(true)
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
        finish(false)
      }}
    >
      <p className="mb-4 text-small text-soft">
        Your session has ended. Nothing on the screen is lost: after signing in, you continue where you stopped.
      </p>
      <LoginForm username={auth.state.user.username} />
    </Dialog>
  )
}
