import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ContentType } from '#domain/content.ts'
import { adminCall } from '../../api/admin-call.ts'
import { newIdempotencyKey } from '../../api/admin-request.ts'
import { reasonOf } from '../../api/request.ts'
import { showToast } from '../../ui/show-toast.ts'
import { refreshType } from '../offline/refresh-after.ts'

/** Brings a deleted item back, with its toasts. Without the commit that deleted it, that is looked up. */
export function useRestore(type: ContentType) {
  const queries = useQueryClient()
  return useMutation({
    async mutationFn({ id, commit }: { id: number; commit?: string }) {
      const from = commit ?? (await adminCall(`GET /api/${type}/deleted`)).find((item) => item.id === id)?.commit
      // Somebody else was quicker: it is there again.
      if (from === undefined) return
      const restoring = { params: { id }, body: { commit: from }, key: newIdempotencyKey() }
      await adminCall(`POST /api/${type}/{id}/restore`, restoring)
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
