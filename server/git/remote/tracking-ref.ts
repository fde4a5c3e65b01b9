import { randomBytes } from 'node:crypto'
import { dirname, join } from 'node:path'
import { bytesOf, statOf } from '../../platform/disk-reads.ts'
import { createDiskWrites } from '../../platform/disk-writes.ts'
import { isObjectId } from '../../platform/object-id.ts'
import { effectiveConfig } from '../read/config.ts'
import type { RepositoryPlace } from '../read/find-repository.ts'
import { readPackedRef } from '../read/refs.ts'
import { temporaryFolder } from '../write/write-journal.ts'

/**
 * git's `refs/remotes/NAME/BRANCH`: the last known commit of a branch of the remote. It protects
 * fetched objects from git's gc.
 */
export interface TrackingRef {
  /** The short name: `origin/main`. */
  name: string
  read(): string | null
  write(commit: string): Promise<void>
}

/**
 * The tracking ref of the configured remote with this address, otherwise `session-notes/BRANCH`.
 */
export async function createTrackingRef(
  place: RepositoryPlace,
  address: string,
  branch: string,
): Promise<TrackingRef> {
  const { gitDir, commonDir } = place
  const name = `${(await remoteNamed(place, address)) ?? 'session-notes'}/${branch}`
  const path = join(commonDir, 'refs', 'remotes', ...name.split('/'))
  const read = (): string | null => {
    const text = bytesOf(path)?.toString('latin1').trim() ?? ''
    return isObjectId(text) ? text : readPackedRef(commonDir, `refs/remotes/${name}`)
  }
  return {
    name,
    read,
    async write(commit) {
      if (read() === commit) return
      const disk = createDiskWrites()
      const folder = temporaryFolder(gitDir)
      const own = join(folder, `${process.pid}-${randomBytes(4).toString('hex')}-0.tracking`)
      disk.makeFolder(folder)
      if (statOf(dirname(path)) === null) disk.makeFolder(dirname(path))
      try {
        await disk.create(own, Buffer.from(`${commit}\n`))
        // Without a lock: a concurrent fetch writes the remote's state too.
        disk.rename(own, path)
      } finally {
        disk.remove(own)
      }
    },
  }
}

async function remoteNamed(place: RepositoryPlace, address: string): Promise<string | null> {
  const bare = (text: string) => text.replace(/\/\/[^/@]*@/, '//').replace(/(\.git)?\/*$/, '')
  for (const [key, value] of await effectiveConfig(place)) {
    const name = /^remote\.(.+)\.url$/.exec(key)?.[1]
    if (name !== undefined && /^[\w.-]+$/.test(name) && bare(value) === bare(address)) return name
  }
  return null
}
