import { readCommit } from './commit.ts'
import type { Repository } from './open-repository.ts'
import { checkedOutBranch, headCommit } from './refs.ts'

/** Whether the site's branch can be read; `no-commit`: the branch does not exist or has no commit. */
export type RepositoryState = 'ok' | 'no-commit' | 'unreadable'

/** The most attempts to read an empty ref, 2 ms apart; it is empty for a moment while another program rewrites it. */
const attempts = 5

/** Checks the repository on disk now, ignoring memory. Reads some small files, so it may be called often. */
export function repositoryState({ gitDir, commonDir, branch, objects }: Repository): RepositoryState {
  try {
    checkedOutBranch(gitDir, attempts)
    const head = headCommit(gitDir, commonDir, branch, attempts)
    if (head === null) return 'no-commit'
    return objects.isOnDisk(head) && objects.isOnDisk(readCommit(objects, head).tree) ? 'ok' : 'unreadable'
  } catch {
    return 'unreadable'
  }
}
