import { mostPieces } from './most-pieces.ts'

export interface RiffChunk {
  type: string
  /** Its header of eight bytes, and its content. */
  bytes: Buffer
}

/** The chunks of a RIFF file (WebP, WAV), until one is not whole; null when there are too many. */
export function riffChunks(file: Buffer): Array<RiffChunk> | null {
  const chunks: Array<RiffChunk> = []
  let from = 12
  while (from + 8 <= file.length) {
    const to = from + 8 + file.readUInt32LE(from + 4)
    // Also the sizes 0 and 2^32 - 1, which a recording that was broken off has.
    if (to > file.length) break
    if (chunks.length === mostPieces) return null
    chunks.push({ type: file.toString('latin1', from, from + 4), bytes: file.subarray(from, to) })
    from = to + (to % 2)
  }
  return chunks
}

/** A RIFF file of chunks; one of odd length is followed by a byte that is not counted. */
export function riffFile(form: 'WEBP' | 'WAVE', chunks: ReadonlyArray<Buffer>): Buffer {
  const body = Buffer.concat(chunks.flatMap((chunk) => [chunk, Buffer.alloc(chunk.length % 2)]))
  const head = Buffer.from(`RIFF\0\0\0\0${form}`, 'latin1')
  head.writeUInt32LE(4 + body.length, 4)
  return Buffer.concat([head, body])
}
