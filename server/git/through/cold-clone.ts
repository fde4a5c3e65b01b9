import { mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileKinds } from '#domain/content.ts'
import { namesIn, statOf } from '../../platform/disk-reads.ts'
import { askGit } from '../program/local-git.ts'
import { readCommit } from '../read/commit.ts'
import { effectiveConfig } from '../read/config.ts'
import { findRepository } from '../read/find-repository.ts'
import { withObjects } from '../read/open-repository.ts'
import { headCommit } from '../read/refs.ts'
import { entriesIn, isFolder } from '../read/tree-entries.ts'
import { createGitRemote } from '../remote/git-remote.ts'
import { placeAddress, type Remote, type RemotePlace } from '../remote/remote.ts'
import { RemoteError } from '../remote/sync-faults.ts'
import { createBranchCopy, sweepFetched } from './branch-copy.ts'

/**
 * The setting in `.git/config` that marks a clone made by this module; its value is the address of
 * the remote.
 */
const mark = 'session-notes.clonedfrom'

/** Prefix of the name of an unfinished clone; one that exists at the start was left by a crash. */
const unfinished = '.git-unfinished-'

/**
 * Names that may exist beside the clone: the lock of the server, and an empty `content` folder for
 * a repository that has one.
 */
const own = ['server.lock', 'content']

/** What shows that the root of a repository is a content folder. */
const settingsFile = 'site.yaml'
const contentFolders = [...fileKinds, 'media', 'authors']

/** `CONTENT_DIR` can't be filled. The message is one sentence that names the variable. */
export class CloneRefused extends Error {
  override name = 'CloneRefused'
}

/**
 * Clones the remote into an empty or missing folder, without a work tree, or updates the clone of
 * an earlier start, which is replaced when it can't be fast-forwarded. A folder with other files is
 * refused. Returns the content folder (`content` if there is one, otherwise the root) and the
 * branch. Throws CloneRefused.
 */
export async function fillContentDir(options: {
  contentDir: string
  /** Null for the branch that is checked out by default. */
  gitBranch: string | null
  place: RemotePlace
  /** Called with the reason why an existing clone could not be updated. */
  stale: (error: unknown) => void
  /**
   * Called with the last commit of an existing clone that the remote's branch does not have any
   * more.
   */
  rewound: (lost: string) => void
  /**
   * Called while a clone is made, with the percentage of its objects that have arrived: first with
   * 0, then each time that git tells it.
   */
  cloning: (percent: number) => void
}): Promise<{ contentDir: string; branch: string | null }> {
  const { contentDir, place } = options
  const { signal } = new AbortController()
  const remoteOf = (gitDir: string) => createGitRemote(place, { gitDir, signal })
  const gitDir = join(contentDir, '.git')
  try {
    mkdirSync(contentDir, { recursive: true })
    const isCloned = await refuseOthers(contentDir)
    for (const name of namesIn(contentDir))
      if (name.startsWith(unfinished)) rmSync(join(contentDir, name), { recursive: true })
    if (!isCloned || !(await isUpToDate(options, remoteOf(gitDir)))) {
      rmSync(gitDir, { recursive: true, force: true })
      await clone(options, remoteOf)
    }
    return await contentPlace(contentDir)
  } catch (error) {
    if (error instanceof CloneRefused) throw error
    const reason = (error as Error).message.replace(/\.$/, '')
    throw new CloneRefused(
      `CONTENT_DIR ${contentDir} can't be filled from GIT_REMOTE: ${reason}.`,
      { cause: error },
    )
  }
}

/**
 * Whether the folder has a clone made by this module. Throws CloneRefused when it has any other
 * files.
 */
async function refuseOthers(contentDir: string): Promise<boolean> {
  const names = namesIn(contentDir).filter(
    (name) => !own.includes(name) && !name.startsWith(unfinished),
  )
  const isEmpty = namesIn(join(contentDir, 'content')).length === 0
  const gitDir = join(contentDir, '.git')
  const isOurs = statOf(gitDir)?.isDirectory() === true && (await markOf(contentDir)) !== null
  if (isEmpty && names.every((name) => name === '.git' && isOurs)) return isOurs
  throw new CloneRefused(
    `CONTENT_DIR ${contentDir} contains files that GIT_WRITE=through did not create; name an empty or missing folder, which is filled from GIT_REMOTE.`,
  )
}

