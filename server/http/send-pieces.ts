import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Response } from 'express'
import { sent } from './mount-calls.ts'

/**
 * Streams text, so that only one piece is in memory. Awaits the first piece before it sends
 * headers, so that an early error gets its status.
 */
export async function sendPieces(
  res: Response,
  pieces: AsyncIterable<string | Uint8Array>,
): Promise<typeof sent> {
  const iterator = pieces[Symbol.asyncIterator]()
  const first = await iterator.next()
  async function* rest() {
    for (let piece = first; !piece.done; piece = await iterator.next()) yield piece.value
  }
  if (!res.get('Content-Type')) res.type('json')
  await pipeline(Readable.from(rest()), res).catch((error: NodeJS.ErrnoException) => {
    // The client disconnected.
    if (error.code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error
  })
  return sent
}
