import { join } from 'node:path'

/** Paths of the files of git that a commit to a branch touches. In a linked worktree HEAD and index are its own, refs are shared. */
export interface GitPlaces {
  index: string
  indexLock: string
  headLock: string
  ref: string
  refLock: string
  /** Logs of HEAD and of the branch. */
  logs: ReadonlyArray<string>
}

export function gitPlaces({ gitDir, commonDir }: { gitDir: string; commonDir: string }, branch: string): GitPlaces {
  const ref = join(commonDir, 'refs', 'heads', branch)
  return {
    index: join(gitDir, 'index'),
    indexLock: join(gitDir, 'index.lock'),
    headLock: join(gitDir, 'HEAD.lock'),
    ref,
    refLock: `${ref}.lock`,
    logs: [join(gitDir, 'logs', 'HEAD'), join(commonDir, 'logs', 'refs', 'heads', branch)],
  }
}
