import type { SubscriberView } from '#domain/subscriber-list.ts'
import { adminCall } from '../../api/admin-call.ts'
import { throwMessage } from '../../api/refusal.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { showToast } from '../../ui/show-toast.ts'

/** Confirms the erasure of a person and all their data. */
export function DeleteSubscriberDialog({
  person,
  onDeleted,
  onClose,
}: {
  person: SubscriberView
  onDeleted: () => unknown
  onClose: () => void
}) {
  async function remove() {
    const { synced } = await adminCall('DELETE /api/subscribers/{id}', {
      params: { id: person.id },
    }).catch(throwMessage)
    void showToast(
      synced === false
        ? {
            title: 'Deleted here',
            description:
              'The newsletter service could not be told yet. It is tried again by itself; a notice above the list stays until it has worked.',
          }
        : {
            title: 'Subscriber deleted',
            description: `No data of ${person.email} is stored any more.`,
          },
    )
    await onDeleted()
  }

  return (
    <ConfirmDialog
      title={`Delete ${person.email}?`}
      text={
        <p>
          Everything that is stored of them is erased and can't be brought back. Only a fingerprint
          of the address stays, so that no import adds them again; they can subscribe themselves at
          any time.
        </p>
      }
      confirmLabel="Delete"
      pendingLabel="Deleting..."
      tone="danger"
      onConfirm={remove}
      onClose={onClose}
    />
  )
}
