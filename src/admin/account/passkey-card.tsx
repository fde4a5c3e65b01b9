import { useQuery } from '@tanstack/react-query'
import { browserName } from '#domain/browser-name.ts'
import { adminCall, callQuery } from '../../api/admin-call.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Loaded } from '../shell/loaded.tsx'
import { Moment } from '../shell/moment.tsx'
import { makePasskey } from '../shell/passkeys.ts'
import { ActionButton, useAction } from '../shell/use-action.tsx'

/** One's own passkeys: add and remove. */
export function PasskeyCard({ onAdded }: { onAdded?: () => unknown }) {
  const keys = useQuery(callQuery('GET /api/auth/passkeys'))
  const add = useAction(
    async () => {
      const options = await adminCall('POST /api/auth/passkeys/new')
      const response = await makePasskey(options)
      const name = browserName(navigator.userAgent)
      await adminCall('POST /api/auth/passkeys', { body: { response, name } })
    },
    {
      failed: 'The passkey could not be added',
      done: { title: 'Passkey added', description: 'You may sign in with it from now on.' },
      refresh: ['GET /api/auth/passkeys'],
      onDone: onAdded,
    },
  )
  const remove = useAction(
    (id: string) => adminCall('DELETE /api/auth/passkeys/{id}', { params: { id } }),
    {
      failed: 'The passkey could not be removed',
      done: { title: 'Passkey removed', description: 'Nobody can sign in with it any more.' },
      refresh: ['GET /api/auth/passkeys'],
    },
  )

  return (
    <Card title="Passkeys">
      <Loaded query={keys} name="passkeys">
        {(data) => (
          <>
            <p className="mb-4 text-soft">
              With a passkey you sign in by the lock of your device, such as a fingerprint or its
              PIN, without the password. A passkey can be neither guessed nor given to a false site.
            </p>
            {data.passkeys.length > 0 && (
              <ul className="row-list mb-4">
                {data.passkeys.map((key) => (
                  <li key={key.id}>
                    <div className="min-w-0">
                      <p className="font-semibold">{key.name}</p>
                      <p className="text-tiny text-muted">
                        Added <Moment instant={key.createdAt} />,{' '}
                        {key.lastUsedAt ? (
                          <>
                            last used <Moment instant={key.lastUsedAt} />
                          </>
                        ) : (
                          'not used yet'
                        )}
                      </p>
                    </div>
                    <Button
                      size="sm"
                      variant="danger"
                      aria-label={`Remove the passkey ${key.name}`}
                      pending={remove.isPending && remove.variables === key.id}
                      pendingText="Removing..."
                      onClick={() => remove.mutate(key.id)}
                    >
                      Remove
                    </Button>
                  </li>
                ))}
              </ul>
            )}
            {data.isPossible && 'PublicKeyCredential' in window ? (
              <ActionButton action={add} variant="primary" pendingText="Waiting for the passkey...">
                Add Passkey
              </ActionButton>
            ) : (
              <p className="text-small text-muted">
                Passkeys need https and an address that is a name; this browser or this address does
                not allow them.
              </p>
            )}
          </>
        )}
      </Loaded>
    </Card>
  )
}
