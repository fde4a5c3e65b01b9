import { existsSync, realpathSync, statSync } from 'node:fs'
import { dirname, join, relative, sep } from 'node:path'
import { RepositoryError } from '../../platform/errors.ts'
import { gitEnvironment, type Setting } from '../program/git-environment.ts'
import { runGit } from '../program/run-git.ts'
import { checkedOutBranch, headCommit } from './refs.ts'

/**
 * The folders of a repository and the content folder in it. All paths are real paths without
 * symbolic links.
 */
export interface RepositoryPlace {
  contentDir: string
  /** Contains HEAD and the index; for a linked worktree, its own folder below `commonDir`. */
  gitDir: string
  /** Contains objects, refs and config. */
  commonDir: string
  workTree: string
  /**
   * The path of the content folder in the repository, with forward slashes; '' when it is the work
   * tree itself.
   */
  prefix: string
  /** The branch that the site follows; null follows a HEAD that was detached at the start. */
  branch: string | null
}

/** The repository does not have the branch. */
export class BranchError extends RepositoryError {
  override name = 'BranchError'
}

/**
 * The repository of a folder as git finds it, or null when it is in none. Throws a RepositoryError
 * with one sentence for a repository that git refuses, and for an unsupported kind; a BranchError
 * without the wanted branch.
 */
export async function findRepository(
  folder: string,
  wanted?: string | null,
): Promise<RepositoryPlace | null> {
  const contentDir = realFolder(folder)
  const found = await askPlace(contentDir)
  if (found === null) return null
  const prefix = relative(found.workTree, contentDir).split(sep).join('/')
  if (wanted) refuseMissingBranch(found, wanted)
  return { ...found, contentDir, prefix, branch: wanted ?? checkedOutBranch(found.gitDir) }
}

/** The real path of a folder. Throws a RepositoryError when it does not exist. */
export function realFolder(path: string): string {
  try {
    const real = realpathSync(path)
    if (statSync(real).isDirectory()) return real
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    throw new RepositoryError(`The content folder ${path} does not exist.`)
  }
  throw new RepositoryError(`The content folder ${path} is not a folder.`)
}

/** The time limit of a question to git, in milliseconds. */
const limit = 30_000

const question = [
  'rev-parse',
  '--path-format=absolute',
  '--git-dir',
  '--git-common-dir',
  '--show-object-format',
  '--is-inside-work-tree',
  '--show-toplevel',
]

async function askPlace(folder: string) {
  const env = {
    ...gitEnvironment(process.env, undefined, trustedFolders(folder)),
    GIT_DISCOVERY_ACROSS_FILESYSTEM: '1',
  }
  const { outcome, stdout, stderr } = await runGit(question, { cwd: folder, env, limit })
  if (outcome !== 'ended')
    throw new RepositoryError(`git does not say what the repository of ${folder} is.`)
  const [gitDir = '', commonDir = '', format, isInside, top] = stdout.split('\n')
  if (gitDir === '' && /^fatal: not a git repository \(or any/m.test(stderr)) return null
  if (gitDir === '' || commonDir === '')
    throw new RepositoryError(`git refuses the repository of ${folder}: ${reasonOf(stderr)}.`)
  refuseUnreadable(commonDir, format)
  // One that is bare, or names another folder as its work tree, is in the folder that it serves.
  const workTree = isInside === 'true' && top ? top : dirname(gitDir)
  return { gitDir: realpathSync(gitDir), commonDir: realpathSync(commonDir), workTree }
}

/**
 * Lets git open a repository of another user when the content folder belongs to that user, too: the
 * operator has named it. One of somebody else around it stays refused. Git 2.35 to 2.37 ignores
 * this and names the command.
 */
function trustedFolders(folder: string): Array<Setting> {
  const owner = statSync(folder).uid
  const settings: Array<Setting> = []
  for (let at = folder; ; at = dirname(at)) {
    const places = [at, join(at, '.git')].map((path) => statSync(path, { throwIfNoEntry: false }))
    // Others may create `.git` in a folder such as `/tmp`.
    if (places.every((place) => place === undefined || place.uid === owner))
      settings.push(['safe.directory', at])
    if (at === dirname(at)) return settings
  }
}

/** The message of git as one line, with the command that it recommends. */
function reasonOf(said: string): string {
  const [first = '', ...more] = said
    .replace(/^fatal: /, '')
    .trim()
    .split(/\n\s*/)
  const command = more.find((line) => line.startsWith('git config '))
  if (command !== undefined) return `${first}; if that is right, run "${command}"`
  return [first, ...more].join(' ')
}

function refuseUnreadable(commonDir: string, objectFormat: string | undefined) {
  if (objectFormat !== 'sha1')
    throw new RepositoryError(
      `The repository ${commonDir} uses ${objectFormat} object ids; only sha1 can be read.`,
    )
  if (existsSync(join(commonDir, 'reftable')))
    throw new RepositoryError(
      `The repository ${commonDir} stores its refs as reftable; only files can be read.`,
    )
}

function refuseMissingBranch(place: Pick<RepositoryPlace, 'gitDir' | 'commonDir'>, branch: string) {
  if (!isBranchName(branch)) throw new BranchError(`"${branch}" is not a branch name.`)
  if (headCommit(place, branch) === null && headCommit(place, null) !== null)
    throw new BranchError(`The repository ${place.commonDir} has no branch ${branch}.`)
}

/** Git's rules for ref names. They also prevent paths outside of the folder of the refs. */
function isBranchName(name: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: git forbids them in ref names
  return !/^[-/]|\.\.|\/\.|^\.|\/\/|@\{|[\x00-\x20\x7f~^:?*[\\]|\/$|\.lock(\/|$)|\.$/.test(name)
}
