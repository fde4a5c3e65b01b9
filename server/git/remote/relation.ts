import type { GitPlace } from '../program/git-environment.ts'
import { askGit, linesOf } from '../program/local-git.ts'

/** How many commits each of two histories has that the other one has not; null stands for none. */
export async function relationOf(
  place: GitPlace,
  ours: string | null,
  theirs: string | null,
): Promise<{ ahead: number; behind: number }> {
  const count = async (history: string | null, other: string | null) => {
    if (history === null) return 0
    const without = other === null ? [] : [`^${other}`]
    return Number((await askGit(place, ['rev-list', '--count', history, ...without, '--'])).stdout)
  }
  const [ahead, behind] = await Promise.all([count(ours, theirs), count(theirs, ours)])
  return { ahead, behind }
}

/**
 * The newest common commits; none for unrelated histories, several for criss-cross histories.
 */
export async function mergeBases(
  place: GitPlace,
  ours: string,
  theirs: string,
): Promise<ReadonlyArray<string>> {
  return linesOf(await askGit(place, ['merge-base', '--all', ours, theirs], { answers: [0, 1] }))
}
