import { CommandError } from './command-error.ts'
import { git, runGit } from './native-git.ts'

/** Separates the fields of a commit. */
const separator = '\u0001'

const fields = ['%H', '%P', '%an <%ae> %ad', '%cn <%ce> %cd', '%B'].join('%x01')

/**
 * Writes the commits of a repository that change a folder again, with that folder as the root, and
 * lets the ref `to` point to the newest. Authors, dates and messages stay. Returns the number of
 * commits. Throws a CommandError when no commit has the folder.
 */
export async function filterHistory(
  repository: string,
  { from, prefix, to }: { from: string; prefix: string; to: string },
): Promise<number> {
  const options = ['--parents', '--topo-order', '--reverse', '--date=raw', '--encoding=UTF-8', '-z']
  const log = await git(repository, 'log', ...options, `--format=${fields}`, from, '--', prefix)
  const commits = log.split('\0').filter((entry) => entry !== '')
  if (commits.length === 0) throw new CommandError(`No commit has the folder ${prefix}.`)
  const ids = commits.map((entry) => entry.slice(0, entry.indexOf(separator)))
  const trees = await treesOf(repository, ids, prefix)
  const marks = new Map(ids.map((id, index) => [id, index + 1]))
  const stream = commits.map((entry, index) =>
    commitCommand(entry, { to, marks, tree: trees[index] ?? null }),
  )
  await runGit(repository, ['fast-import', '--quiet', '--force'], {
    input: `${stream.join('')}done\n`,
  })
  return commits.length
}

/** The tree of a folder in each commit; null where the folder is missing. */
async function treesOf(
  repository: string,
  ids: ReadonlyArray<string>,
  prefix: string,
): Promise<Array<string | null>> {
  const input = ids.map((id) => `${id}:${prefix}\n`).join('')
  const { stdout } = await runGit(
    repository,
    ['cat-file', '--batch-check=%(objecttype) %(objectname)'],
    { input },
  )
  return stdout.split('\n').map((line) => /^tree ([0-9a-f]+)$/.exec(line)?.[1] ?? null)
}

/** The command of `git fast-import` that makes a commit with a tree that is there. */
function commitCommand(
  entry: string,
  { to, marks, tree }: { to: string; marks: ReadonlyMap<string, number>; tree: string | null },
): string {
  const [id = '', parentIds = '', author, committer, message = ''] = entry.split(separator)
  const parents = parentIds.split(' ').flatMap((parent) => marks.get(parent) ?? [])
  return [
    // A first commit among others begins anew, not at the last one of the stream.
    ...(parents.length === 0 ? [`reset ${to}`] : []),
    `commit ${to}`,
    `mark :${marks.get(id)}`,
    `author ${author}`,
    `committer ${committer}`,
    `data ${Buffer.byteLength(message)}`,
    message,
    ...parents.map((mark, index) => `${index === 0 ? 'from' : 'merge'} :${mark}`),
    tree === null ? 'deleteall' : `M 040000 ${tree} `,
    '',
  ].join('\n')
}
