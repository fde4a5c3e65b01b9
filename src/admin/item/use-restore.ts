import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ContentType } from '#domain/content.ts'
import { itemAddress, itemTypes } from '#domain/item/types.ts'
import { percentDecoded } from '#domain/percent-decoded.ts'
import { adminCall, newIdempotencyKey } from '../../api/admin-call.ts'
import { writeContent } from '../../api/content-writes.ts'
import { reasonOf } from '../../api/refusal.ts'
import { showToast } from '../../ui/show-toast.ts'
import { refreshType } from '../offline/refresh-after.ts'

/** Restores a deleted item and shows a toast, with the address where it is part of the item: another one may have the old one by now. Looks up the commit of the deletion when it is not given. */
export function useRestore(type: ContentType) {
  const queries = useQueryClient()
  return useMutation({
    async mutationFn({ id, commit }: { id: number; commit?: string }) {
      const from = commit ?? (await adminCall(`GET /api/${type}/deleted`)).find((item) => item.id === id)?.commit
      // Somebody else has restored it already.
      if (from === undefined) return null
      const restoring = { params: { id }, body: { commit: from }, key: newIdempotencyKey() }
      return writeContent(`POST /api/${type}/{id}/restore`, restoring)
    },
    onSuccess(item) {
      const address =
        item && itemTypes[type].addressedBy === 'slug'
          ? ` Its address is ${percentDecoded(itemAddress(type, item))}.`
          : ''
      void showToast({ title: 'Content restored', description: `The item has been successfully restored.${address}` })
    },
    onError(error) {
      const description = reasonOf(error) ?? 'The server could not be reached. It is still under Recently deleted.'
      void showToast({ title: 'Restore failed', description, variant: 'destructive' })
    },
    onSettled: () => refreshType(queries, type),
  })
}
