import { createHash } from 'node:crypto'
import { closeSync, constants, fstatSync, openSync, readFileSync, readlinkSync, readSync } from 'node:fs'
import { blobId } from '../../platform/blob-id.ts'

/** Line ends of larger files are not converted, in bytes. */
const largestText = 8 * 1024 * 1024

/** Blob id of a file's bytes on disk; null when it is gone or not a plain file. Reads large files in chunks. */
export function hashFile(path: Buffer): string | null {
  let file: number
  try {
    file = openSync(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0))
  } catch (error) {
    if (['ENOENT', 'ENOTDIR', 'ELOOP'].includes((error as NodeJS.ErrnoException).code ?? '')) return null
    throw error
  }
  try {
    const hash = createHash('sha1').update(`blob ${fstatSync(file).size}\0`)
    const piece = Buffer.allocUnsafe(256 * 1024)
    for (let read = readSync(file, piece); read > 0; read = readSync(file, piece)) hash.update(piece.subarray(0, read))
    return hash.digest('hex')
  } finally {
    closeSync(file)
  }
}

/**
 * Blob id of a text with CRLF converted to LF, as git stores it under `core.autocrlf`; null when that makes no
 * difference.
 */
export function hashWithoutCarriageReturns(path: Buffer, size: number): string | null {
  if (size > largestText) return null
  const text = readFileSync(path).toString('latin1')
  return text.includes('\r\n') ? blobId(Buffer.from(text.replaceAll('\r\n', '\n'), 'latin1')) : null
}

/** Blob id of a symbolic link, whose content is its target. */
export function hashLink(path: Buffer): string {
  return blobId(readlinkSync(path, 'buffer'))
}
