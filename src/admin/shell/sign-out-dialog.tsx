import { useEffect, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { useLocal, useOutgoing } from '../offline/local-provider.tsx'

/** Signing out empties what this browser has kept: whoever has something unsaved there decides first. Without any, it goes on by itself. */
export function SignOutDialog({ onSignOut, onClose }: { onSignOut: () => Promise<void>; onClose: () => void }) {
  const { drafts, outbox } = useLocal()
  const waiting = useOutgoing().length
  const [kept, setKept] = useState<number | null>(null)
  const [pending, setPending] = useState(false)
  const sign = () => {
    setPending(true)
    void onSignOut().finally(onClose)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: looked up once
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
        <p>Signing out empties what this browser keeps for you. Not saved on the site yet:</p>
        <ul className="list-disc pl-5">
          {kept > 0 && <li>{kept === 1 ? '1 draft' : `${kept} drafts`}</li>}
          {waiting > 0 && <li>{waiting === 1 ? '1 change that waits' : `${waiting} changes that wait`} to be sent</li>}
        </ul>
      </div>
      <DialogActions>
        <Button data-autofocus onClick={onClose}>
          Stay signed in
        </Button>
        <Button
          onClick={() => {
            location.assign('/admin/device')
          }}
        >
          Show them
        </Button>
        <Button variant="danger" pending={pending} pendingText="Signing out..." onClick={sign}>
          Sign out and empty
        </Button>
      </DialogActions>
    </Dialog>
  )
}
