import { useMutation } from '@tanstack/react-query'
import { encode } from 'uqr'
import { type TotpSetup, totpConfirmation } from '#domain/account.ts'
import { adminCall } from '../../api/admin-call.ts'
import { showFailure } from '../shell/show-failure.ts'
import { CodeForm } from './code-form.tsx'

const fields = totpConfirmation.pick({ code: true })

/**
 * Shows the secret of a new authenticator app as QR code and as text, and asks for the first code.
 */
export function TotpSetupForm({
  setup,
  onDone,
  onCancel,
}: {
  setup: TotpSetup
  onDone(recoveryCodes: ReadonlyArray<string>): void
  onCancel(): void
}) {
  const confirm = useMutation({
    mutationFn: (code: string) =>
      adminCall('POST /api/auth/totp/confirm', { body: { setup: setup.setup, code } }),
    onSuccess: ({ recoveryCodes }) => onDone(recoveryCodes),
  })
  return (
    <CodeForm
      schema={fields}
      submitLabel="Switch On"
      pending={confirm.isPending}
      onSubmit={(code, form) =>
        confirm.mutate(code, {
          onError: (error) => showFailure('The authenticator app could not be set up', error, form),
        })
      }
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
