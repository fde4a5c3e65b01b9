import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { UserView } from '#domain/account.ts'
import { counted } from '#domain/count-words.ts'
import { adminCall, callKeyOf, callQuery } from '../../api/admin-call.ts'
import { throwMessage } from '../../api/refusal.ts'
import { Card } from '../../ui/card.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { showToast } from '../../ui/show-toast.ts'
import { SwitchField } from '../../ui/switch-field.tsx'
import { Loaded } from '../shell/loaded.tsx'

/** What happens to those who have none. */
function consequence(without: number): string {
  if (without === 0)
    return 'Every administrator has one already. People who are invited set one up first.'
  return `${counted(without, 'administrator has', 'administrators have')} none: until they have set one up, nothing else works for them, in open sessions too. What they have typed stays in their browsers.`
}

/** The switch by which all administrators need a second factor. */
export function SecondFactorCard({ users }: { users: ReadonlyArray<UserView> }) {
  const queries = useQueryClient()
  const factors = useQuery(callQuery('GET /api/auth/second-factors'))
  const [asking, setAsking] = useState(false)
  const without = users.filter(({ hasSecondFactor }) => !hasSecondFactor)
  const change = useMutation({
    mutationFn: (isDemanded: boolean) =>
      adminCall('POST /api/auth/second-factors/demand', { body: { isDemanded } }).catch(
        throwMessage,
      ),
    async onSuccess({ isDemanded }) {
      setAsking(false)
      await queries.invalidateQueries({ queryKey: callKeyOf('GET /api/auth/second-factors') })
      void showToast(
        isDemanded
          ? {
              title: 'Second factor demanded',
              description: 'Everybody needs an app or a passkey from now on.',
            }
          : {
              title: 'Second factor optional',
              description: 'An app or a passkey is everybody’s own choice.',
            },
      )
    },
  })

  return (
    <Card title="Second factor">
      <Loaded query={factors} name="the rule" failed="rule">
        {({ isDemanded }) => (
          <>
            <SwitchField
              label="Everybody needs a second factor"
              checked={isDemanded}
              onChange={() => setAsking(true)}
              hint={
                isDemanded
                  ? 'Nobody signs in with a password alone: an authenticator app or a passkey is needed.'
                  : 'A password alone is enough to sign in as an administrator who has no authenticator app.'
              }
            />
            {without.length > 0 && (
              <p className="mt-3 text-small text-soft">
                Administrators without one: {without.map(({ username }) => username).join(', ')}.
              </p>
            )}
            {asking && (
              <ConfirmDialog
                title={
                  isDemanded
                    ? 'Make the second factor optional?'
                    : 'Demand a second factor of everybody?'
                }
                text={
                  isDemanded
                    ? 'Apps and passkeys that are set up stay on. An administrator who removes theirs signs in with the password alone.'
                    : consequence(without.length)
                }
                confirmLabel={isDemanded ? 'Make It Optional' : 'Demand It'}
                pendingLabel="Changing..."
                tone={isDemanded ? 'danger' : 'primary'}
                onConfirm={() => change.mutateAsync(!isDemanded)}
                onClose={() => setAsking(false)}
              />
            )}
          </>
        )}
      </Loaded>
    </Card>
  )
}
