import type { QueryClient } from '@tanstack/react-query'
import { counted } from '#domain/count-words.ts'
import { newIdempotencyKey } from '../../api/admin-call.ts'
import { writeContent } from '../../api/content-writes.ts'
import { showUndoable } from './show-undoable.ts'

/** Removes the samples in one commit; the toast afterwards can undo all of it. Throws as `writeContent`. */
export async function removeSamples(queries: QueryClient): Promise<void> {
  const { removed, commit } = await writeContent('POST /api/samples/remove', { key: newIdempotencyKey() })
  const refresh = () => queries.invalidateQueries()
  void refresh()
  const description = `${counted(removed, 'file is', 'files are')} gone from the site. The history holds them.`
  showUndoable({ title: 'Samples removed', description }, commit, refresh)
}
