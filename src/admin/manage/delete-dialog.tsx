import { useQueryClient } from '@tanstack/react-query'
import type { ContentType } from '#domain/content.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { showToast } from '../../ui/show-toast.ts'
import { typeName } from '../item/field-words.ts'
import { useRemove } from '../item/use-remove.ts'
import { useRestore } from '../item/use-restore.ts'
import { refreshType } from '../offline/refresh-after.ts'
import { withWayOut } from '../shell/on-the-server.ts'
import { InboundLinks } from './inbound-links.tsx'
import type { ManagedItem } from './managed-item.ts'
import { reasonOfFailure } from './save-problems.ts'

/** Asks before an item is deleted, and says what will then lead nowhere. The toast after it can undo. */
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
  const restore = useRestore(type)
  const removeItem = useRemove(type, item)

  async function remove() {
    const fail = (description: string) =>
      void showToast({ title: 'Delete failed', description, variant: 'destructive' })
    const removal = await removeItem().catch((error: unknown) => {
      const description = reasonOfFailure(error, 'delete')
      fail(description)
      throw new Error(withWayOut(description, error))
    })
    if (removal === 'changed') {
      fail('Somebody has changed this meanwhile.')
      throw new Error('Somebody has changed this meanwhile. Press Delete again to delete it all the same.')
    }
    onDeleted()
    if (removal === 'queued') return
    void refreshType(queries, type)
    void showToast({
      title: 'Content deleted',
      description: 'The item has been successfully deleted.',
      action: { label: 'Undo', run: () => restore.mutate({ id: item.id }) },
    })
  }

  return (
    <ConfirmDialog
      title={`Delete ${typeName(type)}`}
      text={
        <>
          <p>Are you sure you want to delete '{item.title}'? This action cannot be undone.</p>
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
