import type { QueryClient } from '@tanstack/react-query'
import type { BulkAnswer, BulkChange } from '#domain/bulk-change.ts'
import type { ContentType } from '#domain/content.ts'
import { counted } from '#domain/count-words.ts'
import { itemTypes } from '#domain/item/types.ts'
import { writeContent } from '../../api/content-writes.ts'
import { refreshType } from '../shell/refresh-after.ts'
import type { ShowUndoable } from './use-show-undoable.ts'

/**
 * Changes several items in one commit, once for a key; the toast afterwards can undo all of it.
 * Needs the network. Throws as `writeContent`.
 */
export async function changeMany(
  queries: QueryClient,
  showUndoable: ShowUndoable,
  {
    type,
    ids,
    change,
    key,
  }: { type: ContentType; ids: ReadonlyArray<number>; change: BulkChange; key: string },
): Promise<BulkAnswer> {
  const answer = await writeContent(`POST /api/${type}/bulk`, {
    body: { ids: [...ids], change },
    key,
  })
  const refresh = () => refreshType(queries, type)
  void refresh()
  const { changed, unchanged, refused, commit } = answer
  const { one, several } = itemTypes[type]
  const isDeletion = change.action === 'delete'
  const left = unchanged + refused.length
  const description = left > 0 ? `${counted(left, 'item stays', 'items stay')} as before.` : ''
  const title = `${counted(changed, one, several)} ${isDeletion ? 'deleted' : 'changed'}`
  showUndoable({ title, description }, commit, refresh)
  return answer
}
