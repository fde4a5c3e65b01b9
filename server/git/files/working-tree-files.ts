import { randomBytes } from 'node:crypto'
import { cpSync, lstatSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { ContentFiles, LastChanges } from '../../platform/content-files.ts'
import { statOf } from '../../platform/disk-reads.ts'
import { RepositoryError } from '../../platform/errors.ts'
import { lastChanges } from '../history/history.ts'
import { readingEnvironment } from '../program/git-environment.ts'
import { askGit } from '../program/local-git.ts'
import type { Repository } from '../read/open-repository.ts'
import { headCommit } from '../read/refs.ts'
import { compareTrees, differencesOf, filesIn, folderAt } from '../read/tree.ts'

/**
 * The shortest time between two reads of the folder, in milliseconds; large folders are read less
 * often, so that reading takes a tenth of the time.
 */
const shortestPause = 250
const longestPause = 700

/** The folder without files. */
const emptyTree = '4b825dc642cb6eb9a060e54bf8d69288fbee4904'

/**
 * The content folder on disk, for development: uncommitted files are included. A revision is the
 * tree that git would commit of it. Resolves after the first read; the folder is read again while
 * there are watchers.
 */
export async function createWorkingTreeFiles(repository: Repository): Promise<ContentFiles> {
  const { contentDir, prefix, objects } = repository
  const writeTree = createTreeWriter(repository)
  const head = () => headCommit(repository, null)
  const listeners = new Set<() => void>()
  let running = false
  let shown = ''
  let history: LastChanges | undefined

  const rescan = async () => {
    const revision = await writeTree(head())
    const changed = revision !== shown
    shown = revision
    return changed
  }

  /** One loop for all watchers; it ends with the last one. */
  const loop = async () => {
    const started = performance.now()
    // A folder that cannot be read, for example while an editor moves it, is read again in the next
    // round.
    const changed = await rescan().catch(() => false)
    const pause = Math.min(longestPause, Math.max(shortestPause, 9 * (performance.now() - started)))
    running = listeners.size > 0
    if (running) setTimeout(loop, pause).unref()
    if (changed) for (const listener of listeners) listener()
  }

  await rescan()
  return {
    revision: () => shown,
    list: (revision) => filesIn(objects, revision),
    diff: async (from, to) => differencesOf(await compareTrees(objects, from, to)),
    read: (blob) => objects.read(blob, 'blob'),
    size: objects.size,
    watch(listener) {
      const own = () => listener()
      listeners.add(own)
      if (!running) void loop()
      running = true
      return () => {
        listeners.delete(own)
      }
    },
    async lastChanges(revision) {
      const commit = head()
      if (commit !== null) history = await lastChanges(repository, commit, history)
      const times = new Map(history?.times)
      const committed = await folderAt(objects, commit, prefix)
      for (const { path, after } of await compareTrees(objects, committed, revision)) {
        const stat = after && lstatSync(join(contentDir, path), { throwIfNoEntry: false })
        if (stat) times.set(path, Math.floor(stat.mtimeMs / 1000))
        else times.delete(path)
      }
      return { revision, times, complete: false }
    },
  }
}

/**
 * Writes the tree of the content folder as it is on the disk, without ignored files, by an index of
 * its own, which begins as that of the checked-out commit. git's gc removes what is never
 * committed.
 */
function createTreeWriter({ gitDir, workTree, contentDir, prefix }: Repository) {
  const place = { gitDir, workTree }
  const folder = join(gitDir, 'session-notes')
  const index = join(folder, `${process.pid}-${randomBytes(4).toString('hex')}-0.work-tree`)
  const env = {
    ...readingEnvironment(place, undefined, [
      ['core.safecrlf', 'false'],
      ['advice.addEmbeddedRepo', 'false'],
    ]),
    GIT_INDEX_FILE: index,
  }
  let last: string | null | undefined
  return async (head: string | null): Promise<string> => {
    if (head !== last || statOf(index) === null) {
      mkdirSync(folder, { recursive: true })
      rmSync(index, { force: true })
      if (statOf(join(gitDir, 'index')) !== null)
        cpSync(join(gitDir, 'index'), index, { preserveTimestamps: true })
      last = head
    }
    // A file that can't be read stays as it was.
    const add = ['add', '--all', '--ignore-errors', '--', '.']
    await askGit(place, add, { env, cwd: contentDir, answers: [0, 1] })
    const written = await askGit(
      place,
      prefix === '' ? ['write-tree'] : ['write-tree', `--prefix=${prefix}/`],
      { env, answers: [0, 128] },
    )
    if (written.code === 0) return written.stdout.trim()
    if (written.stderr.includes(`prefix ${prefix}/ not found`)) return emptyTree
    throw new RepositoryError(`The content folder can't be read: ${written.stderr.trim()}`)
  }
}
