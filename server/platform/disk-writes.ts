import fs from 'node:fs'
import { dirname } from 'node:path'
import { promisify } from 'node:util'

const write = promisify(fs.write)
const syncData = promisify(fs.fdatasync)
const syncAll = promisify(fs.fsync)
/**
 * A file up to this many bytes is written synchronously, which is faster than handing it to a
 * thread; only the fsync runs in a thread.
 */
const smallFile = 256 * 1024

/**
 * The changes of the disk that the write lane makes. Each method is one step, and tests can make
 * each step fail.
 */
export interface DiskWrites {
  /** Creates a file with these bytes and resolves after fsync. Throws EEXIST when it exists. */
  create(path: string, bytes: Uint8Array, permissions?: Permissions): Promise<void>
  /** Creates an empty file. Throws EEXIST when it exists. */
  createEmpty(path: string): void
  /** Creates a hard link. Throws EEXIST when `to` exists. */
  link(from: string, to: string): void
  rename(from: string, to: string): void
  /** Removes a file; a missing file is no error. */
  remove(path: string): void
  makeFolder(path: string): void
  /** Removes a folder; a missing folder is no error, a folder with content stays. */
  removeFolder(path: string): void
  append(path: string, text: string): void
  cut(path: string, length: number): void
  /** Sets the modification time, in nanoseconds since 1970. */
  setTime(path: string, time: bigint): void
  /** Resolves after fsync of these folders, which makes created and removed names durable. */
  syncFolders(paths: Iterable<string>): Promise<void>
}

/** Permission bits of a new file: exactly these, or these with the umask of the process applied. */
export type Permissions = { exact: number } | { masked: number }

export interface DiskWritesOptions {
  /** Called before each step; when it throws, the step fails with that error. */
  before?: (step: keyof DiskWrites, path: string) => void
  /** False skips fsync (for measurements). */
  sync?: boolean
}

const anyFile: Permissions = { masked: 0o666 }

export function createDiskWrites({
  before = () => {},
  sync = true,
}: DiskWritesOptions = {}): DiskWrites {
  return {
    async create(path, bytes, permissions = anyFile) {
      before('create', path)
      const file = fs.openSync(
        path,
        'wx',
        'masked' in permissions ? permissions.masked : permissions.exact,
      )
      try {
        if ('exact' in permissions) fs.fchmodSync(file, permissions.exact)
        for (let at = 0; at < bytes.length; )
          at +=
            bytes.length > smallFile
              ? (await write(file, bytes, at)).bytesWritten
              : fs.writeSync(file, bytes, at)
        if (sync) await syncData(file)
      } finally {
        fs.closeSync(file)
      }
    },
    createEmpty(path) {
      before('createEmpty', path)
      fs.closeSync(fs.openSync(path, 'wx'))
    },
    link(from, to) {
      before('link', to)
      fs.linkSync(from, to)
    },
    rename(from, to) {
      before('rename', to)
      fs.renameSync(from, to)
    },
    remove(path) {
      before('remove', path)
      ignoring(['ENOENT', 'ENOTDIR'], () => fs.unlinkSync(path))
    },
    makeFolder(path) {
      before('makeFolder', path)
      fs.mkdirSync(path, { recursive: true })
    },
    removeFolder(path) {
      before('removeFolder', path)
      ignoring(['ENOENT', 'ENOTEMPTY', 'EEXIST', 'ENOTDIR'], () => fs.rmdirSync(path))
    },
    append(path, text) {
      before('append', path)
      fs.appendFileSync(path, text)
    },
    cut(path, length) {
      before('cut', path)
      fs.truncateSync(path, length)
    },
    setTime(path, time) {
      before('setTime', path)
      // Rounded down, because a later time than the given one would be wrong.
      const seconds = Number(time / 1_000_000n) / 1000
      fs.utimesSync(path, seconds, seconds)
    },
    async syncFolders(paths) {
      before('syncFolders', [...paths].join(' '))
      if (sync) await Promise.all([...new Set(paths)].map(syncFolder))
    },
  }
}

/** A removed folder needs no fsync. Windows can't open folders, and needs no such call. */
async function syncFolder(path: string) {
  try {
    const folder = fs.openSync(path, 'r')
    try {
      await syncAll(folder)
    } finally {
      fs.closeSync(folder)
    }
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? ''
    if (code === 'ENOENT' && dirname(path) !== path) return syncFolder(dirname(path))
    if (!['EISDIR', 'EPERM', 'EINVAL', 'ENOTSUP'].includes(code)) throw error
  }
}

function ignoring(codes: ReadonlyArray<string>, act: () => void) {
  try {
    act()
  } catch (error) {
    if (!codes.includes((error as NodeJS.ErrnoException).code ?? '')) throw error
  }
}

/**
 * Waits for every promise, also after a rejection, so that no work continues after the return.
 * Throws the first rejection.
 */
export async function allDone(works: ReadonlyArray<Promise<void>>): Promise<void> {
  for (const outcome of await Promise.allSettled(works))
    if (outcome.status === 'rejected') throw outcome.reason
}
