import type { Read } from './record-reads.ts'

/** A rendered page as it is kept in memory and on disk. */
export interface KeptPage {
  /** Hash of the HTML. */
  hash: string
  /** Brotli quality of `brotli`: 5 at first, 11 once an idle moment came. */
  quality: 5 | 11
  brotli: Buffer
  reads: Array<Read>
  /** The content files whose bodies the page shows. Empty for lists. */
  blobs: Array<string>
  /** State of the content at which the page was last seen to hold. */
  revision: string | null
  /** Milliseconds since 1970 from which on the page must be made anew. */
  validUntil: number
}

/** The bytes of a kept page's file: the length of a JSON head, the head, the compressed HTML. */
export function encodeKeptPage(key: string, page: KeptPage): Buffer {
  const { brotli, ...head } = page
  const json = Buffer.from(JSON.stringify({ key, ...head }))
  const length = Buffer.alloc(4)
  length.writeUInt32LE(json.length)
  return Buffer.concat([length, json, brotli])
}

/** Reads `encodeKeptPage`'s bytes back. Null when they are not whole or belong to another key. */
export function decodeKeptPage(key: string, bytes: Buffer): KeptPage | null {
  try {
    const length = bytes.readUInt32LE(0)
    const { key: owner, ...head } = JSON.parse(bytes.toString('utf8', 4, 4 + length)) as KeptPage & { key: string }
    const brotli = bytes.subarray(4 + length)
    return owner === key && brotli.length > 0 ? { ...head, brotli } : null
  } catch {
    // A file cut short by a crash is no page: it is made anew.
    return null
  }
}
