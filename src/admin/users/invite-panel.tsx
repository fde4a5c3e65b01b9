import { useMutation } from '@tanstack/react-query'
import { UserPlus } from 'lucide-react'
import { adminCall } from '../../api/admin-call.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Moment } from '../shell/moment.tsx'
import { SecretLink } from '../shell/secret-link.tsx'
import { showFailure } from '../shell/show-failure.ts'

/** Creates an invitation link: one registration within a week. */
export function InvitePanel() {
  const invitation = useMutation({
    mutationFn: () => adminCall('POST /api/auth/invitations'),
    onError: (error) => showFailure('The invitation could not be made', error),
  })

  return (
    <Card title="Invite somebody">
      <p className="mb-4 text-soft">
        Every user is an administrator and may change everything. An invitation works once, for
        seven days.
      </p>
      {invitation.data ? (
        <SecretLink
          label="Invitation link"
          url={invitation.data.url}
          copied="Send it to the person you invite."
          hint={
            <>
              Valid until <Moment instant={invitation.data.expiresAt} />. It is shown only here and
              now.
            </>
          }
        >
          <Button
            pending={invitation.isPending}
            pendingText="Inviting..."
            onClick={() => invitation.mutate()}
          >
            Another Invitation
          </Button>
        </SecretLink>
      ) : (
        <Button
          variant="primary"
          icon={<UserPlus />}
          pending={invitation.isPending}
          pendingText="Inviting..."
          onClick={() => invitation.mutate()}
        >
          Create Invitation
        </Button>
      )}
    </Card>
  )
}
