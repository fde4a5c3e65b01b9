import { existsSync, readFileSync, realpathSync } from 'node:fs'
import { isAbsolute, join, resolve } from 'node:path'
import type { GitConfig } from './config.ts'
import { isTrue } from './effective-config.ts'
import type { RepositoryPlace } from './find-repository.ts'
import { checkedOutBranch } from './refs.ts'
import { type ShapeFault, shapeError } from './shape-faults.ts'

/** Files and folders beside HEAD during an unfinished git operation. */
const unfinished: ReadonlyArray<readonly [name: string, fault: ShapeFault]> = [
  ['MERGE_HEAD', 'merge'],
  ['rebase-merge', 'rebase'],
  ['rebase-apply', 'rebase'],
  ['CHERRY_PICK_HEAD', 'cherryPick'],
  ['REVERT_HEAD', 'revert'],
  ['BISECT_LOG', 'bisect'],
]

/**
 * The branch to commit to. Throws a RepositoryShapeError when the repository is in a state that cannot be written to
 * safely; the index and attributes of files are checked elsewhere.
 */
export function writableBranch(place: RepositoryPlace, config: GitConfig): string {
  const { gitDir, commonDir, branch } = place
  checkFormat(config)
  checkWorkTree(place, config)
  const current = checkedOutBranch(gitDir)
  // HEAD is also detached during a rebase and a bisect; naming the cause is more helpful.
  for (const [name, fault] of unfinished) if (existsSync(join(gitDir, name))) throw shapeError(fault)
  if (current === null) throw shapeError('detached')
  if (branch !== null && current !== branch) throw shapeError('otherBranch', { current, branch })
  const target = symbolicTarget(join(commonDir, 'refs', 'heads', current))
  if (target !== null) throw shapeError('symbolicBranch', { branch: current, target })
  if (isTrue(config.get('core.sparsecheckout'))) throw shapeError('sparse')
  return current
}

function checkFormat(config: GitConfig): void {
  const objects = config.get('extensions.objectformat') ?? 'sha1'
  if (objects !== 'sha1') throw shapeError('format', { format: `${objects} object names` })
  const refs = config.get('extensions.refstorage') ?? 'files'
  if (refs !== 'files') throw shapeError('format', { format: `${refs} for its refs` })
}

function checkWorkTree({ gitDir, workTree }: RepositoryPlace, config: GitConfig): void {
  const named = config.get('core.worktree')
  if (named !== undefined) {
    const path = isAbsolute(named) ? named : resolve(gitDir, named)
    if (!existsSync(path) || realpathSync(path) !== workTree) throw shapeError('otherWorkTree')
  } else if (isTrue(config.get('core.bare')) && gitDir === join(workTree, '.git')) throw shapeError('bare')
}

function symbolicTarget(path: string): string | null {
  try {
    return /^ref:\s*(?:refs\/heads\/)?(\S+)/.exec(readFileSync(path, 'utf8'))?.[1] ?? null
  } catch (error) {
    if (['ENOENT', 'ENOTDIR', 'EISDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) return null
    throw error
  }
}