/** The remote that the server cloned this folder from; null when it did not clone it. */
async function markOf(workTree: string): Promise<string | null> {
  const config = effectiveConfig({ gitDir: join(workTree, '.git'), workTree }, null)
  return (await config.catch(() => null))?.get(mark) ?? null
}

/**
 * Updates an existing clone; false when it must be replaced. True also when the remote cannot be
 * reached: the old state is enough to start.
 */
async function isUpToDate(
  { contentDir, gitBranch, place, stale, rewound }: Parameters<typeof fillContentDir>[0],
  remote: Remote,
): Promise<boolean> {
  const repository = await openClone(contentDir, gitBranch)
  if (repository === null) return false
  const { branch } = repository
  try {
    const head = headCommit(repository)
    if (branch === null || head === null || (await markOf(contentDir)) !== placeAddress(place))
      return false
    sweepFetched(repository)
    const copy = createBranchCopy(repository, branch, remote, rewound)
    await copy.fetch()
    return await copy.has(head)
  } catch (error) {
    if (!(error instanceof RemoteError)) return false
    if (error.fault !== 'unreachable') throw error
    stale(error)
    return true
  } finally {
    repository.close()
  }
}

/** Null for a clone that is damaged or of another branch. */
async function openClone(contentDir: string, gitBranch: string | null) {
  try {
    const place = await findRepository(contentDir, gitBranch)
    return place && withObjects(place)
  } catch {
    return null
  }
}

/** Makes the clone under another name, so that a crash never leaves an incomplete `.git`. */
async function clone(
  { contentDir, gitBranch, place, cloning }: Parameters<typeof fillContentDir>[0],
  remoteOf: (gitDir: string) => Remote,
) {
  const gitDir = mkdtempSync(join(contentDir, unfinished))
  try {
    cloning(0)
    const remote = remoteOf(gitDir)
    const init = (branch: string) => [
      'init',
      '--quiet',
      '--bare',
      '--template=',
      `--initial-branch=${branch}`,
      gitDir,
    ]
    // Calls of the remote need a repository.
    await local(gitDir, init(gitBranch ?? 'main'))
    const branch = gitBranch ?? (await remote.defaultBranch())
    if (branch === null || !(await remote.branches()).has(branch))
      throw new Error(
        `the remote has no branch${branch === null ? '' : ` ${branch}`} with a commit; push one there once`,
      )
    await remote.fetch(branch, `refs/heads/${branch}`, cloning)
    await local(gitDir, ['--git-dir', gitDir, 'symbolic-ref', 'HEAD', `refs/heads/${branch}`])
    await local(gitDir, ['config', '--file', join(gitDir, 'config'), mark, placeAddress(place)])
    renameSync(gitDir, join(contentDir, '.git'))
  } finally {
    rmSync(gitDir, { recursive: true, force: true })
  }
}

/** Runs a git command that uses no network. */
function local(gitDir: string, args: ReadonlyArray<string>) {
  const { PATH = '' } = process.env
  return askGit({ gitDir, workTree: gitDir }, args, { env: { PATH, LC_ALL: 'C' } })
}

async function contentPlace(
  contentDir: string,
): Promise<{ contentDir: string; branch: string | null }> {
  const repository = await openClone(contentDir, null)
  if (repository === null) throw new Error('the clone cannot be read')
  try {
    const { branch } = repository
    const head = headCommit(repository)
    if (head === null) throw new Error('the clone cannot be read')
    const { tree } = await readCommit(repository.objects, head)
    const entries = entriesIn(await repository.objects.read(tree, 'tree'))
    const hasFolder = (name: string) => isFolder(entries.get(name) ?? '')
    if (!hasFolder('content')) {
      if (!entries.has(settingsFile) && !contentFolders.some(hasFolder))
        throw new Error(
          `the branch ${branch} of the remote has no content: neither a folder content, nor ${settingsFile} or a folder such as ${contentFolders[0]} at its root; push the content there once, or name another repository`,
        )
      return { contentDir, branch }
    }
    const folder = join(contentDir, 'content')
    mkdirSync(folder, { recursive: true })
    return { contentDir: folder, branch }
  } finally {
    repository.close()
  }
}
