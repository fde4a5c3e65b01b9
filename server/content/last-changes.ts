import type { ContentFiles, LastChanges } from './content-files.ts'

/** Knows when files changed last, and learns it for one revision after the other. */
export function createLastChanges(files: Pick<ContentFiles, 'lastChanges'>, log: { warn(message: string): void }) {
  let known: LastChanges | null = null
  let learning: Promise<void> = Promise.resolve()
  let closed = false
  return {
    known: () => known,
    /** Takes up what a snapshot knew. */
    start(changes: LastChanges | null) {
      known = changes
    },
    /** Settles when the revision is known. A long history takes its time, so nobody may wait for it without a limit; never rejects. */
    learn(revision: string): Promise<void> {
      learning = learning.then(async () => {
        if (closed || known?.revision === revision) return
        try {
          known = await files.lastChanges(revision, known ?? undefined)
        } catch (error) {
          const reason = error instanceof Error ? error.message : String(error)
          if (!closed) log.warn(`The dates of last changes can't be read from git: ${reason}`)
        }
      })
      return learning
    },
    /** Nothing is learned or logged any more. */
    close() {
      closed = true
    },
  }
}
