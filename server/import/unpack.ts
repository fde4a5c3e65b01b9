import { closeSync, createReadStream, mkdirSync, openSync, writeSync } from 'node:fs'
import path from 'node:path'
import { Unzip, type UnzipFile, UnzipInflate } from 'fflate'
import type { Complaint } from '#domain/import/entry.ts'
import { messageOf } from '../platform/errors.ts'
import { refuseWithoutRoom } from './disk-room.ts'
import { ImportRefused } from './import-refused.ts'

/** Limits against archives that unpack to more than a disk holds. */
const mostFiles = 200_000
const largestFile = 512 * 1024 * 1024
const largestWhole = 8 * 1024 * 1024 * 1024

/** The room on the disk is checked again after so many unpacked bytes. */
const roomEveryBytes = 64 * 1024 * 1024

const clash = 'The archive has a file and a folder of the same name; this file is left out'
const unusable = 'The disk can’t have a file of this name; the file is left out'

/**
 * Why a file can't be created with its name, by the error of the system; every other error is one
 * of the disk.
 */
const refusedNames = new Map([
  ['ENAMETOOLONG', 'The name is too long; the file is left out'],
  ['EEXIST', clash],
  ['EISDIR', clash],
  ['ENOTDIR', clash],
  ['EILSEQ', unusable],
  ['EINVAL', unusable],
])

/**
 * Unpacks a zip archive into a folder, a piece at a time. What can be read of an archive that is
 * cut off or damaged is unpacked; the rest is reported. Files whose names lead out of the folder,
 * or can't be created in it, are left out. Throws ImportRefused when the disk has no room, and the
 * error of the system when the disk refuses to write.
 */
export async function unpack(
  archive: string,
  folder: string,
  progress?: (bytes: number) => void,
): Promise<Array<Complaint>> {
  const complaints: Array<Complaint> = []
  const name = path.basename(archive)
  const complain = (place: string, message: string) =>
    complaints.push({ place: `${name}/${place}`, message })
  const opened = new Map<UnzipFile, number>()
  const names = new Set<string>()
  let written = 0
  let failure: { error: unknown } | null = null
  /**
   * Remembers an error of the disk: the package takes what is thrown within it for a damaged file.
   */
  const onDisk = <Result>(work: () => Result): Result => {
    try {
      return work()
    } catch (error) {
      failure ??= { error }
      throw error
    }
  }
  const unzip = new Unzip((file) => {
    const inner = safeName(file.name)
    const shown = file.name.slice(0, 200)
    if (file.name.endsWith('/')) return
    if (inner === null)
      return void complain(shown, 'The name leads out of the archive; the file is left out')
    if (names.has(inner))
      return void complain(shown, 'The archive has two files of this name; the second is left out')
    if (names.size === mostFiles) complain('', `Only the first ${mostFiles} files are read`)
    if (names.add(inner).size > mostFiles) return
    const handle = onDisk(() => createFile(path.join(folder, inner)))
    if (typeof handle === 'string') return void complain(shown, handle)
    opened.set(file, handle)
    let size = 0
    const end = () => {
      opened.delete(file)
      onDisk(() => closeSync(handle))
    }
    file.ondata = (error, chunk, isLast) => {
      if (!opened.has(file) || failure) return
      if (error) {
        complain(inner, `The file is damaged: ${error.message}`)
        return end()
      }
      size += chunk.length
      written += chunk.length
      if (size > largestFile || written > largestWhole) {
        complain(inner, 'The file is too large when unpacked; what is behind the limit is left out')
        file.terminate()
        return end()
      }
      onDisk(() => writeSync(handle, chunk))
      if (isLast) end()
    }
    try {
      file.start()
    } catch (error) {
      complain(inner, `The file can't be unpacked: ${messageOf(error)}`)
      end()
    }
  })
  unzip.register(UnzipInflate)
  let position = 0
  let checked = 0
  const push = (chunk: Uint8Array, isLast: boolean) => {
    unzip.push(chunk, isLast)
    if (failure) throw failure.error
  }
  try {
    await refuseWithoutRoom(folder)
    for await (const chunk of createReadStream(archive, { highWaterMark: 1 << 16 })) {
      push(chunk as Buffer, false)
      position += (chunk as Buffer).length
      progress?.(position)
      if (written - checked < roomEveryBytes) continue
      checked = written
      await refuseWithoutRoom(folder)
    }
    push(new Uint8Array(0), true)
  } catch (error) {
    if (error instanceof ImportRefused || failure) throw error
    complaints.push({
      place: `${name}, byte ${position}`,
      message: `The archive is damaged: ${messageOf(error)}`,
    })
  } finally {
    for (const [file, handle] of opened) {
      complain(file.name, 'The archive ends within this file')
      closeSync(handle)
    }
  }
  return complaints
}

/**
 * Creates a file and its folders. Returns its handle, or why there can't be a file of that name.
 */
function createFile(target: string): number | string {
  try {
    mkdirSync(path.dirname(target), { recursive: true })
    return openSync(target, 'w', 0o600)
  } catch (error) {
    const reason = refusedNames.get((error as NodeJS.ErrnoException).code ?? '')
    if (reason === undefined) throw error
    return reason
  }
}

/** The path of a file within the folder; null for one that leads out of it. */
function safeName(name: string): string | null {
  const parts = name.split(/[/\\]/).filter((part) => part !== '' && part !== '.')
  const isSafe =
    !/^[/\\]|^[a-z]:/i.test(name) && parts.every((part) => part !== '..' && !part.includes('\0'))
  return isSafe && parts.length > 0 ? parts.join('/') : null
}
