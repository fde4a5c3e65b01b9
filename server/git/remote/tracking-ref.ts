import { join } from 'node:path'
import { bytesOf } from '../../platform/disk-reads.ts'
import { isObjectId } from '../../platform/object-id.ts'
import { updateRef } from '../program/local-git.ts'
import { effectiveConfig } from '../read/config.ts'
import type { RepositoryPlace } from '../read/find-repository.ts'
import { readPackedRef } from '../read/refs.ts'

/**
 * git's `refs/remotes/NAME/BRANCH`: the last known commit of a branch of the remote. It protects
 * fetched objects from git's gc.
 */
export type TrackingRef = Awaited<ReturnType<typeof createTrackingRef>>

/**
 * The tracking ref of the configured remote with this address, otherwise `session-notes/BRANCH`.
 */
export async function createTrackingRef(place: RepositoryPlace, address: string, branch: string) {
  const { commonDir } = place
  const name = `${(await remoteNamed(place, address)) ?? 'session-notes'}/${branch}`
  const path = join(commonDir, 'refs', 'remotes', ...name.split('/'))
  const read = (): string | null => {
    const text = bytesOf(path)?.toString('latin1').trim() ?? ''
    return isObjectId(text) ? text : readPackedRef(commonDir, `refs/remotes/${name}`)
  }
  return {
    /** The short name: `origin/main`. */
    name,
    read,
    async write(commit: string): Promise<void> {
      if (read() === commit) return
      await updateRef(place, [`refs/remotes/${name}`, commit])
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
