import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, rm, stat, utimes } from 'node:fs/promises'
import path from 'node:path'
import { ignoreMissing, writeWholeFile } from './whole-file.ts'

/**
 * A cache of reproducible bytes that survives a restart. Names consist of letters, digits, `-` and
 * `.`.
 */
export interface DiskCache {
  /** Null when the entry is missing or its checksum does not match. */
  read(name: string): Promise<Buffer | null>
  /** Replaces the whole entry. Rejects when the disk is full or read-only. */
  write(name: string, bytes: Uint8Array): Promise<void>
}

/**
 * A read updates the modification time of an entry when it is older than this; a write always does.
 */
const refreshAfterMs = 3_600_000

/**
 * Creates a cache in `folder` (created when missing). Above `maxBytes` it removes the least
 * recently used entries.
 */
export function createDiskCache(folder: string, maxBytes: number): DiskCache {
  let size: number | undefined
  let upkeep = Promise.resolve()

  // Subfolders by two digits of a hash limit the number of files per folder.
  const fileOf = (name: string) =>
    path.join(folder, createHash('sha1').update(name).digest('hex').slice(0, 2), name)

  async function read(name: string) {
    const file = fileOf(name)
    const stored = await readFile(file).catch(ignoreMissing)
    if (!stored) return null
    const bytes = stored.subarray(checksumLength)
    if (!checksum(bytes).equals(stored.subarray(0, checksumLength))) return null
    const found = await stat(file).catch(ignoreMissing)
    if (found && Date.now() - found.mtimeMs > refreshAfterMs) {
      await utimes(file, new Date(), new Date()).catch(ignoreMissing)
    }
    return bytes
  }

  async function write(name: string, bytes: Uint8Array) {
    const file = fileOf(name)
    await mkdir(path.dirname(file), { recursive: true })
    await writeWholeFile(file, Buffer.concat([checksum(bytes), bytes]), { stored: 'soon' })
    const accounted = upkeep.then(() => account(bytes.length + checksumLength))
    // The caller of `write` gets the error; here the size becomes unknown, so that the next write
    // measures the folder again.
    upkeep = accounted.catch(() => {
      size = undefined
    })
    await accounted
  }

  async function account(added: number) {
    if (size !== undefined) size += added
    if (size !== undefined && size <= maxBytes) return
    const entries = await listEntries(folder)
    size = entries.reduce((sum, entry) => sum + entry.bytes, 0)
    if (size <= maxBytes) return
    entries.sort((a, b) => a.usedMs - b.usedMs)
    for (const entry of entries) {
      // Frees 10 % more than needed, so that the next writes need no scan of the folder.
      if (size <= maxBytes * 0.9) break
      await rm(entry.file, { force: true })
      size -= entry.bytes
    }
  }

  return { read, write }
}

/**
 * Bytes that are made once and stored on the disk by their names; requests at the same time share
 * the work. `report` gets the errors of the disk, which nothing waits for. Rejects when they can't
 * be made.
 */
export function createStoredBytes(disk: DiskCache, report: (error: unknown) => void) {
  const running = new Map<string, Promise<Buffer>>()

  async function readOrMake(name: string, make: () => Promise<Buffer>) {
    const stored = await disk.read(name).catch((error) => void report(error))
    if (stored) return stored
    const made = await make()
    await disk.write(name, made).catch(report)
    return made
  }

  return (name: string, make: () => Promise<Buffer>): Promise<Buffer> => {
    const bytes = running.get(name) ?? readOrMake(name, make).finally(() => running.delete(name))
    running.set(name, bytes)
    return bytes
  }
}

/** The same for JSON. */
export function createStoredJson(disk: DiskCache, report: (error: unknown) => void) {
  const stored = createStoredBytes(disk, report)
  return async <Value>(name: string, make: () => Promise<Value>): Promise<Value> => {
    const bytes = await stored(name, async () => Buffer.from(JSON.stringify(await make())))
    return JSON.parse(bytes.toString())
  }
}

async function listEntries(folder: string) {
  const names = await readdir(folder, { recursive: true })
  const entries = await Promise.all(
    names.map(async (name) => {
      const file = path.join(folder, name)
      const found = await stat(file).catch(ignoreMissing)
      return found?.isFile() ? [{ file, bytes: found.size, usedMs: found.mtimeMs }] : []
    }),
  )
  return entries.flat()
}

const checksumLength = 16

function checksum(bytes: Uint8Array): Buffer {
  return createHash('sha256').update(bytes).digest().subarray(0, checksumLength)
}
