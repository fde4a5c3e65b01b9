import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ContentType } from '#domain/content.ts'
import { readDeleted, restoreVersion } from '../../api/admin-content.ts'
import { newIdempotencyKey } from '../../api/admin-request.ts'
import { reasonOf } from '../../api/request.ts'
import { showToast } from '../../ui/show-toast.ts'
import { refreshType } from '../offline/refresh-after.ts'

/** Brings a deleted item back, with its toasts. Without the commit that deleted it, that is looked up. */
export function useRestore(type: ContentType) {
  const queries = useQueryClient()
  return useMutation({
    async mutationFn({ id, commit }: { id: number; commit?: string }) {
      const from = commit ?? (await readDeleted(type)).find((item) => item.id === id)?.commit
      // Somebody else was quicker: it is there again.
      if (from !== undefined) await restoreVersion(type, id, { commit: from, key: newIdempotencyKey() })
    },
    onSuccess() {
      void showToast({ title: 'Content restored', description: 'The item has been successfully restored.' })
    },
    onError(error) {
      const description = reasonOf(error) ?? 'The server could not be reached. It is still under Recently deleted.'
      void showToast({ title: 'Restore failed', description, variant: 'destructive' })
    },
    onSettled: () => refreshType(queries, type),
  })
}
