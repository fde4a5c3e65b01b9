import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { codeRequest, type TotpSetup } from '#domain/account.ts'
import { adminCall, callKeyOf, callQuery } from '../../api/admin-call.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { showToast } from '../../ui/show-toast.ts'
import { Loaded } from '../shell/loaded.tsx'
import { Moment } from '../shell/moment.tsx'
import { showFailure } from '../shell/show-failure.ts'
import { CodeForm } from './code-form.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import { TotpSetupForm } from './totp-setup-form.tsx'

type Step =
  | { kind: 'rest' }
  | { kind: 'switching off' }
  | { kind: 'setup'; setup: TotpSetup }
  | { kind: 'codes'; codes: ReadonlyArray<string> }

/**
 * The authenticator app as second step of the sign-in: set up, switched off, recovery codes.
 * `onSet`: new recovery codes were kept.
 */
export function TotpCard({ onSet }: { onSet?: () => unknown }) {
  const queries = useQueryClient()
  const [step, setStep] = useState<Step>({ kind: 'rest' })
  const factors = useQuery(callQuery('GET /api/auth/second-factors'))
  const refresh = () =>
    queries.invalidateQueries({ queryKey: callKeyOf('GET /api/auth/second-factors') })

  const setUp = useMutation({
    mutationFn: () => adminCall('POST /api/auth/totp'),
    onSuccess: (setup) => setStep({ kind: 'setup', setup }),
    onError: (error) => showFailure('The authenticator app could not be set up', error),
  })
  const renew = useMutation({
    mutationFn: () => adminCall('POST /api/auth/recovery-codes'),
    async onSuccess({ recoveryCodes }) {
      setStep({ kind: 'codes', codes: recoveryCodes })
      await refresh()
    },
    onError: (error) => showFailure('New recovery codes could not be made', error),
  })
  const switchOff = useMutation({
    mutationFn: (code: string) => adminCall('POST /api/auth/totp/off', { body: { code } }),
    async onSuccess() {
      setStep({ kind: 'rest' })
      void showToast({
        title: 'Authenticator app switched off',
        description: 'You sign in with your password alone.',
      })
      await refresh()
    },
  })

  function body(): ReactNode {
    if (step.kind === 'switching off')
      return (
        <CodeForm
          schema={codeRequest}
          hint="The six digits of the app, or a recovery code."
          submitLabel="Switch Off"
          tone="danger"
          pending={switchOff.isPending}
          onSubmit={(code, form) =>
            switchOff.mutate(code, {
              onError: (error) =>
                showFailure('The authenticator app could not be switched off', error, form),
            })
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
    if (step.kind === 'codes')
      return (
        <RecoveryCodes
          codes={step.codes}
          onDone={() => {
            setStep({ kind: 'rest' })
            void onSet?.()
          }}
        />
      )
    return (
      <Loaded query={factors} name="the state" failed="state">
        {({ totp, isDemanded }) =>
          totp ? (
            <>
              <p className="mb-4 text-soft">
                On since <Moment instant={totp.since} />. {totp.recoveryCodesLeft} of your recovery
                codes are left.
                {isDemanded &&
                  ' This site demands a second factor of everybody, so your last one stays on.'}
              </p>
              <div className="flex flex-wrap gap-2">
                <Button
                  pending={renew.isPending}
                  pendingText="Making..."
                  onClick={() => renew.mutate()}
                >
                  New Recovery Codes
                </Button>
                <Button variant="danger" onClick={() => setStep({ kind: 'switching off' })}>
                  Switch Off
                </Button>
              </div>
            </>
          ) : (
            <>
              <p className="mb-4 text-soft">
                With an app on your phone, a sign-in needs its six digits beside your password.
                Somebody who learns your password can't sign in with it alone.
              </p>
              <Button
                variant="primary"
                pending={setUp.isPending}
                pendingText="Making a key..."
                onClick={() => setUp.mutate()}
              >
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
