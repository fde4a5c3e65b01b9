import { useMutation } from '@tanstack/react-query'
import type { UserView } from '#domain/account.ts'
import { adminCall } from '../../api/admin-call.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Moment } from '../shell/moment.tsx'
import { SecretLink } from '../shell/secret-link.tsx'
import { showFailure } from '../shell/show-failure.ts'

/** Makes a link with which another administrator sets a new password. */
export function ResetDialog({ user, onClose }: { user: UserView; onClose(): void }) {
  const link = useMutation({
    mutationFn: () => adminCall('POST /api/users/{id}/reset', { params: { id: user.id } }),
    onError: (error) => showFailure('The link could not be made', error),
  })
  return (
    <Dialog title={`A new password for ${user.username}`} onClose={onClose}>
      <p className="mb-4 text-soft">
        With this link {user.username} chooses a new password, once, within a day. Until then nothing changes. Give it
        to nobody else: it opens the account.
      </p>
      {link.data ? (
        <SecretLink
          label="Link for a new password"
          url={link.data.url}
          copied={`Send it to ${user.username}.`}
          hint={
            <>
              Valid until <Moment instant={link.data.expiresAt} />. It is shown only here and now.
            </>
          }
        />
      ) : (
        <Button variant="primary" pending={link.isPending} pendingText="Making..." onClick={() => link.mutate()}>
          Make Link
        </Button>
      )}
    </Dialog>
  )
}
