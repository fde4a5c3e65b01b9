import type { Repository } from '../read/open-repository.ts'
import { headCommit } from '../read/refs.ts'
import { changingCommits, type LoggedCommit } from './commit-log.ts'
import { reaches } from './reaches.ts'

/**
 * Brings what was read from the log of the branch up to date, once at a time: `read` gets arguments
 * of `git log` for the commits that are new, and what it has returned before; nothing at first and
 * after a reset of the branch, when commits that are gone do not count.
 */
export function followBranch<Result>(
  repository: Repository,
  read: (range: ReadonlyArray<string>, before: Result | undefined) => Promise<Result>,
): () => Promise<Result | null> {
  let known: { head: string; result: Result } | null = null
  let turn: Promise<unknown> = Promise.resolve()

  async function update() {
    const head = headCommit(repository)
    if (head === null || head === known?.head) return known?.result ?? null
    if (known !== null && !(await reaches(repository, head, known.head))) known = null
    const range = known === null ? [head] : [head, `^${known.head}`]
    known = { head, result: await read(range, known?.result) }
    return known.result
  }

  return () => {
    const result = turn.then(update)
    turn = result.catch(() => null)
    return result
  }
}

/**
 * Reads the newest `most` commits of the branch that changed the content, newest first.
 */
export function createRecentCommits(
  repository: Repository,
  most = 2000,
): () => Promise<ReadonlyArray<LoggedCommit>> {
  const update = followBranch<ReadonlyArray<LoggedCommit>>(
    repository,
    async (range, before = []) => {
      const commits: Array<LoggedCommit> = []
      for await (const commit of changingCommits(repository, [`--max-count=${most}`, ...range]))
        commits.push(commit)
      return [...commits, ...before].slice(0, most)
    },
  )
  return async () => (await update()) ?? []
}
