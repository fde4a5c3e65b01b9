import { useQueryClient } from '@tanstack/react-query'
import type { ContentType } from '#domain/content.ts'
import type { InboundLink } from '../../api/admin-content.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { showToast } from '../../ui/show-toast.ts'
import { typeName } from '../documents/field-words.ts'
import { changedSince, useRemove } from '../editing/use-remove.ts'
import { useShowUndoable } from '../editing/use-show-undoable.ts'
import { refreshType } from '../shell/refresh-after.ts'
import { withWayOut } from '../shell/show-failure.ts'
import type { ManagedItem } from './item-queries.ts'
import { useInboundLinks } from './item-queries.ts'
import { reasonOfFailure } from './save-problems.ts'

/**
 * Confirms the deletion of an item and lists the links that will break. The toast afterwards can
 * undo.
 */
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
    const message = {
      title: 'Content deleted',
      description: 'The item has been successfully deleted.',
    }
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

/** Number of linking items that are listed. */
const named = 5

/** Lists the items that link to an item before it is deleted. */
function InboundLinks({ type, id }: { type: ContentType; id: number }) {
  const { data, isError } = useInboundLinks(type, id)
  if (isError) return <p className="mt-3">The items that link to it could not be loaded.</p>
  if (!data) return <p className="mt-3 text-muted">Looking for links to it...</p>
  if (data.length === 0) return <p className="mt-3 text-muted">No other item links to it.</p>
  const left = data.length - named
  return (
    <div className="notice notice-stacked mt-3" data-tone="warn">
      <p className="font-semibold">
        {data.length === 1
          ? '1 other item links to it. That link will lead nowhere:'
          : `${data.length} other items link to it. Those links will lead nowhere:`}
      </p>
      <ul className="list-disc ps-5">
        {data.slice(0, named).map((link) => (
          <li key={link.url}>
            <a
              dir="auto"
              className="underline"
              href={addressOf(link)}
              target="_blank"
              rel="noopener"
            >
              {link.title}
            </a>
          </li>
        ))}
        {left > 0 && <li>and {left} more</li>}
      </ul>
    </div>
  )
}

/** Where the link can be edited; static pages lead to their public address. */
function addressOf({ type, id, url }: InboundLink) {
  return id === null ? url : `/admin/draft-editor?id=${id}&type=${type}`
}
