import { createHash } from 'node:crypto'
import type { Read } from './record-reads.ts'

/** A rendered page or feed as stored in memory and on disk. */
export interface CachedPage {
  /** Its content type. */
  type: string
  /** Hash of the text. */
  hash: string
  /** Brotli quality of `brotli`: 5 at first, 11 after an idle moment. */
  quality: 5 | 11
  brotli: Buffer
  reads: Array<Read>
  /** The content files whose bodies the page shows. Empty for lists and feeds. */
  blobs: Array<string>
  /** The origins of the players that the page may load. */
  frames: Array<string>
  /** The revision of the content at which the page was last known to be valid. */
  revision: string | null
  /** When the page expires, in milliseconds since 1970. */
  validUntil: number
}

/** A rendered page for the cache. */
export interface FreshPage extends Omit<CachedPage, 'hash' | 'quality' | 'brotli'> {
  text: string
  generation: number
}

const checksumLength = 16

/**
 * The bytes of a cached page's file: a checksum of the rest, the length of a JSON head, the head,
 * the compressed text.
 */
export function encodeCachedPage(key: string, page: CachedPage): Buffer {
  const { brotli, ...head } = page
  const json = Buffer.from(JSON.stringify({ key, ...head }))
  const length = Buffer.alloc(4)
  length.writeUInt32LE(json.length)
  const bytes = Buffer.concat([length, json, brotli])
  return Buffer.concat([checksum(bytes), bytes])
}

/**
 * Decodes the bytes of `encodeCachedPage`. Null when they are damaged (a crash, a bad disk) or
 * belong to another key.
 */
export function decodeCachedPage(key: string, file: Buffer): CachedPage | null {
  const bytes = file.subarray(checksumLength)
  if (bytes.length === 0 || !checksum(bytes).equals(file.subarray(0, checksumLength))) return null
  const length = bytes.readUInt32LE(0)
  const { key: owner, ...head } = JSON.parse(
    bytes.toString('utf8', 4, 4 + length),
  ) as CachedPage & { key: string }
  return owner === key ? { ...head, brotli: bytes.subarray(4 + length) } : null
}

function checksum(bytes: Buffer): Buffer {
  return createHash('sha1').update(bytes).digest().subarray(0, checksumLength)
}
