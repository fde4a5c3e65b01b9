import { isObjectId } from '../../platform/object-id.ts'
import { askGit } from '../program/local-git.ts'
import { readCommit } from '../read/commit.ts'
import type { Repository } from '../read/open-repository.ts'

/** So many commits are looked at before git is started. */
const nearby = 8

/** Whether a commit is `from` or one of its ancestors. */
export async function reaches(
  repository: Pick<Repository, 'gitDir' | 'workTree' | 'objects'>,
  from: string,
  commit: string,
): Promise<boolean> {
  let at: string | undefined = from
  for (let looked = 0; looked < nearby && at !== undefined; looked++) {
    if (at === commit) return true
    // A shallow clone does not have all parents.
    at = (await readCommit(repository.objects, at).catch(() => null))?.parents[0]
  }
  if (!isObjectId(commit) || !(await repository.objects.has(commit))) return false
  const args = ['merge-base', '--is-ancestor', commit, from]
  return (await askGit(repository, args, { answers: [0, 1] })).code === 0
}
