import { readCommit } from './commit.ts'
import type { Repository } from './open-repository.ts'
import { checkedOutBranch, headCommit } from './refs.ts'

/** Whether the site's branch can be read: `no-commit` says that there is no such branch, or that it is empty. */
export type RepositoryState = 'ok' | 'no-commit' | 'unreadable'

/** How often an empty ref is read, 2 ms apart: it is empty for an instant while another program rewrites it. */
const attempts = 5

/** Looks at the repository as it is on the disk now, whatever is in memory. Costs some small files, so it may be asked often. */
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
