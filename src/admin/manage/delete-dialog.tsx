import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import type { ContentType } from '#domain/content.ts'
import { deleteItem } from '../../api/admin-content.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { showToast } from '../../ui/show-toast.ts'
import { typeName } from '../item/field-words.ts'
import type { ManagedItem } from '../item/managed-item.ts'
import { conflictOf, reasonOfFailure } from '../item/save-problems.ts'
import { useAttemptKey } from '../item/use-attempt-key.ts'
import { useRestore } from '../item/use-restore.ts'
import { useSendLater } from '../item/use-send-later.ts'
import { refreshType } from '../offline/refresh-after.ts'
import { withWayOut } from '../shell/on-the-server.ts'
import { InboundLinks } from './inbound-links.tsx'

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
  const revision = useRef(item.revision)
  const { sendLater, inTurn } = useSendLater()
  const keyOf = useAttemptKey()

  async function remove() {
    const work = { kind: 'delete', type, item: item.id, revision: revision.current } as const
    const key = keyOf(work)
    try {
      inTurn(work)
      await deleteItem(type, item.id, revision.current, { key })
    } catch (error) {
      if (await sendLater(error, { key, title: item.title, work })) return onDeleted()
      const description = reasonOfFailure(error, 'delete')
      void showToast({ title: 'Delete failed', description, variant: 'destructive' })
      const theirs = conflictOf(error)?.theirs
      if (!theirs) throw new Error(withWayOut(description, error))
      revision.current = theirs.revision
      throw new Error('Somebody has changed this meanwhile. Press Delete again to delete it all the same.')
    }
    onDeleted()
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
