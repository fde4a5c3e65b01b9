import type { QueryClient } from '@tanstack/react-query'
import { counted } from '#domain/count-words.ts'
import type { SampleSurvey } from '#domain/samples.ts'
import { newIdempotencyKey } from '../../api/admin-call.ts'
import { writeContent } from '../../api/content-writes.ts'
import { showUndoable } from './show-undoable.ts'

/** Removes the samples of a survey in one commit; the toast afterwards can undo all of it. Throws as `writeContent`, also when the survey is out of date. */
export async function removeSamples(queries: QueryClient, { revision }: SampleSurvey): Promise<void> {
  const refresh = () => queries.invalidateQueries()
  const removal = writeContent('POST /api/samples/remove', { revision, key: newIdempotencyKey() })
  const { removed, commit } = await removal.finally(() => void refresh())
  const description = `${counted(removed, 'file is', 'files are')} gone from the site. The history holds them.`
  showUndoable({ title: 'Samples removed', description }, commit, refresh)
}
