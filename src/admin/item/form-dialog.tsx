import { type ReactNode, useEffect, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { useKeeping } from '../offline/local-provider.tsx'
import { StorageNotice } from './draft-notices.tsx'

/**
 * A dialog around a form. Closing it by any way asks first when something was typed; so does leaving the page where the browser keeps nothing. Mod+S submits.
 */
export function FormDialog({
  title,
  dirty,
  pending,
  problem,
  state,
  submitLabel,
  pendingLabel,
  onSubmit,
  onDiscard,
  onClose,
  children,
}: {
  title: string
  dirty: boolean
  pending: boolean
  /** What went wrong, where no field says it. */
  problem: string | null
  /** The state word of what is edited. */
  state?: ReactNode
  submitLabel: string
  pendingLabel: string
  onSubmit: () => unknown
  /** What was typed is given up. Where this is said, the browser keeps it until then. */
  onDiscard?: () => unknown
  onClose: () => void
  children: ReactNode
}) {
  const [asking, setAsking] = useState(false)
  const kept = useKeeping().kind === 'kept' && onDiscard !== undefined
  useEffect(() => {
    // What the browser keeps comes back.
    if (!dirty || kept) return
    const stay = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', stay)
    return () => removeEventListener('beforeunload', stay)
  }, [dirty, kept])

  function leave() {
    if (pending) return
    if (dirty) setAsking(true)
    else onClose()
  }

  return (
    <>
      <Dialog
        title={title}
        className="dialog-form"
        mayClose={() => {
          if (!dirty && !pending) return true
          leave()
          return false
        }}
        onClose={onClose}
      >
        <form
          noValidate
          onSubmit={(event) => {
            event.preventDefault()
            if (!pending) onSubmit()
          }}
          onKeyDown={(event) => {
            if (event.key.toLowerCase() !== 's' || !(event.metaKey || event.ctrlKey) || event.altKey) return
            event.preventDefault()
            // Not from a dialog above this one.
            if (event.currentTarget.contains(event.target as Node)) event.currentTarget.requestSubmit()
          }}
        >
          {onDiscard && <StorageNotice className="mb-5" />}
          {children}
          <div className="dialog-foot">
            {problem && (
              <p className="notice" data-tone="danger" role="alert">
                {problem}
              </p>
            )}
            <DialogActions className="">
              {state}
              <Button onClick={leave} disabled={pending}>
                Cancel
              </Button>
              <Button type="submit" variant="primary" pending={pending} pendingText={pendingLabel}>
                {submitLabel}
              </Button>
            </DialogActions>
          </div>
        </form>
      </Dialog>
      {asking && (
        <ConfirmDialog
          title="Discard what you typed?"
          text="You have unsaved changes. They are lost when this is closed."
          confirmLabel="Discard"
          cancelLabel="Keep editing"
          tone="danger"
          onConfirm={async () => {
            await onDiscard?.()
            onClose()
          }}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  )
}
