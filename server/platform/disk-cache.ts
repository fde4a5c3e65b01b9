import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, rm, stat, utimes } from 'node:fs/promises'
import path from 'node:path'
import { ignoreMissing, writeWholeFile } from './whole-file.ts'

/** Bytes that could be made again, kept between starts. Names are made of letters, digits, `-` and `.`. */
export interface DiskCache {
  /** Null when there is no such entry or its bytes are not those that were written. */
  read(name: string): Promise<Buffer | null>
  /** Replaces the entry as a whole. Rejects when the disk is full or read-only. */
  write(name: string, bytes: Uint8Array): Promise<void>
}

/** A write refreshes an entry's age; a read does so when it is older than this. */
const refreshAfterMs = 3_600_000

/** Creates a cache in `folder` (made when needed) that drops the entries unused for longest when it passes `maxBytes`. */
export function createDiskCache(folder: string, maxBytes: number): DiskCache {
  let size: number | undefined
  let upkeep = Promise.resolve()

  // Two letters of a hash spread the entries over folders.
  const fileOf = (name: string) => path.join(folder, createHash('sha1').update(name).digest('hex').slice(0, 2), name)

  async function read(name: string) {
    const file = fileOf(name)
    const kept = await readFile(file).catch(ignoreMissing)
    if (!kept) return null
    const bytes = kept.subarray(checksumLength)
    if (!checksum(bytes).equals(kept.subarray(0, checksumLength))) return null
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
    // Whoever wrote hears of a failure; the next write counts anew.
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
      // Some room, so that not every further write has to look again.
      if (size <= maxBytes * 0.9) break
      await rm(entry.file, { force: true })
      size -= entry.bytes
    }
  }

  return { read, write }
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
