import { open, readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { inflate } from 'node:zlib'
import { looseObjectPath, objectIn } from './loose-objects.ts'
import { compressedBound, type PackedBlob } from './packs.ts'

/**
 * Reads and inflates large blobs in the threads of node, so that the main thread goes on meanwhile.
 */

const inflateAside = promisify(inflate)

/** The bytes of a loose blob. Rejects when the file is damaged or gone. */
export async function readLooseAside(
  objectsFolder: string,
  id: string,
  size: number,
): Promise<Buffer> {
  const compressed = await readFile(looseObjectPath(objectsFolder, id))
  // One chunk holds the header and the data, so that nothing is copied afterwards.
  const { type, data } = objectIn(await inflateAside(compressed, { chunkSize: size + 64 }))
  if (type !== 'blob') throw new Error(`it is a ${type}`)
  return data
}

/** The bytes of a blob in a pack. Rejects when the pack is damaged or gone. */
export async function readPackedAside({ path, dataAt, size }: PackedBlob): Promise<Buffer> {
  // A handle of its own: a gc closes the one of the reader.
  const file = await open(path)
  try {
    const room = compressedBound(size)
    const { buffer, bytesRead } = await file.read(Buffer.allocUnsafe(room), 0, room, dataAt)
    return await inflated(buffer.subarray(0, bytesRead), size)
  } finally {
    await file.close()
  }
}

async function inflated(compressed: Buffer, size: number): Promise<Buffer> {
  const data = await inflateAside(compressed, {
    chunkSize: Math.max(64, size + 1),
    maxOutputLength: size + 1,
  })
  if (data.length !== size)
    throw new Error(`it has ${data.length} bytes where ${size} were announced`)
  return data
}
