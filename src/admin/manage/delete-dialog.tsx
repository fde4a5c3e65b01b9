import { useQueryClient } from '@tanstack/react-query'
import type { ContentType } from '#domain/content.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { showToast } from '../../ui/show-toast.ts'
import { typeName } from '../documents/field-words.ts'
import { changedSince, useRemove } from '../editing/use-remove.ts'
import { useShowUndoable } from '../editing/use-show-undoable.ts'
import { withWayOut } from '../shell/on-the-server.ts'
import { refreshType } from '../shell/refresh-after.ts'
import { InboundLinks } from './inbound-links.tsx'
import type { ManagedItem } from './managed-item.ts'
import { reasonOfFailure } from './save-problems.ts'

/** Confirms the deletion of an item and lists the links that will break. The toast afterwards can undo. */
export function DeleteDialog({
  type,
  item,
  onDeleted,
  onClose,
}: {
  type: ContentType
  item: ManagedItem
  onDeleted: () => void
  onClose: () => void
}) {
  const queries = useQueryClient()
  const showUndoable = useShowUndoable()
  const removeItem = useRemove(type, item)

  async function remove() {
    const fail = (description: string) =>
      void showToast({ title: 'Delete failed', description, variant: 'destructive' })
    const removal = await removeItem().catch((error: unknown) => {
      const description = reasonOfFailure(error, 'delete')
      fail(description)
      throw new Error(withWayOut(description, error))
    })
    if (removal.kind === 'changed') {
      fail('Somebody has changed this meanwhile.')
      throw new Error(changedSince('Delete'))
    }
    onDeleted()
    if (removal.kind === 'queued') return
    const refresh = () => refreshType(queries, type)
    void refresh()
    const message = { title: 'Content deleted', description: 'The item has been successfully deleted.' }
    showUndoable(message, removal.commit, refresh)
  }

  return (
    <ConfirmDialog
      title={`Delete ${typeName(type)}`}
      text={
        <>
          <p>
            Are you sure you want to delete '<bdi>{item.title}</bdi>'? This action cannot be undone.
          </p>
          <InboundLinks type={type} id={item.id} />
        </>
      }
      confirmLabel="Delete"
      pendingLabel="Deleting..."
      tone="danger"
      onConfirm={remove}
      onClose={onClose}
    />
  )
}
