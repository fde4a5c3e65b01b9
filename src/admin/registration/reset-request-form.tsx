import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { resetRequest } from '#domain/account.ts'
import type { AccountWords } from '#domain/site/account-words.ts'
import { call } from '../../api/call.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import { LiteralField } from '../../ui/field.tsx'
import { type FormState, failureText, faultText } from './fault-text.ts'

/**
 * Asks for a mail with a link for a new password, at /auth/reset. It says the same for every name.
 */
export function ResetRequestForm({ words }: { words: AccountWords }) {
  const [state, setState] = useState<FormState>({ kind: 'idle' })
  const form = useForm({ resolver: zodResolver(resetRequest), defaultValues: { username: '' } })

  const submit = form.handleSubmit(async (body) => {
    setState({ kind: 'pending' })
    try {
      await call('POST /api/auth/reset', { body })
      setState({ kind: 'done' })
    } catch (error) {
      console.error(error)
      setState({ kind: 'failed', message: failureText(error, words) })
    }
  })

  if (state.kind === 'done')
    return (
      <div className="notice" role="status">
        <p>{words.resetSent}</p>
      </div>
    )
  return (
    <form className="grid gap-5" onSubmit={submit} noValidate data-needs-script>
      {state.kind === 'failed' && <ErrorNotice>{state.message}</ErrorNotice>}
      <LiteralField
        label={words.resetWho}
        autoComplete="username"
        required
        error={faultText(form.formState.errors.username, words)}
        {...form.register('username')}
      />
      <Button
        type="submit"
        variant="primary"
        pending={state.kind === 'pending'}
        pendingText={words.resetSending}
      >
        {words.resetSend}
      </Button>
    </form>
  )
}
