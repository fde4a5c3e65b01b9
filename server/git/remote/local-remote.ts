import { existsSync, readdirSync, readFileSync, realpathSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { readCommit } from '../commit.ts'
import { createPause, readShallow } from '../commit-walk.ts'
import { readConfig } from '../config.ts'
import { isObjectId } from '../object-id.ts'
import { createObjectReader, type ObjectReader } from '../objects.ts'
import { checkedOutBranch, headCommit } from '../refs.ts'
import { workshopFolder } from '../write-journal.ts'
import { childrenFirst } from './commit-order.ts'
import { newObjects } from './missing-objects.ts'
import { packOf } from './pack-writer.ts'
import { moveBranch } from './ref-move.ts'
import type { Remote, RemoteParts } from './remote.ts'
import { RemoteError } from './remote-error.ts'
import { storePack } from './store-pack.ts'

/** A repository in another folder of this machine. Missing objects are copied as a pack, its branch moves under git's own lock. */
export function createLocalRemote(path: string, parts: RemoteParts): Remote {
  const { objects, commonDir, workshop, signal } = parts

  const opened = async <Result>(work: (theirs: ObjectReader, gitDir: string) => Promise<Result>): Promise<Result> => {
    signal.throwIfAborted()
    const gitDir = gitFolder(path)
    const theirs = createObjectReader(gitDir)
    try {
      return await work(theirs, gitDir)
    } catch (error) {
      const code = (error as NodeJS.ErrnoException).code ?? ''
      if (!['EACCES', 'EPERM', 'EROFS', 'ENOSPC'].includes(code)) throw error
      throw new RemoteError('unreachable', `The folder ${path} can't be used by the site (${code}).`, { cause: error })
    } finally {
      theirs.close()
    }
  }

  return {
    shown: path,
    branches: () => opened(async (_, gitDir) => readBranches(gitDir)),
    fetch: (tip) =>
      opened(async (theirs, gitDir) => {
        const shallow = await readShallow(gitDir)
        const commits = await unknownCommits(theirs, objects, tip, shallow)
        const missing = await newObjects(theirs, commits, shallow)
        if (missing.length > 0) await storePack({ commonDir, workshop }, packOf(theirs, missing), signal)
      }),
    push: (branch, before, after, names) =>
      opened(async (_, gitDir) => {
        const where = checkedOutIn(gitDir, branch)
        if (where !== null)
          throw new RemoteError(
            'refused',
            `Branch ${branch} is checked out in ${where}, so nothing can be pushed to it; use a bare repository as GIT_REMOTE.`,
          )
        if (headCommit(gitDir, gitDir, branch) !== before) return false
        const to = { commonDir: gitDir, workshop: workshopFolder(gitDir) }
        if (names.length > 0) await storePack(to, packOf(objects, names), signal)
        signal.throwIfAborted()
        return moveBranch(gitDir, branch, before, after)
      }),
  }
}

/** The repository in the folder, bare or not. */
function gitFolder(path: string): string {
  for (const folder of [join(path, '.git'), path])
    if (existsSync(join(folder, 'HEAD')) && existsSync(join(folder, 'objects'))) {
      const config = readConfig(folder)
      if ((config.get('extensions.objectformat') ?? 'sha1') !== 'sha1' || config.has('extensions.refstorage'))
        throw new RemoteError('protocol', `The repository in ${path} is of a kind that can't be read here.`)
      return realpathSync(folder)
    }
  throw new RemoteError('missing', `There is no git repository in ${path} (GIT_REMOTE).`)
}

function readBranches(gitDir: string): Map<string, string> {
  const names = new Set<string>()
  const packed = join(gitDir, 'packed-refs')
  if (existsSync(packed))
    for (const line of readFileSync(packed, 'utf8').split('\n')) {
      const name = /^[0-9a-f]{40} refs\/heads\/(.+)$/.exec(line)?.[1]
      if (name !== undefined) names.add(name)
    }
  const heads = join(gitDir, 'refs', 'heads')
  if (existsSync(heads))
    for (const entry of readdirSync(heads, { recursive: true, withFileTypes: true }))
      if (entry.isFile() && !entry.name.endsWith('.lock'))
        names.add(join(entry.parentPath, entry.name).slice(heads.length + 1))
  const branches = new Map<string, string>()
  for (const name of names) {
    const commit = headCommit(gitDir, gitDir, name)
    if (commit !== null && isObjectId(commit)) branches.set(name, commit)
  }
  return branches
}

/** The work tree in which a branch is checked out, or null. */
function checkedOutIn(gitDir: string, branch: string): string | null {
  const isBare = /^(true|yes|on|1)$/i.test(readConfig(gitDir).get('core.bare') ?? '')
  if (!isBare && checkedOutBranch(gitDir) === branch) return resolve(gitDir, '..')
  const linked = join(gitDir, 'worktrees')
  for (const name of existsSync(linked) ? readdirSync(linked) : [])
    if (statSync(join(linked, name, 'HEAD'), { throwIfNoEntry: false }) !== undefined)
      if (checkedOutBranch(join(linked, name)) === branch) return `a worktree of ${gitDir}`
  return null
}

/** Commits that we do not have, children first. What we have, we have whole. */
async function unknownCommits(
  theirs: ObjectReader,
  ours: ObjectReader,
  tip: string,
  shallow: ReadonlySet<string>,
): Promise<Array<string>> {
  const pause = createPause()
  const unknown = new Set<string>()
  const open = [tip]
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    if (unknown.has(id) || ours.has(id)) continue
    unknown.add(id)
    if (!shallow.has(id)) open.push(...readCommit(theirs, id).parents)
    await pause()
  }
  return childrenFirst(theirs, unknown, [tip])
}
