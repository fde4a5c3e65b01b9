import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { PictureUse } from '#domain/media.ts'
import { adminCall } from '../../api/admin-call.ts'
import { newIdempotencyKey } from '../../api/admin-request.ts'
import { mediaPath, usesIn } from '../../api/media.ts'
import { reasonOf } from '../../api/request.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { showToast } from '../../ui/show-toast.ts'
import { refreshPictures } from '../editor/pictures/media-queries.ts'
import { pictureName } from '../editor/pictures/picture-address.ts'
import { withWayOut } from '../shell/on-the-server.ts'
import { unreachable } from '../shell/sign-in-rules.ts'
import { PictureUses } from './picture-uses.tsx'
import { useRestorePicture } from './use-restore-picture.ts'

/** Asks before a picture is deleted. While something uses it, the server refuses and this says what. The toast after it can undo. */
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
  const restore = useRestorePicture()
  const [usedBy, setUsedBy] = useState<ReadonlyArray<PictureUse>>([])

  async function remove() {
    try {
      await adminCall('DELETE /api/media/{path}', { params: { path: mediaPath(url) }, key: newIdempotencyKey() })
    } catch (error) {
      console.error(error)
      setUsedBy(usesIn(error))
      void refreshPictures(queries)
      throw new Error(withWayOut(reasonOf(error) ?? unreachable, error))
    }
    onDeleted()
    void refreshPictures(queries)
    void showToast({
      title: 'Picture deleted',
      description: `${pictureName(url)} can be restored from Recently deleted.`,
      action: { label: 'Undo', run: () => restore.mutate({ path: mediaPath(url) }) },
    })
  }

  return (
    <ConfirmDialog
      title="Delete picture"
      text={
        <>
          <p>Are you sure you want to delete '{pictureName(url)}'? It can be restored afterwards.</p>
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
