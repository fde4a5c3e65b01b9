import { useMutation } from '@tanstack/react-query'
import { Copy, UserPlus } from 'lucide-react'
import { useRef } from 'react'
import { adminCall } from '../../api/admin-call.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { TextField } from '../../ui/field.tsx'
import { showToast } from '../../ui/show-toast.ts'
import { Moment } from '../shell/moment.tsx'
import { showFailure } from '../shell/show-failure.ts'

/** Creates an invitation link: one registration within a week. */
export function InvitePanel() {
  const field = useRef<HTMLInputElement>(null)
  const invitation = useMutation({
    mutationFn: () => adminCall('POST /api/auth/invitations'),
    onError: (error) => showFailure('The invitation could not be made', error),
  })

  async function copy(url: string) {
    try {
      await navigator.clipboard.writeText(url)
      void showToast({ title: 'Link copied', description: 'Send it to the person you invite.' })
    } catch {
      // Pages without https may not write to the clipboard, so the link is selected for copying.
      field.current?.select()
      void showToast({ title: 'Please copy the link yourself', description: 'It is selected: press Ctrl+C or ⌘C.' })
    }
  }

  return (
    <Card title="Invite somebody">
      <p className="mb-4 text-soft">
        Every user is an administrator and may change everything. An invitation works once, for seven days.
      </p>
      {invitation.data ? (
        <div className="grid gap-3">
          <TextField
            ref={field}
            label="Invitation link"
            readOnly
            value={invitation.data.url}
            onFocus={(event) => event.target.select()}
            hint={
              <>
                Valid until <Moment instant={invitation.data.expiresAt} />. It is shown only here and now.
              </>
            }
          />
          <div className="flex flex-wrap gap-2">
            <Button variant="primary" icon={<Copy aria-hidden="true" />} onClick={() => copy(invitation.data.url)}>
              Copy Link
            </Button>
            <Button pending={invitation.isPending} pendingText="Inviting..." onClick={() => invitation.mutate()}>
              Another Invitation
            </Button>
          </div>
        </div>
      ) : (
        <Button
          variant="primary"
          icon={<UserPlus aria-hidden="true" />}
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
