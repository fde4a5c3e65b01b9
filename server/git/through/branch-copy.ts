import { randomBytes } from 'node:crypto'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { bytesOf } from '../../platform/disk-reads.ts'
import { RepositoryError } from '../../platform/errors.ts'
import { isObjectId } from '../../platform/object-id.ts'
import { createSharedRuns } from '../../platform/shared-runs.ts'
import { reaches } from '../history/reaches.ts'
import { updateRef } from '../program/local-git.ts'
import type { RepositoryPlace } from '../read/find-repository.ts'
import type { Repository } from '../read/open-repository.ts'
import { headCommit } from '../read/refs.ts'
import type { Remote } from '../remote/remote.ts'
import { RemoteError } from '../remote/sync-faults.ts'

/**
 * Folder of the refs that fetches write: each its own, so that no lock of a killed one blocks it.
 */
const fetched = 'refs/session-notes'

/**
 * The branch of a disposable clone. Its commit is always one that the remote's branch has or had.
 */
export type BranchCopy = ReturnType<typeof createBranchCopy>

/**
 * Follows the branch of a remote in a clone that no other program writes to. Several copies may
 * follow one branch. `rewound` gets a commit that the remote's branch had and has no more.
 */
export function createBranchCopy(
  repository: Repository,
  branch: string,
  remote: Pick<Remote, 'fetch'>,
  rewound: (lost: string) => void | Promise<void>,
) {
  const head = () => headCommit(repository, branch)

  /** Pushes and fetches end in any order, so the branch must never move back to an older commit. */
  const follows = async (commit: string, now: string | null) =>
    now === null || reaches(repository, commit, now)

  /**
   * What is part of the branch stays so while it does not move.
   */
  let contained: { in: string | null; commits: Set<string> } = { in: null, commits: new Set() }
  const has = async (commit: string): Promise<boolean> => {
    const now = head()
    if (contained.in !== now) contained = { in: now, commits: new Set() }
    const { commits } = contained
    if (commits.has(commit)) return true
    const isThere = now !== null && (await reaches(repository, now, commit))
    if (isThere) commits.add(commit)
    return isThere
  }

  async function fetchNow(): Promise<void> {
    const before = head()
    const name = `${fetched}/${randomBytes(8).toString('hex')}`
    const file = join(repository.commonDir, name)
    try {
      await remote.fetch(branch, name)
      const found = bytesOf(file)?.toString('latin1').trim() ?? ''
      if (!isObjectId(found))
        throw new RemoteError('busy', 'The fetched commit is gone; it is fetched again.')
      // When the branch has not moved since, it also follows a remote whose history was replaced.
      if (found === before) return
      await moveBranch(
        repository,
        branch,
        found,
        async (now) => now === before || follows(found, now),
      )
      if (before !== null && head() === found && !(await has(before))) await rewound(before)
    } finally {
      rmSync(file, { force: true })
    }
  }

  const fetches = createSharedRuns(fetchNow)

  return {
    name: branch,
    head,
    /** Whether the branch contains a commit. */
    has,
    /** Whether the branch contains a commit, now or after the running fetch. */
    async gets(commit: string): Promise<boolean> {
      const fetching = fetches.running()
      if (fetching !== null && !(await has(commit))) await fetching.catch(() => undefined)
      return has(commit)
    },
    /** Moves the branch to a commit that the remote has accepted. */
    move: (commit: string): Promise<void> =>
      moveBranch(repository, branch, commit, (now) => follows(commit, now)),
    /**
     * Fetches the remote's branch and moves ours to it. Calls during a fetch share the next one.
     * Throws a RemoteError.
     */
    fetch: fetches.run,
  }
}

/**
 * Moves a branch to a commit if that is right after the commit that it has just before.
 */
async function moveBranch(
  repository: Repository,
  branch: string,
  commit: string,
  isRight: (now: string | null) => Promise<boolean>,
): Promise<void> {
  const head = () => headCommit(repository, branch)
  for (let now = head(); await isRight(now); now = head()) {
    const args = [`refs/heads/${branch}`, commit, now ?? '0'.repeat(40)]
    const { code, stderr } = await updateRef(repository, args, [0, 128])
    if (code === 0) return
    // Another fetch or push may have moved it meanwhile.
    if (head() === now) throw new RepositoryError(`The branch ${branch} cannot be moved: ${stderr}`)
  }
}

/** Removes the refs and locks that a killed git left behind in a clone of ours. */
export function sweepFetched({ commonDir, branch }: RepositoryPlace): void {
  rmSync(join(commonDir, fetched), { recursive: true, force: true })
  rmSync(join(commonDir, 'refs', 'heads', `${branch}.lock`), { force: true })
}
