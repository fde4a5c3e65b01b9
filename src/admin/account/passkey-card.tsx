import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { adminCall, callKeyOf, callQuery } from '../../api/admin-call.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { showToast } from '../../ui/show-toast.ts'
import { Loaded } from '../shell/loaded.tsx'
import { Moment } from '../shell/moment.tsx'
import { makePasskey } from '../shell/passkeys.ts'
import { showFailure } from '../shell/show-failure.ts'
import { browserName } from './browser-name.ts'

/** One's own passkeys: add and remove. */
export function PasskeyCard({ onAdded }: { onAdded?: () => unknown }) {
  const queries = useQueryClient()
  const keys = useQuery(callQuery('GET /api/auth/passkeys'))
  const refresh = () => queries.invalidateQueries({ queryKey: callKeyOf('GET /api/auth/passkeys') })
  const add = useMutation({
    async mutationFn() {
      const options = await adminCall('POST /api/auth/passkeys/new')
      const response = await makePasskey(options)
      const name = browserName(navigator.userAgent)
      await adminCall('POST /api/auth/passkeys', { body: { response, name } })
    },
    async onSuccess() {
      void showToast({
        title: 'Passkey added',
        description: 'You may sign in with it from now on.',
      })
      await refresh()
      await onAdded?.()
    },
    onError: (error) => showFailure('The passkey could not be added', error),
  })
  const remove = useMutation({
    mutationFn: (id: string) => adminCall('DELETE /api/auth/passkeys/{id}', { params: { id } }),
    async onSuccess() {
      await refresh()
      void showToast({
        title: 'Passkey removed',
        description: 'Nobody can sign in with it any more.',
      })
    },
    onError: (error) => showFailure('The passkey could not be removed', error),
  })

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
              <Button
                variant="primary"
                pending={add.isPending}
                pendingText="Waiting for the passkey..."
                onClick={() => add.mutate()}
              >
                Add Passkey
              </Button>
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
