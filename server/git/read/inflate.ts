import { constants, inflateSync } from 'node:zlib'

/**
 * Inflates a stream whose inflated length is known; ignores the rest of `input`. Throws when the stream is damaged or
 * has another length, with code Z_BUF_ERROR when `input` ends too early.
 */
export function inflateExactly(input: Uint8Array, size: number): Buffer {
  // A chunk size above the result: zlib is called once, and the result does not retain a larger buffer.
  const data = inflateSync(input, { chunkSize: Math.max(64, size + 1), maxOutputLength: size + 1 })
  if (data.length !== size) throw new Error(`it has ${data.length} bytes where ${size} were announced`)
  return data
}

/** The first bytes of a stream, as many as the given part of it yields. */
export function inflateStart(input: Uint8Array): Buffer {
  return inflateSync(input, { finishFlush: constants.Z_SYNC_FLUSH })
}
