import { createHash } from 'node:crypto'

/** Whether the text is a whole SHA-1 object id in lower case, as git writes it. */
export function isObjectId(text: string): boolean {
  return /^[0-9a-f]{40}$/.test(text)
}

/** The id that git gives a blob with these bytes. */
export function blobId(bytes: Uint8Array): string {
  return createHash('sha1').update(`blob ${bytes.byteLength}\0`).update(bytes).digest('hex')
}
