import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ignoreMissing } from '../../platform/whole-file.ts'
import { gitRecords } from '../program/local-git.ts'
import { readCommit } from '../read/commit.ts'
import type { Repository } from '../read/open-repository.ts'
import type { TreeChange } from '../read/tree.ts'
import { decodeName, type TreeFile } from '../read/tree-entries.ts'

/** A commit as `git log` tells it. */
export interface LoggedCommit {
  id: string
  parents: ReadonlyArray<string>
  /** Committer date, in seconds since 1970. */
  time: number
  author: { name: string; email: string }
  /** Author date, in seconds since 1970. */
  authored: number
  message: string
  /** What it changed in the content folder, for a first commit all of it; nothing for a merge. */
  changes: ReadonlyArray<TreeChange>
}

const fields = ['%H', '%P', '%ct', '%an', '%ae', '%at', '%B']

const command = [
  'log',
  '-z',
  '--raw',
  '--no-abbrev',
  '--no-renames',
  '--no-relative',
  '--diff-merges=off',
  '--encoding=UTF-8',
  '-O/dev/null',
  `--format=${fields.join('%x00')}%x00`,
]

/** The commits of `git log` with these arguments, as they arrive. */
export async function* commitLog(
  repository: Pick<Repository, 'gitDir' | 'workTree' | 'prefix'>,
  args: ReadonlyArray<string>,
): AsyncGenerator<LoggedCommit> {
  const root = repository.prefix === '' ? '' : `${repository.prefix}/`
  let head: Array<string> = []
  let changes: Array<TreeChange> = []
  let entry: string | null = null
  for await (const record of gitRecords(repository, [...command, ...args])) {
    if (entry !== null) {
      const path = decodeName(record)
      if (path.startsWith(root)) changes.push(changeOf(path.slice(root.length), entry))
      entry = null
      continue
    }
    const text = record.toString('utf8')
    if (head.length < fields.length) head.push(text)
    else if (/^\n?:/.test(text)) entry = text
    else if (text !== '') {
      yield commitOf(head, changes)
      head = [text]
      changes = []
    }
  }
  if (head.length > 0) yield commitOf(head, changes)
}

function commitOf(
  [id = '', parents = '', time, name = '', email = '', authored, message = '']: Array<string>,
  changes: ReadonlyArray<TreeChange>,
): LoggedCommit {
  return {
    id,
    parents: parents.split(' ').filter(Boolean),
    time: Number(time),
    author: { name, email },
    authored: Number(authored),
    message: message.trimEnd(),
    changes,
  }
}

/** Reads `:100644 100644 BEFORE AFTER M`. */
function changeOf(path: string, entry: string): TreeChange {
  const [before = '', after = '', beforeId = '', afterId = ''] = entry
    .slice(entry.indexOf(':') + 1)
    .split(' ')
  return { path, before: fileOf(before, beforeId), after: fileOf(after, afterId) }
}

const fileOf = (mode: string, id: string): TreeFile | null =>
  mode === '000000' ? null : { mode, id }

/** Arguments that limit a log to the content folder, on all sides of merges. */
export const inFolder = ({ prefix }: Pick<Repository, 'prefix'>): Array<string> =>
  prefix === '' ? ['--'] : ['--full-history', '--', prefix]

/** Commits whose parents are missing in a shallow clone, and first commits. */
export async function readShallow({
  commonDir,
  objects,
}: Pick<Repository, 'commonDir' | 'objects'>): Promise<ReadonlySet<string>> {
  const text = await readFile(join(commonDir, 'shallow'), 'utf8').catch(ignoreMissing)
  const shallow = new Set<string>()
  for (const id of (text ?? '').split('\n'))
    if (await objects.has(id)) {
      const { parents } = await readCommit(objects, id)
      if (parents.length > 0) shallow.add(id)
    }
  return shallow
}

/**
 * Commits of a log that made changes of their own: no merges, and not the end of a shallow clone.
 */
export async function* changingCommits(
  repository: Repository,
  args: ReadonlyArray<string>,
): AsyncGenerator<LoggedCommit> {
  const shallow = await readShallow(repository)
  for await (const commit of commitLog(repository, [...args, ...inFolder(repository)]))
    if (commit.parents.length < 2 && !shallow.has(commit.id)) yield commit
}
