import { createHash } from 'node:crypto'

/** Git's name for a file with these bytes: 40 hexadecimal digits. */
export function blobId(bytes: Uint8Array): string {
  return createHash('sha1').update(`blob ${bytes.length}\0`).update(bytes).digest('hex')
}
