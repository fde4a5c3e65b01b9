import { readFileSync, realpathSync, statSync } from 'node:fs'
import { dirname, join, relative, resolve, sep } from 'node:path'
import { readConfig } from './config.ts'
import { checkedOutBranch, headCommit } from './refs.ts'
import { RepositoryError } from './repository-error.ts'

/** Where a repository keeps its things, and what of it is the site's content. All paths are real ones, without links. */
export interface RepositoryPlace {
  contentDir: string
  /** Holds HEAD and the index; of a linked worktree its own folder below `commonDir`. */
  gitDir: string
  /** Holds objects, refs and config. */
  commonDir: string
  workTree: string
  /** The content folder inside the repository, with forward slashes; '' when it is the work tree itself. */
  prefix: string
  /** Branch that the site follows; null follows HEAD, detached as it was at the start. */
  branch: string | null
}

/** The repository that holds a folder, or null when it is in none. Throws a RepositoryError when it is of a kind that we do not read. */
export function findRepository(folder: string, branch?: string): RepositoryPlace | null {
  const contentDir = realFolder(folder)
  for (let workTree = contentDir; ; workTree = dirname(workTree)) {
    const gitDir = gitFolderOf(workTree)
    if (gitDir !== null) {
      const commonDir = commonFolderOf(gitDir)
      refuseUnreadable(commonDir)
      const prefix = relative(workTree, contentDir).split(sep).join('/')
      return { contentDir, gitDir, commonDir, workTree, prefix, branch: followedBranch(gitDir, commonDir, branch) }
    }
    if (dirname(workTree) === workTree) return null
  }
}

/** The folder without links in its path. Throws a RepositoryError when there is none. */
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

/** A `.git` folder, or the folder that a `.git` file (of a linked worktree or a submodule) names. Like git, passes over a `.git` folder without HEAD. */
function gitFolderOf(workTree: string): string | null {
  const path = join(workTree, '.git')
  const stat = statSync(path, { throwIfNoEntry: false })
  if (stat === undefined) return null
  if (stat.isDirectory()) return isGitFolder(path) ? realpathSync(path) : null
  const target = /^gitdir: (.+?)\r?\n?$/.exec(readFileSync(path, 'utf8'))?.[1]
  if (target === undefined) throw new RepositoryError(`${path} does not name a git folder.`)
  const gitDir = resolve(workTree, target)
  if (!isGitFolder(gitDir)) throw new RepositoryError(`${path} names ${gitDir}, which is no git folder.`)
  return realpathSync(gitDir)
}

function isGitFolder(path: string): boolean {
  return statSync(join(path, 'HEAD'), { throwIfNoEntry: false }) !== undefined
}

function commonFolderOf(gitDir: string): string {
  const path = join(gitDir, 'commondir')
  if (statSync(path, { throwIfNoEntry: false }) === undefined) return gitDir
  return realpathSync(resolve(gitDir, readFileSync(path, 'utf8').trim()))
}

/** Extensions of the repository format that change nothing for a reader. */
const harmlessExtensions = [
  'noop',
  'preciousobjects',
  'partialclone',
  'worktreeconfig',
  'relativeworktrees',
  'objectformat',
  'refstorage',
]

function refuseUnreadable(commonDir: string): void {
  const config = readConfig(commonDir)
  const objectFormat = config.get('extensions.objectformat') ?? 'sha1'
  if (objectFormat !== 'sha1')
    throw new RepositoryError(
      `The repository ${commonDir} names its objects by ${objectFormat}; only sha1 can be read.`,
    )
  const refStorage = config.get('extensions.refstorage') ?? 'files'
  if (refStorage !== 'files')
    throw new RepositoryError(`The repository ${commonDir} keeps its refs as ${refStorage}; only files can be read.`)
  const version = config.get('core.repositoryformatversion') ?? '0'
  if (version !== '0' && version !== '1')
    throw new RepositoryError(`The repository ${commonDir} has format version ${version}; only 0 and 1 can be read.`)
  const unknown = [...config.keys()]
    .filter((key) => key.startsWith('extensions.'))
    .map((key) => key.slice('extensions.'.length))
    .find((key) => !harmlessExtensions.includes(key))
  if (version === '1' && unknown !== undefined)
    throw new RepositoryError(`The repository ${commonDir} uses the extension ${unknown}, which is not known here.`)
}

function followedBranch(gitDir: string, commonDir: string, wanted: string | undefined): string | null {
  const current = checkedOutBranch(gitDir)
  if (wanted === undefined || wanted === current) return current
  if (!isBranchName(wanted)) throw new RepositoryError(`"${wanted}" is not a branch name.`)
  if (headCommit(gitDir, commonDir, wanted) === null && headCommit(gitDir, commonDir, null) !== null)
    throw new RepositoryError(`The repository ${commonDir} has no branch ${wanted}.`)
  return wanted
}

/** Git's rules for names of refs, as far as they keep a name from being another path than it says. */
function isBranchName(name: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: names of refs hold none.
  return !/^[-/]|\.\.|\/\.|^\.|\/\/|@\{|[\x00-\x20\x7f~^:?*[\\]|\/$|\.lock(\/|$)|\.$/.test(name)
}
