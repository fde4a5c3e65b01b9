import { useState } from 'react'
import { isEmail } from '#domain/email.ts'
import { Button } from '../../../ui/button.tsx'
import { TextField } from '../../../ui/field.tsx'
import { FormError } from '../../../ui/form-error.tsx'
import { showToast } from '../../../ui/show-toast.ts'
import { type Sending, useActions } from './use-sending.ts'

/** Sends the saved issue as a test to any address; the account's own stands there at first. */
export function TestMail({
  own,
  disabled,
  sending,
}: {
  own: string | null
  disabled: boolean
  sending: Sending
}) {
  const [typed, setTyped] = useState(own ?? '')
  const [fault, setFault] = useState<string | null>(null)
  const { problem, setProblem, run } = useActions(sending)

  async function send() {
    const to = typed.trim()
    setProblem(null)
    if (!isEmail(to)) return setFault('Please enter a valid email address.')
    if (await run({ action: 'test', to }))
      void showToast({ title: 'Test sent', description: `Look for it in the inbox of ${to}.` })
  }

  return (
    <>
      <TextField
        label="Address for the test"
        type="email"
        autoComplete="email"
        maxLength={254}
        {...(own === null && { hint: 'Your account has no address; add one on the Account page.' })}
        value={typed}
        {...(fault !== null && { error: fault })}
        onChange={({ target }) => {
          setFault(null)
          setTyped(target.value)
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return
          event.preventDefault()
          if (!disabled) void send()
        }}
      />
      <FormError>{problem}</FormError>
      <Button
        disabled={disabled}
        pending={sending.busy === 'test'}
        pendingText="Sending the test..."
        onClick={() => void send()}
      >
        {typed.trim() === own ? 'Send a test to me' : 'Send a test'}
      </Button>
    </>
  )
}
