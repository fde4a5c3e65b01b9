import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { PictureUse } from '#domain/media.ts'
import { adminCall, newIdempotencyKey } from '../../api/admin-call.ts'
import { mediaPath, usesIn } from '../../api/media.ts'
import { messageOf } from '../../api/refusal.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { useShowUndoable } from '../editing/use-show-undoable.ts'
import { refreshPictures } from '../editor/pictures/media-queries.ts'
import { pictureName } from '../editor/pictures/picture-address.ts'
import { withWayOut } from '../shell/on-the-server.ts'
import { PictureUses } from './picture-uses.tsx'

/**
 * Confirms the deletion of a picture. The server refuses while items use it, and the dialog lists
 * them. The toast afterwards can undo.
 */
export function DeletePicture({
  url,
  onDeleted,
  onClose,
}: {
  url: string
  onDeleted: () => void
  onClose: () => void
}) {
  const queries = useQueryClient()
  const showUndoable = useShowUndoable()
  const [usedBy, setUsedBy] = useState<ReadonlyArray<PictureUse>>([])

  async function remove() {
    let commit: string | null
    try {
      ;({ commit } = await adminCall('DELETE /api/media/{path}', {
        params: { path: mediaPath(url) },
        key: newIdempotencyKey(),
      }))
    } catch (error) {
      console.error(error)
      setUsedBy(usesIn(error))
      void refreshPictures(queries)
      throw new Error(withWayOut(messageOf(error), error))
    }
    onDeleted()
    const refresh = () => refreshPictures(queries)
    void refresh()
    const description = `${pictureName(url)} can be restored from Recently deleted.`
    showUndoable({ title: 'File deleted', description }, commit, refresh)
  }

  return (
    <ConfirmDialog
      title="Delete file"
      text={
        <>
          <p>
            Are you sure you want to delete '{pictureName(url)}'? It can be restored afterwards.
          </p>
          {usedBy.length > 0 && (
            <div className="picture-facts mt-3">
              <PictureUses usedBy={usedBy} />
            </div>
          )}
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
