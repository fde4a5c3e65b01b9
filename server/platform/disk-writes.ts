import fs from 'node:fs'
import { dirname } from 'node:path'
import { promisify } from 'node:util'

const write = promisify(fs.write)
const syncData = promisify(fs.fdatasync)
const syncAll = promisify(fs.fsync)
/** Up to this many bytes reach the system's memory sooner than a thread could be asked to put them there; only the disk is worth a thread. */
const smallFile = 256 * 1024

/** Every way in which the write lane changes the disk; each call is one step that can be made to fail. */
export interface DiskWrites {
  /** Makes a new file with these bytes and waits until they are on the disk. Throws EEXIST when it is there. */
  create(path: string, bytes: Uint8Array, permissions?: Permissions): Promise<void>
  /** Makes a new empty file. Throws EEXIST when it is there. */
  createEmpty(path: string): void
  /** Writes these bytes over a file, at once and whole, and waits until they are on the disk. */
  overwrite(path: string, bytes: Uint8Array): Promise<void>
  /** Gives a file a second name. Throws EEXIST when the name is taken. */
  link(from: string, to: string): void
  rename(from: string, to: string): void
  /** Removes a file; one that is not there is no error. */
  remove(path: string): void
  makeFolder(path: string): void
  /** Removes a folder; one that is not there or not empty stays as it is. */
  removeFolder(path: string): void
  append(path: string, text: string): void
  cut(path: string, length: number): void
  /** Sets the time of the last change, in nanoseconds since 1970. */
  setTime(path: string, time: bigint): void
  /** Waits until names added to or taken from these folders are on the disk. */
  syncFolders(paths: Iterable<string>): Promise<void>
}

/** Permission bits of a new file: exactly these, or these but for the process's mask. */
export type Permissions = { exact: number } | { masked: number }

export interface DiskWritesOptions {
  /** Called before each step; what it throws is what the step fails with. */
  before?: (step: keyof DiskWrites, path: string) => void
  /** False leaves it to the operating system when bytes reach the disk (for measurements). */
  sync?: boolean
}

const anyFile: Permissions = { masked: 0o666 }

export function createDiskWrites({ before = () => {}, sync = true }: DiskWritesOptions = {}): DiskWrites {
  const writeWhole = async (
    path: string,
    bytes: Uint8Array,
    flags: string,
    permissions: Permissions,
  ): Promise<void> => {
    const file = fs.openSync(path, flags, 'masked' in permissions ? permissions.masked : permissions.exact)
    try {
      if ('exact' in permissions) fs.fchmodSync(file, permissions.exact)
      for (let at = 0; at < bytes.length; )
        at += bytes.length > smallFile ? (await write(file, bytes, at)).bytesWritten : fs.writeSync(file, bytes, at)
      if (sync) await syncData(file)
    } finally {
      fs.closeSync(file)
    }
  }
  return {
    async create(path, bytes, permissions = anyFile) {
      before('create', path)
      await writeWhole(path, bytes, 'wx', permissions)
    },
    createEmpty(path) {
      before('createEmpty', path)
      fs.closeSync(fs.openSync(path, 'wx'))
    },
    async overwrite(path, bytes) {
      before('overwrite', path)
      await writeWhole(path, bytes, 'w', anyFile)
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
      // Rounded down: the time must never become a later one.
      const seconds = Number(time / 1_000_000n) / 1000
      fs.utimesSync(path, seconds, seconds)
    },
    async syncFolders(paths) {
      before('syncFolders', [...paths].join(' '))
      if (sync) await Promise.all([...new Set(paths)].map(syncFolder))
    },
  }
}

/** A folder that is gone has nothing left to keep; Windows cannot open folders and needs no such call. */
async function syncFolder(path: string): Promise<void> {
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

function ignoring(codes: ReadonlyArray<string>, act: () => void): void {
  try {
    act()
  } catch (error) {
    if (!codes.includes((error as NodeJS.ErrnoException).code ?? '')) throw error
  }
}
