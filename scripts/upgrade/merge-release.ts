import { ownersFolder, productsPlaces } from '#domain/releases.ts'
import { CommandError } from '../command-error.ts'
import { git, runGit } from '../native-git.ts'

/**
 * Settings of the owner that would change a merge, and the identity of commits that nobody sees.
 */
const settings = [
  'user.name=Session Notes',
  'user.email=upgrade@localhost',
  'commit.gpgSign=false',
  'core.hooksPath=/dev/null',
  'rerere.enabled=false',
  'merge.verifySignatures=false',
  'gc.auto=0',
].flatMap((setting) => ['-c', setting])

/** The commits of a merge: the owner's branch, the release, and the one that both come from. */
export interface ThreeCommits {
  base: string
  ours: string
  theirs: string
}

/**
 * Merges a release into the owner's commit, in a work tree of its own at `folder`. All three sides
 * get one folder `content/`, the owner's with the product's places from the release, so that
 * nothing in it is merged. Returns the tree of the result, which is checked out as a commit then.
 * Throws a CommandError that names the files that both sides have changed.
 */
export async function mergeRelease(
  root: string,
  folder: string,
  { base, ours, theirs }: ThreeCommits,
): Promise<string> {
  const content = await contentTree(root, { owner: ours, product: theirs })
  const baseCommit = await plainCommit(root, await withContent(root, base, content), [], 'base')
  const oursCommit = await plainCommit(
    root,
    await withContent(root, ours, content),
    [baseCommit],
    'ours',
  )
  const theirsCommit = await plainCommit(
    root,
    await withContent(root, theirs, content),
    [baseCommit],
    'theirs',
  )
  await git(root, ...settings, 'worktree', 'add', '-q', '--force', '--detach', folder, oursCommit)
  const merge = ['merge', '-q', '--no-ff', '--no-commit', '--no-autostash', theirsCommit]
  const { code } = await runGit(folder, [...settings, ...merge], { answers: [0, 1] })
  const unmerged = await git(folder, 'diff', '--name-only', '--diff-filter=U', '-z')
  if (code !== 0 || unmerged !== '') {
    const files = [...new Set(unmerged.split('\0').filter(Boolean))]
    throw new CommandError(
      `You and the release have changed the same places of ${files.join(', ') || 'the code'}. Merge the release yourself with git, or undo your changes there; then run the command again.`,
    )
  }
  await keepExecutableBits(folder)
  const tree = await git(folder, 'write-tree')
  await git(
    folder,
    ...settings,
    'reset',
    '-q',
    '--hard',
    await plainCommit(root, tree, [oursCommit], 'merged'),
  )
  return tree
}

/** One changed file of `git diff --raw -z`: its modes before and after, and its path. */
const changedMode = /:100(\d{3}) 100(\d{3}) [0-9a-f]+ [0-9a-f]+ M\0([^\0]+)\0/g

/**
 * Gives changed files of the merge the executable bits that they have in the site: what moves the
 * branch beside saves writes bytes only.
 */
async function keepExecutableBits(folder: string) {
  const changes = await git(
    folder,
    'diff',
    '--cached',
    '--raw',
    '--no-renames',
    '--abbrev=40',
    '-z',
    'HEAD',
  )
  const differing = [...changes.matchAll(changedMode)].filter(
    ([, before, after]) => before !== after,
  )
  for (const [, before, , file = ''] of differing)
    await git(folder, 'update-index', `--chmod=${before === '755' ? '+' : '-'}x`, '--', file)
}

/**
 * The tree of a commit of the owner with the product's part of `merged`. Throws a CommandError when
 * it is not the content alone that has changed since `ours`.
 */
export async function withLaterContent(
  root: string,
  { merged, ours, now, product }: { merged: string; ours: string; now: string; product: string },
): Promise<string> {
  if ((await codeTree(root, ours)) !== (await codeTree(root, now)))
    throw new CommandError('The code of the site was changed meanwhile; run the command again.')
  return withContent(root, merged, await contentTree(root, { owner: now, product }))
}

/** The id of a tree without the owner's folder: equal for equal code. */
export async function codeTree(root: string, tree: string): Promise<string> {
  return makeTree(root, (await entriesOf(root, tree)).filter(isNot([ownersFolder])))
}

/** One line of `git ls-tree -z`. */
const nameOf = (entry: string) => entry.slice(entry.indexOf('\t') + 1)
const isNot = (names: ReadonlyArray<string>) => (entry: string) => !names.includes(nameOf(entry))

/**
 * The owner's folder with the product's places in it; null when neither side has anything there.
 */
async function contentTree(root: string, { owner, product }: { owner: string; product: string }) {
  const owners = (await contentEntries(root, owner)).filter(isNot(productsPlaces))
  const products = (await contentEntries(root, product)).filter(
    (entry) => !isNot(productsPlaces)(entry),
  )
  const entries = [...owners, ...products]
  return entries.length === 0 ? null : makeTree(root, entries)
}

async function withContent(root: string, tree: string, content: string | null): Promise<string> {
  const others = (await entriesOf(root, tree)).filter(isNot([ownersFolder]))
  return makeTree(
    root,
    content === null ? others : [...others, `040000 tree ${content}\t${ownersFolder}`],
  )
}

/** The entries of the owner's folder in a commit; none without the folder. */
async function contentEntries(root: string, commit: string): Promise<Array<string>> {
  const entry = (await entriesOf(root, commit)).find((one) => nameOf(one) === ownersFolder)
  if (entry === undefined) return []
  const [mode, type, id] = entry.split(/[ \t]/, 3)
  if (type !== 'tree' || id === undefined)
    throw new CommandError(
      `${ownersFolder} of ${commit.slice(0, 9)} is no folder (mode ${mode}); an upgrade needs it as one.`,
    )
  return entriesOf(root, id)
}

async function entriesOf(root: string, tree: string): Promise<Array<string>> {
  const { stdout } = await runGit(root, ['ls-tree', '-z', tree])
  return stdout.split('\0').filter(Boolean)
}

async function makeTree(root: string, entries: ReadonlyArray<string>): Promise<string> {
  const { stdout } = await runGit(root, ['mktree', '-z'], {
    input: entries.map((entry) => `${entry}\0`).join(''),
  })
  return stdout.trim()
}

async function plainCommit(
  root: string,
  tree: string,
  parents: ReadonlyArray<string>,
  message: string,
) {
  const given = parents.flatMap((parent) => ['-p', parent])
  return git(root, ...settings, 'commit-tree', tree, ...given, '-m', message)
}
