import type { QueryClient } from '@tanstack/react-query'
import { counted } from '#domain/count-words.ts'
import type { SampleSurvey } from '#domain/samples.ts'
import { callKeyOf } from '../../api/admin-call.ts'
import { writeContent } from '../../api/content-writes.ts'
import type { ShowUndoable } from './use-show-undoable.ts'

/**
 * Removes the samples of a survey in one commit, once for a key; the toast afterwards can undo all
 * of it. Throws as `writeContent`, also when the survey is out of date.
 */
export async function removeSamples(
  queries: QueryClient,
  showUndoable: ShowUndoable,
  { revision }: SampleSurvey,
  key: string,
): Promise<void> {
  const removal = writeContent('POST /api/samples/remove', { revision, key })
  const { removed, commit } = await removal.catch((error: unknown) => {
    void queries.invalidateQueries({ queryKey: callKeyOf('GET /api/samples') })
    throw error
  })
  const refresh = () => queries.invalidateQueries()
  void refresh()
  const description = `${counted(removed, 'file is', 'files are')} gone from the site. The history holds them.`
  showUndoable({ title: 'Samples removed', description }, commit, refresh)
}
