import { createHash } from 'node:crypto'
import { lstatSync, readFileSync, readlinkSync } from 'node:fs'
import { join } from 'node:path'
import type { ContentFiles, FileChange, LastChanges } from '../../platform/content-files.ts'
import { ifThere } from '../../platform/disk-reads.ts'
import { RepositoryError } from '../../platform/errors.ts'
import { blobId } from '../../platform/object-id.ts'
import { lastChanges } from '../history/history.ts'
import type { Repository } from '../read/open-repository.ts'
import { byPath, createDiskScan, type DiskFile } from './disk-scan.ts'

/**
 * The number of states stored for `diff`; a reader that is further behind lists everything again.
 */
const storedStates = 8

/**
 * The shortest time between two reads of the folder, in milliseconds; large folders are read less
 * often, so that reading takes a tenth of the time.
 */
const shortestPause = 250
const longestPause = 700

interface State {
  files: ReadonlyMap<string, DiskFile>
  head: string | null
  committed: ReadonlyMap<string, { blob: string }>
}

/**
 * The content folder on disk, for development: uncommitted files are included. A revision is a hash
 * of every path and its bytes. Resolves after the first read; the folder is read again while there
 * are watchers.
 */
export async function createWorkingTreeFiles(repository: Repository): Promise<ContentFiles> {
  const { contentDir, objects } = repository
  const scan = createDiskScan(repository)
  const states = new Map<string, State>()
  const listeners = new Set<() => void>()
  let running = false
  let shown = ''
  let paths: ReadonlyMap<string, DiskFile> = new Map()
  let history: LastChanges | undefined

  const rescan = async () => {
    const { files, head, committed } = await scan()
    const revision = revisionOf(files)
    states.delete(revision)
    states.set(revision, {
      files: new Map(files.map((file) => [file.path, file])),
      head,
      committed,
    })
    for (const oldest of states.keys()) {
      if (states.size <= storedStates) break
      states.delete(oldest)
    }
    paths = new Map(files.map((file) => [file.blob, file]))
    const changed = revision !== shown
    shown = revision
    return changed
  }

  const stateOf = (revision: string): State => {
    const state = states.get(revision)
    if (state === undefined)
      throw new RepositoryError(`The state ${revision} of the content folder is gone.`)
    return state
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

  const read = (blob: string): Buffer => {
    const file = paths.get(blob)
    const bytes = file === undefined ? null : readDisk(join(contentDir, file.path))
    // The file may have changed since it was listed; the listed blob may still be in the
    // repository.
    return bytes !== null && blobId(bytes) === blob ? bytes : objects.read(blob, 'blob')
  }
  await rescan()
  return {
    revision: () => shown,
    list: async (revision) =>
      Array.from(stateOf(revision).files.values(), ({ path, blob, kind }) => ({
        path,
        blob,
        kind,
      })),
    diff: async (from, to) =>
      from === to ? [] : diffStates(stateOf(from).files, stateOf(to).files),
    read,
    // Only `npm run dev` reads the work tree.
    readAside: async (blob) => read(blob),
    size(blob) {
      const file = paths.get(blob)
      const stat =
        file === undefined
          ? undefined
          : lstatSync(join(contentDir, file.path), { throwIfNoEntry: false })
      return stat?.size ?? objects.size(blob)
    },
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
      const { files, head, committed } = stateOf(revision)
      if (head !== null) history = await lastChanges(repository, head, history)
      const times = new Map<string, number>()
      for (const { path, blob, modified } of files.values()) {
        const time = committed.get(path)?.blob === blob ? history?.times.get(path) : modified
        if (time !== undefined) times.set(path, time)
      }
      return { revision, times, complete: times.size === files.size }
    },
  }
}

function revisionOf(files: ReadonlyArray<DiskFile>): string {
  const hash = createHash('sha1')
  for (const { path, blob, kind } of files) hash.update(`${kind} ${blob} ${path}\0`)
  return hash.digest('hex')
}

function diffStates(from: State['files'], to: State['files']): Array<FileChange> {
  const changes: Array<FileChange> = []
  for (const { path, blob, kind } of to.values()) {
    const before = from.get(path)
    if (before?.blob !== blob || before.kind !== kind)
      changes.push({ path, kind, before: before?.blob ?? null, after: blob })
  }
  for (const { path, blob, kind } of from.values())
    if (!to.has(path)) changes.push({ path, kind, before: blob, after: null })
  return changes.sort(byPath)
}

/** Bytes of a plain file, or the target of a symbolic link; null when neither exists. */
function readDisk(path: string): Buffer | null {
  const read = () =>
    lstatSync(path).isSymbolicLink() ? readlinkSync(path, 'buffer') : readFileSync(path)
  return ifThere(read, 'EISDIR', 'EACCES')
}
