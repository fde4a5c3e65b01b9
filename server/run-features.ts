import { setTimeout as wait } from 'node:timers/promises'
import type { createCdnPurge } from './http/cdn-purge.ts'
import type { DataProblems } from './platform/data-problems.ts'

/**
 * Delay of the check of all files after a start, so that the first visitors are served before; in
 * milliseconds.
 */
const checkFilesAfterMs = 2_000

/** How long a start waits until its built files are stored for other servers, in milliseconds. */
const preparingMs = 10_000

interface Closing {
  close(): unknown
}
interface Running extends Closing {
  start(): void
}

/** Starts the background work of the features. The result stops it. */
export function runFeatures(
  features: {
    pages: Running & { shareFiles(): Promise<void>; endStreams(): void }
    sync: Running
    newsletter: Running & { stop(): Promise<unknown> }
    people: Running
    imports: Running
    lane: Closing
    content: Running & { endStreams(): void }
    search: Closing
    texts: Closing
    sounds: Closing
    git: Closing & { warnOfFaults(): Promise<unknown>; housekeeping: Running | null }
  },
  ends: {
    cdn: ReturnType<typeof createCdnPurge> | null
    problems: Pick<DataProblems, 'release'>
    replicas: Record<'bus' | 'leases', Closing>
  },
) {
  const { cdn, problems, replicas } = ends
  const { pages, sync, newsletter, people, imports, lane, content, search, texts, sounds, git } =
    features
  for (const feature of [people, imports, newsletter, sync, pages]) feature.start()
  git.housekeeping?.start()
  // While the site was stopped, the content or the build may have changed.
  cdn?.changed()
  const checking = setTimeout(() => {
    content.start()
    void git.warnOfFaults()
  }, checkFilesAfterMs).unref()
  return {
    /**
     * Resolves when other servers can serve the built files of this one's pages, or after some
     * seconds.
     */
    prepared: Promise.race([pages.shareFiles(), wait(preparingMs, undefined, { ref: false })]),
    /** Ends open streams, so that a stopping server can close. */
    endStreams() {
      pages.endStreams()
      content.endStreams()
      void newsletter.stop()
    },
    /** Stops following the repository and ends the worker threads. */
    async close() {
      clearTimeout(checking)
      git.housekeeping?.close()
      await cdn?.close()
      for (const part of [
        pages,
        sync,
        newsletter,
        people,
        imports,
        lane,
        content,
        search,
        texts,
        sounds,
        git,
      ])
        await part.close()
      await Promise.all([replicas.leases.close(), replicas.bus.close()])
      problems.release()
    },
  }
}
