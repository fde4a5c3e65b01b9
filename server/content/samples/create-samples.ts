import { type SampleSurvey, samplesMessage } from '#domain/samples.ts'
import type { Saver } from '../../http/mount-calls.ts'
import type { Commit } from '../save/committing.ts'
import { findSamples, type SampleParts } from './find-samples.ts'

/** `moved`: others than those of the revision would be removed. */
type Removed = { kind: 'done'; removed: number; commit?: string | null } | { kind: 'moved' }

/** The samples of the product: what their removal would do, and the removal as one commit. */
export function createSamples(parts: SampleParts & { commit: Commit }) {
  return {
    survey: async (): Promise<SampleSurvey> => (await findSamples(parts)).survey,
    /**
     * Removes the samples; with a revision, only if they are those that the survey with it has
     * shown.
     */
    remove(revision: string | undefined, by: Saver): Promise<Removed> {
      return parts.commit<Removed>(by, async () => {
        const { removed, survey } = await findSamples(parts)
        if (revision !== undefined && revision !== survey.revision)
          return { ending: { kind: 'moved' } }
        const result = { kind: 'done' as const, removed: removed.length }
        if (removed.length === 0) return { ending: result }
        const changes = removed.map(({ path, blob }) => ({ path, bytes: null, expected: blob }))
        return { changes, message: samplesMessage, result }
      })
    },
  }
}
