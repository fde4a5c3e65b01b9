import { closeSync, fstatSync, openSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { inflateSync } from 'node:zlib'
import { ifThere } from '../../platform/disk-reads.ts'
import { readBytes } from './pack-index.ts'
import { type GitObject, inflateStart, type ObjectType } from './packs.ts'

/** The path of a loose object. */
export function looseObjectPath(objectsFolder: string, id: string): string {
  return join(objectsFolder, id.slice(0, 2), id.slice(2))
}

/** Reads a loose object, or null when there is no such file. Throws when the file is damaged. */
export function readLooseObject(objectsFolder: string, id: string): GitObject | null {
  return ifThere(() => {
    const compressed = readFileSync(looseObjectPath(objectsFolder, id))
    // Text compresses to about a third, so one chunk usually holds all of it.
    const guess =
      compressed.length < 65_536 ? compressed.length * 4 + 256 : compressed.length + 65_536
    return objectIn(inflateSync(compressed, { chunkSize: guess }))
  })
}

/**
 * The object in the inflated bytes of a loose file. Throws when they are not as long as their
 * header says.
 */
export function objectIn(inflated: Buffer): GitObject {
  const { type, size, dataAt } = readHeader(inflated)
  if (inflated.length - dataAt !== size)
    throw new Error(`it has ${inflated.length - dataAt} bytes where ${size} were announced`)
  return { type, data: inflated.subarray(dataAt) }
}

/** The size of a loose object from its header, or null when there is no such file. */
export function looseObjectSize(objectsFolder: string, id: string): number | null {
  return ifThere(() => {
    const file = openSync(looseObjectPath(objectsFolder, id), 'r')
    try {
      return readHeader(inflateStart(readBytes(file, 0, Math.min(1024, fstatSync(file).size)))).size
    } finally {
      closeSync(file)
    }
  })
}

function readHeader(inflated: Buffer): { type: ObjectType; size: number; dataAt: number } {
  const end = inflated.subarray(0, 64).indexOf(0)
  const match = /^(commit|tree|blob|tag) (\d+)$/.exec(
    inflated.toString('latin1', 0, Math.max(end, 0)),
  )
  if (match === null) throw new Error('it has no object header')
  return { type: match[1] as ObjectType, size: Number(match[2]), dataAt: end + 1 }
}
