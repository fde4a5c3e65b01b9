import type { GitPlace } from '../program/git-environment.ts'
import { askGit, linesOf } from '../program/local-git.ts'

/** The relation of two histories. Lists name children before their parents. */
export interface Relation {
  /** Commits that only ours has. */
  ahead: ReadonlyArray<string>
  /** Commits that only theirs has. */
  behind: ReadonlyArray<string>
}

/** Compares the histories of two commits. */
export async function relationOf(
  place: GitPlace,
  ours: string | null,
  theirs: string | null,
): Promise<Relation> {
  const listed = async (there: string | null, except: string | null) => {
    if (there === null) return []
    const without = except === null ? [] : [`^${except}`]
    return linesOf(await askGit(place, ['rev-list', '--topo-order', there, ...without, '--']))
  }
  const [ahead, behind] = await Promise.all([listed(ours, theirs), listed(theirs, ours)])
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
