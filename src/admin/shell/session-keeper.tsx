import { useCallback, useEffect, useRef, useState } from 'react'
import { PersonNeeded, type PersonReason } from '../../api/admin-call.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { later } from '../../ui/loaded-code.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { usePreload } from '../../ui/use-preload.ts'
import { useAuth } from './auth.tsx'

// No screen waits for the form and its validators.
const loginForm = () => import('./login-form.tsx')
const preloaded = [loginForm]
const LoginForm = later(
  async () => (await loginForm()).LoginForm,
  <Spinner label="Loading the form..." />,
)

const dialogs: Readonly<
  Record<Exclude<PersonReason, 'second-factor'>, { title: string; text: string }>
> = {
  ended: {
    title: 'Sign in again',
    text: 'Your session has ended. Nothing on the screen is lost: after signing in, you continue where you stopped.',
  },
  confirm: {
    title: 'Confirm that it is you',
    text: 'This changes who can sign in, and somebody else may sit at this screen. You are not asked again for five minutes.',
  },
}

/**
 * Dialog for calls that wait for the person: their session has ended, or they have to confirm that
 * it is them. After that, refused calls are repeated. The screen keeps its state with everything
 * typed. A line at the head of the window opens the dialog for an ended session again after it was
 * closed, and is there instead for somebody who is typing: the dialog would take the next keys.
 */
export function SessionKeeper() {
  const auth = useAuth()
  const { sessionEnded, refresh } = auth
  const waiting = useRef<Array<(proven: boolean) => void>>([])
  const [ended, setEnded] = useState<'nothing' | 'dialog' | 'line'>('nothing')
  const [confirming, setConfirming] = useState(false)
  const isTyping = useTyping()
  const expired = auth.state.kind === 'expired'
  const signedIn = auth.state.kind === 'signed-in'
  usePreload(preloaded)

  function finish(proven: boolean) {
    setConfirming(false)
    for (const go of waiting.current.splice(0)) go(proven)
  }

  useEffect(() => {
    const ask = (event: Event) => {
      if (!(event instanceof PersonNeeded)) return
      // The answer leads to the page of the account; the call is not repeated behind it.
      if (event.reason === 'second-factor') return void refresh()
      event.answerWith(new Promise((resolve) => waiting.current.push(resolve)))
      if (event.reason === 'confirm') return setConfirming(true)
      setEnded('line')
      // Who saves by keys may go on typing: the keys rest for a second first.
      setTimeout(
        () => setEnded((before) => (before === 'line' && !isTyping() ? 'dialog' : before)),
        1000,
      )
      sessionEnded()
    }
    document.addEventListener(PersonNeeded.type, ask)
    return () => document.removeEventListener(PersonNeeded.type, ask)
  }, [sessionEnded, refresh, isTyping])

  // The user has signed in again, here or in another tab. That confirms, too.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs only when the state changes
  useEffect(() => {
    if (!signedIn) return
    setEnded('nothing')
    finish(true)
  }, [signedIn])
  // The end of the session was found without a call that was refused.
  useEffect(() => {
    if (expired)
      setEnded((before) => (before === 'nothing' ? (isTyping() ? 'line' : 'dialog') : before))
  }, [expired, isTyping])

  if (auth.state.kind !== 'expired' && auth.state.kind !== 'signed-in') return null
  const reason = auth.state.kind === 'expired' ? 'ended' : 'confirm'
  if (reason === 'confirm' && !confirming) return null
  if (reason === 'ended' && ended === 'nothing') return null
  if (reason === 'ended' && ended === 'line')
    return (
      <div className="admin-wrap pointer-events-none fixed inset-x-0 top-28 z-30 flex justify-center">
        <div className="notice pointer-events-auto shadow-toast" data-tone="warn" role="alert">
          <p>You are signed out. What you have typed is still here.</p>
          <Button size="sm" onClick={() => setEnded('dialog')}>
            Sign in again
          </Button>
        </div>
      </div>
    )
  const { title, text } = dialogs[reason]
  return (
    <Dialog
      // Another reason has another form.
      key={reason}
      title={title}
      onClose={() => {
        if (reason === 'ended') setEnded('line')
        finish(false)
      }}
    >
      <p className="mb-4 text-small text-soft">{text}</p>
      <LoginForm
        username={auth.state.user.username}
        purpose={reason === 'ended' ? 'sign in' : 'confirm'}
        onConfirmed={() => finish(true)}
      />
    </Dialog>
  )
}

/**
 * Tells whether the person is typing: the focus is in a text, and its last change came after the
 * last press or command.
 */
function useTyping(): () => boolean {
  const typing = useRef(false)
  useEffect(() => {
    const typed = () => {
      typing.current = true
    }
    const pressed = () => {
      typing.current = false
    }
    const key = (event: KeyboardEvent) => {
      const isSent = event.key === 'Enter' && event.target instanceof HTMLInputElement
      if (isSent || event.ctrlKey || event.metaKey) pressed()
    }
    document.addEventListener('input', typed, true)
    document.addEventListener('pointerdown', pressed, true)
    document.addEventListener('keydown', key, true)
    return () => {
      document.removeEventListener('input', typed, true)
      document.removeEventListener('pointerdown', pressed, true)
      document.removeEventListener('keydown', key, true)
    }
  }, [])
  return useCallback(
    () =>
      typing.current &&
      document.activeElement?.matches('input, textarea, [contenteditable]') === true,
    [],
  )
}
