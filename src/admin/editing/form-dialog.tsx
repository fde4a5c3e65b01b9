import { type ReactNode, useEffect, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import { useDraftStorage } from '../shell/local-provider.tsx'
import { askBeforeUnload } from '../shell/use-leave-guard.tsx'
import { StorageNotice } from './draft-notices.tsx'

interface FormDialogProps {
  title: string
  /** Has a column beside its main fields where there is room. */
  wide?: boolean
  dirty: boolean
  pending: boolean
  /** An error that belongs to no field. */
  problem: string | null
  /** State label of the edited item. */
  state?: ReactNode
  submitLabel: string
  pendingLabel: string
  onSubmit: () => unknown
  /** Called when the text is discarded. When set, the browser stores the text until then. */
  onDiscard?: () => unknown
  onClose: () => void
  children: ReactNode
}

/**
 * A dialog with a form. It asks before it is closed with unsaved text, and before the page is left
 * when the browser can't store the text. Mod+S submits.
 */
export function FormDialog({
  title,
  wide = false,
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
}: FormDialogProps) {
  const [asking, setAsking] = useState(false)
  const kept = useDraftStorage().kind === 'available' && onDiscard !== undefined
  // Stored text needs no warning.
  useEffect(() => askBeforeUnload(() => dirty && !kept), [dirty, kept])

  function leave() {
    if (pending) return
    if (dirty) setAsking(true)
    else onClose()
  }

  return (
    <>
      <Dialog
        title={title}
        className={wide ? 'dialog-form dialog-form-wide' : 'dialog-form'}
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
            if (
              event.key.toLowerCase() !== 's' ||
              !(event.metaKey || event.ctrlKey) ||
              event.altKey
            )
              return
            event.preventDefault()
            // Ignores keys of a dialog above this one.
            if (event.currentTarget.contains(event.target as Node))
              event.currentTarget.requestSubmit()
          }}
        >
          {onDiscard && <StorageNotice className="mb-5" />}
          {children}
          <div className="dialog-foot">
            {problem && <ErrorNotice>{problem}</ErrorNotice>}
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
