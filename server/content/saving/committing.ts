import type { ContentStore } from '../store.ts'

export interface Person {
  name: string
  email: string
}

export interface FileChange {
  /** Relative to the content folder. */
  path: string
  /** Null deletes the file. */
  bytes: Buffer | null
  /** The blob that the change started from; null when there must be no file. */
  expected: string | null
}

export interface CommitRequest {
  changes: ReadonlyArray<FileChange>
  message: string
  author: Person
  /** What the write comes to once this is committed: remembered before, for a client that has to ask again after a crash. */
  outcome: unknown
  /** Called as soon as the branch holds the commit, while the disk may still be working on it. */
  committed?: () => void
}

/** What is to be committed, or how a save ends that commits nothing. */
export type Plan<Ending> = Omit<CommitRequest, 'outcome'> | { ending: Ending }

/** Commits planned changes of whatever kind of file. */
export type Committing = ReturnType<typeof createCommitting>

/** Makes one commit of exactly these files. Throws an error with `kind: 'conflict'` when one of them is not the expected one. */
export type CommitFiles = (request: CommitRequest) => Promise<{
  commit?: string | null
  blobs: ReadonlyMap<string, string | null>
}>

/** So often a save is planned anew because writers commit the same file at that moment. */
const attempts = 5

/** Development looks at the disk again within this time, in milliseconds; production knows a new commit at once. */
const patience = 1500
const glance = 50

/** The shown content holds work that git does not: development shows files before they are committed. */
export class UncommittedFile extends Error {
  override name = 'UncommittedFile'
  readonly kind = 'uncommitted'
}

/** Commits planned changes of whatever kind of file: one save at a time, planned again when a file has moved meanwhile. */
export function createCommitting(parts: { store: Pick<ContentStore, 'refresh' | 'revision'>; commit: CommitFiles }) {
  const { store } = parts
  let last: Promise<unknown> = Promise.resolve()

  /** Waits until another revision is shown than before. False when none comes. */
  async function follow(before: string | null): Promise<boolean> {
    for (let waited = 0; ; waited += glance) {
      await store.refresh()
      if (store.revision() !== before) return true
      if (waited >= patience) return false
      await new Promise((resolve) => setTimeout(resolve, glance))
    }
  }

  /** Plans and commits, and shows the result on the site before it resolves. A plan of null commits nothing. Answers the new commit, null for none. */
  async function commit(plan: () => Promise<CommitRequest | null>): Promise<string | null> {
    for (let attempt = 1; ; attempt += 1) {
      const before = store.revision()
      const request = await plan()
      if (!request) return null
      try {
        let shown: Promise<boolean> | null = null
        const committed = () => {
          shown = follow(before)
        }
        const { commit = null, blobs } = await parts.commit({ ...request, committed })
        if (request.changes.every(({ path, expected }) => blobs.get(path) === expected)) return null
        await (shown ?? follow(before))
        return commit
      } catch (error) {
        if (!isMoved(error) || attempt === attempts) throw error
        if (await follow(before)) continue
        const path = request.changes[0]?.path ?? ''
        throw new UncommittedFile(
          `${path} has changes that are not committed in the working copy. Commit or undo that first, then save again.`,
        )
      }
    }
  }

  return {
    /** Runs after all that were asked for before it. */
    inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
      const result = last.then(work)
      last = result.catch(() => undefined)
      return result
    },
    commit,
    /** Commits what is planned and answers `done`, or how else the plan ends; with the new commit, null for none. */
    async carryOut<Result>(
      done: Result,
      plan: () => Promise<Plan<Result>>,
    ): Promise<{ result: Result; commit: string | null }> {
      let result = done
      const made = await commit(async () => {
        const planned = await plan()
        result = 'ending' in planned ? planned.ending : done
        return 'ending' in planned ? null : { ...planned, outcome: done }
      })
      return { result, commit: made }
    },
  }
}

function isMoved(error: unknown): boolean {
  return error instanceof Error && 'kind' in error && error.kind === 'conflict'
}
