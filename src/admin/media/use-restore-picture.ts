import { useMutation, useQueryClient } from '@tanstack/react-query'
import { adminCall, newIdempotencyKey } from '../../api/admin-call.ts'
import { reasonOf } from '../../api/refusal.ts'
import { showToast } from '../../ui/show-toast.ts'
import { refreshPictures } from '../editor/pictures/media-queries.ts'

/** Restores a deleted picture and shows a toast. Looks up the commit of the deletion when `commit` is missing. */
export function useRestorePicture() {
  const queries = useQueryClient()
  return useMutation({
    async mutationFn({ path, commit }: { path: string; commit?: string }) {
      const from = commit ?? (await adminCall('GET /api/media/deleted')).find((one) => one.path === path)?.commit
      // Undefined: somebody else has restored it already.
      if (from !== undefined)
        await adminCall('POST /api/media/restore', { body: { path, commit: from }, key: newIdempotencyKey() })
    },
    onSuccess(_, { path }) {
      void showToast({ title: 'File restored', description: `${path} is back in the library.` })
    },
    onError(error) {
      console.error(error)
      const description = reasonOf(error) ?? 'The server could not be reached. It is still under Recently deleted.'
      void showToast({ title: 'Restore failed', description, variant: 'destructive' })
    },
    onSettled: () => refreshPictures(queries),
  })
}
