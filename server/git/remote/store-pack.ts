import { createHash, randomBytes } from 'node:crypto'
import { closeSync, openSync } from 'node:fs'
import fs from 'node:fs/promises'
import { join } from 'node:path'
import { createDiskWrites } from '../disk-writes.ts'
import { writeObjects } from '../object-writer.ts'
import { childrenFirst } from './commit-order.ts'
import { type PackedObject, readPackEntries } from './pack-entries.ts'
import { packIndexBytes } from './pack-index-bytes.ts'
import { RemoteError } from './remote-error.ts'

/** Smaller packs are taken apart, as git does it: every pack makes looking objects up slower. */
const smallPack = 100

/** More than this is not taken from a remote in one piece. */
const largestPack = 4 * 1024 ** 3

/**
 * Takes a pack into the objects of a repository: it is written, checked and indexed beside them, and appears at once and whole. Throws a RemoteError for
 * a damaged one, and leaves nothing behind then.
 */
export async function storePack(
  to: { commonDir: string; workshop: string },
  chunks: AsyncIterable<Buffer>,
  signal: AbortSignal,
): Promise<void> {
  const disk = createDiskWrites()
  disk.makeFolder(to.workshop)
  const own = join(to.workshop, `${process.pid}-${randomBytes(4).toString('hex')}-0`)
  try {
    const trailer = await writeChecked(`${own}.pack`, chunks, signal)
    const file = openSync(`${own}.pack`, 'r')
    try {
      const { objects, read } = await readPackEntries(file)
      if (objects.length === 0) return
      if (objects.length < smallPack && objects.every(({ type }) => type !== 'tag'))
        return await unpack(to.commonDir, objects, read)
      await disk.create(`${own}.idx`, packIndexBytes(objects, trailer), { masked: 0o444 })
    } finally {
      closeSync(file)
    }
    const folder = join(to.commonDir, 'objects', 'pack')
    disk.makeFolder(folder)
    const name = join(folder, `pack-${trailer.toString('hex')}`)
    await fs.chmod(`${own}.pack`, 0o444)
    disk.rename(`${own}.pack`, `${name}.pack`)
    // Only with its index it is there for others.
    await disk.syncFolders([folder])
    disk.rename(`${own}.idx`, `${name}.idx`)
    await disk.syncFolders([folder])
  } finally {
    disk.remove(`${own}.pack`)
    disk.remove(`${own}.idx`)
  }
}

/** Writes the pack and waits for the disk. Returns its check sum. */
async function writeChecked(path: string, chunks: AsyncIterable<Buffer>, signal: AbortSignal): Promise<Buffer> {
  const file = await fs.open(path, 'wx')
  try {
    const hash = createHash('sha1')
    let tail = Buffer.alloc(0)
    let length = 0
    for await (const chunk of chunks) {
      signal.throwIfAborted()
      length += chunk.length
      if (length > largestPack) throw new RemoteError('refused', 'The remote sends more than 4 GB at once.')
      // The last 20 bytes are the check sum of all before them.
      const held = Buffer.concat([tail, chunk])
      const cut = Math.max(0, held.length - 20)
      hash.update(held.subarray(0, cut))
      tail = held.subarray(cut)
      await file.writeFile(chunk)
    }
    if (length < 32 || !hash.digest().equals(tail))
      throw new RemoteError('protocol', 'What the remote sent is damaged: its check sum is wrong.')
    await file.datasync()
    return tail
  } finally {
    await file.close()
  }
}

/** As loose objects: a commit only when all that it names is on the disk, so that whoever finds it finds everything. */
async function unpack(
  commonDir: string,
  objects: ReadonlyArray<PackedObject>,
  read: (object: PackedObject) => Buffer,
): Promise<void> {
  const disk = createDiskWrites()
  const asNew = (object: PackedObject) => ({
    id: object.id,
    type: object.type as 'commit' | 'tree' | 'blob',
    bytes: read(object),
  })
  for (const type of ['blob', 'tree'])
    for (let at = 0, some = objects.filter((object) => object.type === type); at < some.length; at += 16)
      await writeObjects(commonDir, disk, some.slice(at, at + 16).map(asNew))
  const commits = new Map(objects.filter(({ type }) => type === 'commit').map((object) => [object.id, object]))
  const reader = { read: (id: string) => read(commits.get(id)!) }
  for (const id of childrenFirst(reader, new Set(commits.keys()), commits.keys()).reverse())
    await writeObjects(commonDir, disk, [asNew(commits.get(id)!)])
}
