import { zodResolver } from '@hookform/resolvers/zod'
import { useQuery } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { type TokenRequest, type TokenView, tokenDays, tokenRequest } from '#domain/access-token.ts'
import { adminCall, callQuery } from '../../api/admin-call.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { SelectField, TextField } from '../../ui/field.tsx'
import { registerField } from '../../ui/register-field.ts'
import { Loaded } from '../shell/loaded.tsx'
import { Moment } from '../shell/moment.tsx'
import { SecretLink } from '../shell/secret-link.tsx'
import { ActionButton, useAction } from '../shell/use-action.tsx'

const scopes = [
  { value: 'read', label: 'Read content' },
  { value: 'write', label: 'Read and change content' },
]
const lives = [
  { value: '30', label: '30 days' },
  { value: String(tokenDays.usual), label: '90 days' },
  { value: String(tokenDays.most), label: 'A year' },
]
const empty: TokenRequest = { name: '', scope: 'read', days: tokenDays.usual }

/** One's own tokens for programs: makes, lists and ends them. */
export function TokenCard() {
  const tokens = useQuery(callQuery('GET /api/auth/tokens'))
  const form = useForm<TokenRequest>({ resolver: zodResolver(tokenRequest), defaultValues: empty })
  const make = useAction((body: TokenRequest) => adminCall('POST /api/auth/tokens', { body }), {
    failed: 'The token could not be made',
    form,
    refresh: ['GET /api/auth/tokens'],
    onDone: () => form.reset(empty),
  })
  return (
    <Card title="Tokens for programs">
      <p className="mb-4 text-soft">
        With a token a script or another service reads or changes content in your name, by the{' '}
        <a href="/api/openapi.json">API</a>. It can not reach accounts, people or mails. A new
        password ends all your tokens.
      </p>
      <Loaded query={tokens} name="tokens">
        {(all) =>
          all.length > 0 && (
            <ul className="row-list mb-4">
              {all.map((token) => (
                <TokenRow key={token.id} token={token} />
              ))}
            </ul>
          )
        }
      </Loaded>
      {make.data ? (
        <SecretLink
          label="New token"
          word="Token"
          url={make.data.token}
          copied="Paste it where the program reads it."
          hint="It is shown only here and now."
        >
          <Button onClick={() => make.reset()}>Done</Button>
        </SecretLink>
      ) : (
        <form
          className="grid gap-4"
          noValidate
          onSubmit={form.handleSubmit((body) => make.mutate(body))}
        >
          <TextField label="Name" hint="What the token is for." {...registerField(form, 'name')} />
          <div className="grid gap-4 sm:grid-cols-2">
            <SelectField label="It may" options={scopes} {...registerField(form, 'scope')} />
            <SelectField
              label="Works for"
              options={lives}
              {...registerField(form, 'days', { setValueAs: Number })}
            />
          </div>
          <Button
            type="submit"
            variant="primary"
            className="justify-self-start"
            pending={make.isPending}
            pendingText="Making..."
          >
            Make Token
          </Button>
        </form>
      )}
    </Card>
  )
}

function TokenRow({ token: { id, name, scope, expiresAt, lastUsedAt } }: { token: TokenView }) {
  const end = useAction(() => adminCall('DELETE /api/auth/tokens/{id}', { params: { id } }), {
    failed: 'The token could not be removed',
    done: { title: 'Token removed', description: `${name} can not call any more.` },
    refresh: ['GET /api/auth/tokens'],
  })
  const isExpired = Date.parse(expiresAt) <= Date.now()
  return (
    <li>
      <div className="min-w-0">
        <p className="font-semibold">
          {name} <Badge>{scope === 'read' ? 'Reads' : 'Reads and changes'}</Badge>
        </p>
        <p className="text-tiny text-muted">
          {isExpired ? 'Expired' : 'Works until'} <Moment instant={expiresAt} />,{' '}
          {lastUsedAt ? (
            <>
              last used <Moment instant={lastUsedAt} />
            </>
          ) : (
            'not used yet'
          )}
        </p>
      </div>
      <ActionButton
        action={end}
        size="sm"
        variant="danger"
        aria-label={`Remove the token ${name}`}
        pendingText="Removing..."
      >
        Remove
      </ActionButton>
    </li>
  )
}
