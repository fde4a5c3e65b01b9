import { isObjectId } from '../../platform/object-id.ts'
import { askGit } from '../program/local-git.ts'
import type { Repository } from '../read/open-repository.ts'

/** Whether a commit is `from` or one of its ancestors. */
export async function reaches(
  repository: Pick<Repository, 'gitDir' | 'workTree' | 'objects'>,
  from: string,
  commit: string,
): Promise<boolean> {
  if (from === commit) return true
  if (!isObjectId(commit) || !(await repository.objects.has(commit))) return false
  const args = ['merge-base', '--is-ancestor', commit, from]
  return (await askGit(repository, args, { answers: [0, 1] })).code === 0
}
