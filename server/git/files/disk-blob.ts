import { createHash } from 'node:crypto'
import { closeSync, constants, fstatSync, openSync, readFileSync, readlinkSync, readSync } from 'node:fs'
import { blobId } from '../../platform/blob-id.ts'

/** Above this size line endings are not looked at: it is no text. */
const largestText = 8 * 1024 * 1024

/** Blob id of a file's bytes as they are on the disk; null when it is gone or no plain file any more. Reads large files piece by piece. */
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

/** Blob id of a text with its CRLF line ends taken as LF, as git stores it under `core.autocrlf`; null when that makes no difference. */
export function hashWithoutCarriageReturns(path: Buffer, size: number): string | null {
  if (size > largestText) return null
  const text = readFileSync(path).toString('latin1')
  return text.includes('\r\n') ? blobId(Buffer.from(text.replaceAll('\r\n', '\n'), 'latin1')) : null
}

/** Blob id of a link: git stores where it points. */
export function hashLink(path: Buffer): string {
  return blobId(readlinkSync(path, 'buffer'))
}
