import { createHash } from 'node:crypto'

/** Whether the text is a full SHA-1 object id in lower case. */
export function isObjectId(text: string): boolean {
  return /^[0-9a-f]{40}$/.test(text)
}

/** The id that git gives an object of this type with these bytes: 40 hexadecimal digits. */
export function objectId(type: 'blob' | 'tree' | 'commit' | 'tag', bytes: Uint8Array): string {
  return createHash('sha1').update(`${type} ${bytes.byteLength}\0`).update(bytes).digest('hex')
}

/** The id of a file with these bytes. */
export const blobId = (bytes: Uint8Array): string => objectId('blob', bytes)
