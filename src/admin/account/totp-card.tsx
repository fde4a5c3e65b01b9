import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { TotpSetup } from '#domain/account.ts'
import { adminCall, callKeyOf, callQuery } from '../../api/admin-call.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { showToast } from '../../ui/show-toast.ts'
import { Loaded } from '../shell/loaded.tsx'
import { Moment } from '../shell/moment.tsx'
import { showFailure } from '../shell/show-failure.ts'
import { PasswordQuestion } from './password-question.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import { TotpSetupForm } from './totp-setup-form.tsx'

type Step =
  | { kind: 'rest' }
  | { kind: 'asking'; for: 'setup' | 'off' | 'codes' }
  | { kind: 'setup'; setup: TotpSetup }
  | { kind: 'codes'; codes: ReadonlyArray<string> }

const questions = {
  setup: { label: 'Go On', title: 'The authenticator app could not be set up' },
  off: { label: 'Switch Off', title: 'The authenticator app could not be switched off' },
  codes: { label: 'Make New Codes', title: 'New recovery codes could not be made' },
} as const

/** The authenticator app as second step of the sign-in: set up, switched off, recovery codes. */
export function TotpCard() {
  const queries = useQueryClient()
  const [step, setStep] = useState<Step>({ kind: 'rest' })
  const factors = useQuery({ ...callQuery('GET /api/auth/second-factors'), refetchOnMount: 'always' })
  const refresh = () => queries.invalidateQueries({ queryKey: callKeyOf('GET /api/auth/second-factors') })

  const answer = useMutation({
    async mutationFn({ purpose, currentPassword }: { purpose: keyof typeof questions; currentPassword: string }) {
      const body = { currentPassword }
      if (purpose === 'setup')
        return setStep({ kind: 'setup', setup: await adminCall('POST /api/auth/totp', { body }) })
      if (purpose === 'codes') {
        const { recoveryCodes } = await adminCall('POST /api/auth/recovery-codes', { body })
        setStep({ kind: 'codes', codes: recoveryCodes })
      } else {
        await adminCall('POST /api/auth/totp/off', { body })
        setStep({ kind: 'rest' })
        void showToast({
          title: 'Authenticator app switched off',
          description: 'You sign in with your password alone.',
        })
      }
      await refresh()
    },
  })

  function body(): ReactNode {
    if (step.kind === 'asking')
      return (
        <PasswordQuestion
          submitLabel={questions[step.for].label}
          pending={answer.isPending}
          onSubmit={(currentPassword, form) =>
            answer.mutate(
              { purpose: step.for, currentPassword },
              { onError: (error) => showFailure(questions[step.for].title, error, form) },
            )
          }
          onCancel={() => setStep({ kind: 'rest' })}
        />
      )
    if (step.kind === 'setup')
      return (
        <TotpSetupForm
          setup={step.setup}
          onDone={(codes) => {
            setStep({ kind: 'codes', codes })
            void refresh()
          }}
          onCancel={() => setStep({ kind: 'rest' })}
        />
      )
    if (step.kind === 'codes') return <RecoveryCodes codes={step.codes} onDone={() => setStep({ kind: 'rest' })} />
    return (
      <Loaded query={factors} name="the state" failed="state">
        {({ totp }) =>
          totp ? (
            <>
              <p className="mb-4 text-soft">
                On since <Moment instant={totp.since} />. {totp.recoveryCodesLeft} of your recovery codes are left.
              </p>
              <div className="flex flex-wrap gap-2">
                <Button onClick={() => setStep({ kind: 'asking', for: 'codes' })}>New Recovery Codes</Button>
                <Button variant="danger" onClick={() => setStep({ kind: 'asking', for: 'off' })}>
                  Switch Off
                </Button>
              </div>
            </>
          ) : (
            <>
              <p className="mb-4 text-soft">
                With an app on your phone, a sign-in needs its six digits beside your password. Somebody who learns your
                password can't sign in with it alone.
              </p>
              <Button variant="primary" onClick={() => setStep({ kind: 'asking', for: 'setup' })}>
                Set Up
              </Button>
            </>
          )
        }
      </Loaded>
    )
  }

  return <Card title="Authenticator app">{body()}</Card>
}
