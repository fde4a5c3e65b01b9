import { type ReactNode, useState } from 'react'
import { Button } from './button.tsx'
import { Dialog, DialogActions } from './dialog.tsx'
import { FormError } from './form-error.tsx'

/**
 * Asks for confirmation. While `onConfirm` runs, the button shows `pendingLabel`. The caller closes
 * the dialog by not rendering it. When `onConfirm` rejects, its message is shown and the button is
 * enabled again.
 */
export function ConfirmDialog({
  title,
  text,
  confirmLabel,
  cancelLabel = 'Cancel',
  pendingLabel,
  tone = 'primary',
  onConfirm,
  onClose,
}: {
  title: string
  text: ReactNode
  confirmLabel: string
  cancelLabel?: string
  pendingLabel?: string
  tone?: 'primary' | 'danger'
  onConfirm: () => unknown
  onClose: () => void
}) {
  const [state, setState] = useState<{ kind: 'asking'; problem?: string } | { kind: 'pending' }>({
    kind: 'asking',
  })

  async function confirm() {
    setState({ kind: 'pending' })
    try {
      await onConfirm()
      setState({ kind: 'asking' })
    } catch (error) {
      setState({ kind: 'asking', problem: error instanceof Error ? error.message : String(error) })
    }
  }

  return (
    <Dialog title={title} onClose={onClose}>
      <div className="text-small text-soft">{typeof text === 'string' ? <p>{text}</p> : text}</div>
      {state.kind === 'asking' && <FormError className="mt-3">{state.problem}</FormError>}
      <DialogActions>
        <Button data-autofocus onClick={onClose}>
          {cancelLabel}
        </Button>
        <Button
          variant={tone}
          pending={state.kind === 'pending'}
          pendingText={pendingLabel ?? confirmLabel}
          onClick={confirm}
        >
          {confirmLabel}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
