import { randomBytes } from 'node:crypto'
import { mkdirSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { bytesOf } from '../../platform/disk-reads.ts'
import { createDiskWrites } from '../../platform/disk-writes.ts'
import { isObjectId } from '../../platform/object-id.ts'
import { reaches } from '../history/reaches.ts'
import type { RepositoryPlace } from '../read/find-repository.ts'
import type { Repository } from '../read/open-repository.ts'
import { headCommit } from '../read/refs.ts'
import type { Remote } from '../remote/remote.ts'
import { RemoteError } from '../remote/sync-faults.ts'

/**
 * Folder of the refs that fetches write. Each fetch has its own ref, so that the lock of a killed
 * fetch does not block the next one.
 */
const fetched = 'refs/session-notes'

/**
 * The branch of a disposable clone. Its commit is always one that the remote's branch has or had.
 */
export interface BranchCopy {
  name: string
  head(): string | null
  /** Whether the branch contains a commit. */
  has(commit: string): Promise<boolean>
  /** Moves the branch to a commit that the remote has accepted. */
  move(commit: string): Promise<void>
  /** Whether the branch contains a commit, now or after the running fetch. */
  gets(commit: string): Promise<boolean>
  /**
   * Fetches the remote's branch and moves ours to it. Calls during a fetch share the next one.
   * Throws a RemoteError.
   */
  fetch(): Promise<void>
}

/**
 * Follows the branch of a remote in a clone that no other program writes to. Two copies with
 * different time limits can follow one branch. `rewound` is called with a commit that the remote's
 * branch had and does not have any more.
 */
export function createBranchCopy(
  repository: Repository,
  branch: string,
  remote: Pick<Remote, 'fetch'>,
  rewound: (lost: string) => void | Promise<void>,
): BranchCopy {
  const head = () => headCommit(repository, branch)
  let running: Promise<void> | null = null
  let following: Promise<void> | null = null

  /** Pushes and fetches end in any order, so the branch must never move back to an older commit. */
  const follows = async (commit: string, now: string | null) =>
    now === null || reaches(repository, commit, now)

  /**
   * What is part of the branch stays so while it does not move: people come back with their last
   * save.
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

  function fetch(): Promise<void> {
    if (running === null) {
      running = fetchNow().finally(() => {
        running = null
      })
      return running
    }
    const next = () => {
      following = null
      return fetch()
    }
    following ??= running.then(next, next)
    return following
  }

  return {
    name: branch,
    head,
    has,
    async gets(commit) {
      const fetching = running
      if (fetching !== null && !(await has(commit))) await fetching.catch(() => undefined)
      return has(commit)
    },
    move: (commit) => moveBranch(repository, branch, commit, (now) => follows(commit, now)),
    fetch,
  }
}

/**
 * Writes the commit of a branch if that is right after the commit that it has just before. Takes no
 * lock, because no other program writes to a disposable clone.
 */
export async function moveBranch(
  place: Pick<RepositoryPlace, 'gitDir' | 'commonDir'>,
  branch: string,
  commit: string,
  isRight: (now: string | null) => Promise<boolean> = async () => true,
): Promise<void> {
  const { commonDir } = place
  const path = join(commonDir, 'refs', 'heads', branch)
  const disk = createDiskWrites()
  const head = () => headCommit(place, branch)
  const temporary = join(commonDir, `session-notes-${randomBytes(6).toString('hex')}`)
  mkdirSync(dirname(path), { recursive: true })
  try {
    await disk.create(temporary, Buffer.from(`${commit}\n`))
    for (let now = head(); await isRight(now); now = head())
      // Another fetch or push may have moved it meanwhile.
      if (head() === now) return disk.rename(temporary, path)
  } finally {
    disk.remove(temporary)
  }
}

/** Removes the refs and locks that killed fetches left behind. */
export function sweepFetched({ commonDir }: RepositoryPlace): void {
  rmSync(join(commonDir, fetched), { recursive: true, force: true })
}
