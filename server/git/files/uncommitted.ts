import { type GitPlace, readingEnvironment, type Setting } from '../program/git-environment.ts'
import { gitRecords } from '../program/local-git.ts'
import { effectiveConfig } from '../read/config.ts'
import type { Repository } from '../read/open-repository.ts'
import { decodeName } from '../read/tree-entries.ts'

export interface UncommittedFile {
  /** Relative to the content folder. */
  path: string
  change: 'new' | 'modified' | 'deleted'
}

/**
 * Lists the content files of the work tree that differ from the checked-out commit, in path order:
 * new ones too, unless git ignores them, staged or not.
 */
export async function listUncommitted(repository: Repository): Promise<Array<UncommittedFile>> {
  const { prefix } = repository
  const args = ['status', '-z', '--untracked-files=all', '--no-renames', '--ignore-submodules=all']
  const changes = new Map<string, UncommittedFile['change']>()
  const env = readingEnvironment(repository, undefined, await withoutFilters(repository))
  for await (const record of gitRecords(repository, [...args, '--', prefix || '.'], env)) {
    const path = decodeName(record.subarray(3)).replace(/\/$/, '')
    const change = changeOf(record.toString('latin1', 0, 2))
    // A file that is deleted in the index and there again, untracked, has two records.
    if (change !== null) changes.set(path, changes.has(path) ? 'modified' : change)
  }
  const inner = prefix === '' ? 0 : prefix.length + 1
  return [...changes].map(([path, change]) => ({ path: path.slice(inner), change })).sort(byPath)
}

/** Settings without the repository's filters; what one has changed counts as modified. */
async function withoutFilters(place: GitPlace): Promise<Array<Setting>> {
  const names = [...(await effectiveConfig(place)).keys()].flatMap(
    (key) => /^(filter\..+)\.\w+$/.exec(key)?.[1] ?? [],
  )
  return names.flatMap(
    (name): Array<Setting> => [
      [`${name}.process`, ''],
      [`${name}.required`, 'false'],
    ],
  )
}

/** The change that two letters of `git status` mean: of the index, and of the work tree. */
function changeOf(state: string): UncommittedFile['change'] | null {
  if (state === '??') return 'new'
  const [index, workTree] = state
  if (index === 'A') return workTree === 'D' ? null : 'new'
  return index === 'D' || workTree === 'D' ? 'deleted' : 'modified'
}

/** Compares the bytes of paths, as git does. */
function byPath(left: { path: string }, right: { path: string }): number {
  if (/[\ud800-\udfff]/.test(left.path) || /[\ud800-\udfff]/.test(right.path))
    return Buffer.compare(Buffer.from(left.path), Buffer.from(right.path))
  return left.path < right.path ? -1 : 1
}
