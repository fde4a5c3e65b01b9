import { zodResolver } from '@hookform/resolvers/zod'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useForm } from 'react-hook-form'
import { encode } from 'uqr'
import type { z } from 'zod'
import { codeRequest, type TotpSetup, totpConfirmation } from '#domain/account.ts'
import { adminCall, callKeyOf, callQuery } from '../../api/admin-call.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { LiteralField } from '../../ui/field.tsx'
import { registerField } from '../../ui/register-field.ts'
import { showToast } from '../../ui/show-toast.ts'
import { Loaded } from '../shell/loaded.tsx'
import { Moment } from '../shell/moment.tsx'
import { ActionButton, type ActionOptions, useAction } from '../shell/use-action.tsx'

type Step =
  | { kind: 'rest' }
  | { kind: 'switching off' }
  | { kind: 'setup'; setup: TotpSetup }
  | { kind: 'codes'; codes: ReadonlyArray<string> }

const factorsCall = 'GET /api/auth/second-factors'

/**
 * The authenticator app as second step of the sign-in: set up, switched off, recovery codes.
 * `onSet`: new recovery codes were kept.
 */
export function TotpCard({ onSet }: { onSet?: () => unknown }) {
  const [step, setStep] = useState<Step>({ kind: 'rest' })
  const factors = useQuery(callQuery(factorsCall))
  const queries = useQueryClient()
  const setUp = useAction(() => adminCall('POST /api/auth/totp'), {
    failed: 'The authenticator app could not be set up',
    onDone: (setup) => setStep({ kind: 'setup', setup }),
  })
  const renew = useAction(() => adminCall('POST /api/auth/recovery-codes'), {
    failed: 'New recovery codes could not be made',
    refresh: [factorsCall],
    onDone: ({ recoveryCodes }) => setStep({ kind: 'codes', codes: recoveryCodes }),
  })

  function body(): ReactNode {
    if (step.kind === 'switching off')
      return <SwitchOffForm onEnd={() => setStep({ kind: 'rest' })} />
    if (step.kind === 'setup')
      return (
        <TotpSetupForm
          setup={step.setup}
          onDone={(codes) => {
            setStep({ kind: 'codes', codes })
            void queries.invalidateQueries({ queryKey: callKeyOf(factorsCall) })
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
                <ActionButton action={renew} pendingText="Making...">
                  New Recovery Codes
                </ActionButton>
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
              <ActionButton action={setUp} variant="primary" pendingText="Making a key...">
                Set Up
              </ActionButton>
            </>
          )
        }
      </Loaded>
    )
  }

  return <Card title="Authenticator app">{body()}</Card>
}

/** Asks for a code before the app is switched off. */
function SwitchOffForm({ onEnd }: { onEnd: () => void }) {
  return (
    <CodeForm
      schema={codeRequest}
      hint="The six digits of the app, or a recovery code."
      submitLabel="Switch Off"
      tone="danger"
      call={(code) => adminCall('POST /api/auth/totp/off', { body: { code } })}
      failed="The authenticator app could not be switched off"
      done={{
        title: 'Authenticator app switched off',
        description: 'You sign in with your password alone.',
      }}
      refresh={[factorsCall]}
      onDone={onEnd}
      onCancel={onEnd}
    />
  )
}

const fields = totpConfirmation.pick({ code: true })

/**
 * Shows the secret of a new authenticator app as QR code and as text, and asks for the first code.
 */
function TotpSetupForm({
  setup,
  onDone,
  onCancel,
}: {
  setup: TotpSetup
  onDone(recoveryCodes: ReadonlyArray<string>): void
  onCancel(): void
}) {
  return (
    <CodeForm
      schema={fields}
      submitLabel="Switch On"
      call={(code) =>
        adminCall('POST /api/auth/totp/confirm', { body: { setup: setup.setup, code } })
      }
      failed="The authenticator app could not be set up"
      onDone={({ recoveryCodes }) => onDone(recoveryCodes)}
      onCancel={onCancel}
    >
      <p className="text-soft">
        Scan this with the app, or type the key into it. Then enter the six digits that it shows.
      </p>
      <QrCode text={setup.uri} />
      <p className="text-small">
        Key: <code className="break-all">{setup.secret.match(/.{1,4}/g)?.join(' ')}</code>
      </p>
    </CodeForm>
  )
}

/**
 * A QR code, made here: the secret goes to no service. Always dark on light, because many cameras
 * read no inverted codes.
 */
function QrCode({ text }: { text: string }) {
  const { data, size } = encode(text, { border: 3 })
  const path = data
    .flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')))
    .filter(Boolean)
    .join('')
  return (
    <svg
      role="img"
      aria-label="QR code of the key"
      className="w-44 max-w-full rounded-card border border-line"
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  )
}

async function copyText(text: string) {
  try {
    await navigator.clipboard.writeText(text)
    void showToast({ title: 'Codes copied', description: 'Paste them where they are safe.' })
  } catch {
    // Pages without https may not write to the clipboard.
    void showToast({
      title: 'Please copy the codes yourself',
      description: 'This browser does not allow it here.',
    })
  }
}

/** New recovery codes, which are shown once. */
function RecoveryCodes({ codes, onDone }: { codes: ReadonlyArray<string>; onDone(): void }) {
  return (
    <div className="grid gap-4">
      <p className="notice" role="status">
        Keep these recovery codes where your phone is not. Each signs you in once, in place of the
        app. They are shown only here and now.
      </p>
      <ul className="grid gap-1 font-mono text-small sm:grid-cols-2" aria-label="Recovery codes">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-2">
        <Button variant="primary" onClick={onDone}>
          I Have Kept Them
        </Button>
        <Button onClick={() => copyText(codes.join('\n'))}>Copy Codes</Button>
      </div>
    </div>
  )
}

type Fields = { code: string }

/** Asks for a code of an authenticator app, and makes a call with it. */
function CodeForm<Answer>({
  schema,
  hint,
  submitLabel,
  tone = 'primary',
  call,
  onCancel,
  children,
  ...options
}: Omit<ActionOptions<Answer, Fields>, 'form'> & {
  schema: z.ZodType<Fields, Fields>
  hint?: string
  submitLabel: string
  tone?: 'primary' | 'danger'
  call: (code: string) => Promise<Answer>
  onCancel(): void
  children?: ReactNode
}) {
  const form = useForm<Fields>({ resolver: zodResolver(schema), defaultValues: { code: '' } })
  const send = useAction(call, { ...options, form })
  return (
    <form
      className="grid gap-4"
      noValidate
      onSubmit={form.handleSubmit(({ code }) => send.mutate(code))}
    >
      {children}
      <LiteralField
        label="Code"
        autoComplete="one-time-code"
        hint={hint}
        autoFocus
        {...registerField(form, 'code')}
      />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant={tone} pending={send.isPending} pendingText="Checking...">
          {submitLabel}
        </Button>
        <Button onClick={onCancel}>Cancel</Button>
      </div>
    </form>
  )
}
