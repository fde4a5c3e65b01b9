import { readFileSync, realpathSync, statSync } from 'node:fs'
import { dirname, join, relative, resolve, sep } from 'node:path'
import { RepositoryError } from '../../platform/errors.ts'
import { readConfig } from './config.ts'
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

/**
 * The repository of a folder, or null when it is in none. Throws a RepositoryError for an
 * unsupported kind of repository.
 */
export function findRepository(folder: string, wanted?: string | null): RepositoryPlace | null {
  const contentDir = realFolder(folder)
  for (let workTree = contentDir; ; workTree = dirname(workTree)) {
    const gitDir = gitFolderOf(workTree)
    if (gitDir !== null) {
      const commonDir = commonFolderOf(gitDir)
      refuseUnreadable(commonDir)
      const prefix = relative(workTree, contentDir).split(sep).join('/')
      if (wanted) refuseMissingBranch(gitDir, commonDir, wanted)
      const branch = wanted ?? checkedOutBranch(gitDir)
      return { contentDir, gitDir, commonDir, workTree, prefix, branch }
    }
    if (dirname(workTree) === workTree) return null
  }
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

/**
 * The `.git` folder, or the folder that a `.git` file (of a linked worktree or a submodule) names.
 * Like git, ignores a `.git` folder without HEAD.
 */
function gitFolderOf(workTree: string): string | null {
  const path = join(workTree, '.git')
  const stat = statSync(path, { throwIfNoEntry: false })
  if (stat === undefined) return null
  if (stat.isDirectory()) return isGitFolder(path) ? realpathSync(path) : null
  const target = /^gitdir: (.+?)\r?\n?$/.exec(readFileSync(path, 'utf8'))?.[1]
  if (target === undefined) throw new RepositoryError(`${path} does not name a git folder.`)
  const gitDir = resolve(workTree, target)
  if (!isGitFolder(gitDir))
    throw new RepositoryError(`${path} names ${gitDir}, which is no git folder.`)
  return realpathSync(gitDir)
}

function isGitFolder(path: string) {
  return statSync(join(path, 'HEAD'), { throwIfNoEntry: false }) !== undefined
}

function commonFolderOf(gitDir: string): string {
  const path = join(gitDir, 'commondir')
  if (statSync(path, { throwIfNoEntry: false }) === undefined) return gitDir
  return realpathSync(resolve(gitDir, readFileSync(path, 'utf8').trim()))
}

/** Extensions of the repository format that do not affect readers. */
const harmlessExtensions = [
  'noop',
  'preciousobjects',
  'partialclone',
  'worktreeconfig',
  'relativeworktrees',
  'objectformat',
  'refstorage',
]

function refuseUnreadable(commonDir: string) {
  const config = readConfig(commonDir)
  const objectFormat = config.get('extensions.objectformat') ?? 'sha1'
  if (objectFormat !== 'sha1')
    throw new RepositoryError(
      `The repository ${commonDir} uses ${objectFormat} object ids; only sha1 can be read.`,
    )
  const refStorage = config.get('extensions.refstorage') ?? 'files'
  if (refStorage !== 'files')
    throw new RepositoryError(
      `The repository ${commonDir} stores its refs as ${refStorage}; only files can be read.`,
    )
  const version = config.get('core.repositoryformatversion') ?? '0'
  if (version !== '0' && version !== '1')
    throw new RepositoryError(
      `The repository ${commonDir} has format version ${version}; only 0 and 1 can be read.`,
    )
  const unknown = [...config.keys()]
    .filter((key) => key.startsWith('extensions.'))
    .map((key) => key.slice('extensions.'.length))
    .find((key) => !harmlessExtensions.includes(key))
  if (version === '1' && unknown !== undefined)
    throw new RepositoryError(
      `The repository ${commonDir} uses the extension ${unknown}, which is not known here.`,
    )
}

function refuseMissingBranch(gitDir: string, commonDir: string, branch: string) {
  if (!isBranchName(branch)) throw new RepositoryError(`"${branch}" is not a branch name.`)
  if (
    headCommit(gitDir, commonDir, branch) === null &&
    headCommit(gitDir, commonDir, null) !== null
  )
    throw new RepositoryError(`The repository ${commonDir} has no branch ${branch}.`)
}

/** Git's rules for ref names. They also prevent paths outside of the folder of the refs. */
function isBranchName(name: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: git forbids them in ref names
  return !/^[-/]|\.\.|\/\.|^\.|\/\/|@\{|[\x00-\x20\x7f~^:?*[\\]|\/$|\.lock(\/|$)|\.$/.test(name)
}
