import { useEffect, useState } from 'react'
import { counted } from '#domain/count-words.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { useLocal, useOutgoing } from './local-provider.tsx'

/**
 * Asks before signing out deletes unsaved drafts and queued saves from this browser. Signs out
 * immediately when there are none.
 */
export function SignOutDialog({
  onSignOut,
  onClose,
}: {
  onSignOut: () => Promise<void>
  onClose: () => void
}) {
  const { drafts, outbox } = useLocal()
  const waiting = useOutgoing().length
  const [kept, setKept] = useState<number | null>(null)
  const [pending, setPending] = useState(false)
  const sign = () => {
    setPending(true)
    void onSignOut().finally(onClose)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once
  useEffect(() => {
    void Promise.all([drafts.all(), outbox.ready]).then(([all]) => {
      if (all.length + outbox.entries().length === 0) sign()
      else setKept(all.length)
    })
  }, [])
  if (kept === null || (pending && kept + waiting === 0)) return null
  return (
    <Dialog title="Sign out and lose what is not saved?" onClose={onClose}>
      <div className="grid gap-2 text-small text-soft">
        <p>
          Signing out deletes everything that this browser stores for you. Not saved on the site
          yet:
        </p>
        <ul className="list-disc ps-5">
          {kept > 0 && <li>{counted(kept, 'draft', 'drafts')}</li>}
          {waiting > 0 && (
            <li>{counted(waiting, 'change that waits', 'changes that wait')} to be sent</li>
          )}
        </ul>
      </div>
      <DialogActions>
        <Button data-autofocus onClick={onClose}>
          Stay signed in
        </Button>
        <Button onClick={() => location.assign('/admin/device')}>Show them</Button>
        <Button variant="danger" pending={pending} pendingText="Signing out..." onClick={sign}>
          Sign out and empty
        </Button>
      </DialogActions>
    </Dialog>
  )
}
