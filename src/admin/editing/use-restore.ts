import { useMutation, useQueryClient } from '@tanstack/react-query'
import { isFileKind } from '#domain/document/document-kinds.ts'
import { itemAddress, itemTypes } from '#domain/item/types.ts'
import { percentDecoded } from '#domain/percent-decoded.ts'
import { adminCall } from '../../api/admin-call.ts'
import type { AdminItem } from '../../api/admin-content.ts'
import { reasonOf } from '../../api/refusal.ts'
import { showToast } from '../../ui/show-toast.ts'
import type { Restoring } from '../documents/queue/outgoing.ts'
import { useWrite } from './use-write.ts'

interface DeletedDocument {
  id: number
  title: string
  commit?: string
}

/**
 * Restores a deleted item or download, with its address in the toast: another item may have the old
 * one by now. Looks up the commit of the deletion when it is not given.
 */
export function useRestore(type: Exclude<Restoring['type'], 'pages'>) {
  const queries = useQueryClient()
  const write = useWrite()
  async function restore({ id, title, commit }: DeletedDocument): Promise<string | null> {
    const done = 'The item has been successfully restored.'
    const from =
      commit ?? (await adminCall(`GET /api/${type}/deleted`)).find((item) => item.id === id)?.commit
    // Somebody else has restored it already.
    if (from === undefined) return done
    const outcome = await write<AdminItem>({
      title,
      work: { kind: 'restore', type, item: id, commit: from },
    })
    if (outcome.kind === 'queued') return null
    if (isFileKind(type) || itemTypes[type].addressedBy !== 'slug') return done
    return `${done} Its address is ${percentDecoded(itemAddress(type, outcome.answer))}.`
  }
  return useRestoring('Content restored', restore, () =>
    queries.invalidateQueries({ queryKey: [`/api/${type}`] }),
  )
}

/**
 * Restores something deleted and shows a toast with the text that `restore` resolves with; null
 * when it waits.
 */
export function useRestoring<Deleted>(
  title: string,
  restore: (deleted: Deleted) => Promise<string | null>,
  refresh: () => unknown,
) {
  return useMutation({
    mutationFn: restore,
    onSuccess: (description) => description !== null && void showToast({ title, description }),
    onError(error) {
      const description =
        reasonOf(error) ?? 'The server could not be reached. It is still under Recently deleted.'
      void showToast({ title: 'Restore failed', description, variant: 'destructive' })
    },
    onSettled: refresh,
  })
}
