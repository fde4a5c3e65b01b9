import type { SyncState } from '#domain/sync.ts'
import type { Log } from '../../platform/log.ts'
import type { WriteLane } from '../write/write-lane.ts'
import { createSync, type Sync, type SyncOptions } from './create-sync.ts'
import { createGitRemote } from './git-remote.ts'
import type { MergeRules } from './merge-trees.ts'
import { placeAddress, type SiteRemote } from './remote.ts'
import type { AfterMerge } from './sync-round.ts'
import { createTrackingRef } from './tracking-ref.ts'

export interface SiteSyncParts
  extends Pick<SyncOptions, 'repository' | 'author' | 'pulled' | 'now' | 'telemetry'> {
  lane: WriteLane
  /** Null when the site syncs with no other repository. */
  remote: SiteRemote | null
  /** The branch that the site shows; null for the one checked out. */
  branch: string | null
  /** How two versions of the content are merged. Paths are relative to the content folder. */
  merging: MergeRules & { afterMerge: AfterMerge }
  log: Log
}

/** Syncs the site's branch with a remote. Without a remote or a branch, the result does nothing. */
export async function createSiteSync(parts: SiteSyncParts): Promise<Sync> {
  const { repository, remote: setting, merging } = parts
  if (setting === null) return still({ kind: 'off' })
  const { place, seconds } = setting
  const shown = placeAddress(place)
  const branch = parts.branch ?? repository.branch
  if (branch === null) return still(withoutBranch(shown))
  const stop = new AbortController()
  const prefix = repository.prefix === '' ? '' : `${repository.prefix}/`
  const inContent = <File extends { path: string }>(files: ReadonlyArray<File>) =>
    files.flatMap((file) =>
      file.path.startsWith(prefix) ? [{ ...file, path: file.path.slice(prefix.length) }] : [],
    )
  return createSync({
    ...parts,
    branch,
    seconds,
    stop,
    remote: createGitRemote(place, { gitDir: repository.gitDir, signal: stop.signal }),
    tracking: await createTrackingRef(repository, shown, branch),
    rules: {
      isSame: merging.isSame,
      mergeFile: (path, base, ours, theirs) =>
        path.startsWith(prefix)
          ? merging.mergeFile(path.slice(prefix.length), base, ours, theirs)
          : null,
    },
    async afterMerge(ours, theirs) {
      const changed = await merging.afterMerge(inContent(ours), inContent(theirs))
      return new Map([...changed].map(([path, bytes]) => [prefix + path, bytes]))
    },
  })
}

function still(state: SyncState): Sync {
  return { state: async () => state, run: async () => state, start() {}, async close() {} }
}

function withoutBranch(remote: string): SyncState {
  const message =
    'The working copy is on no branch (detached HEAD), so there is nothing to sync; check out the branch of the site, then start it again.'
  return {
    kind: 'on',
    state: 'failed',
    remote,
    branch: null,
    ahead: 0,
    behind: 0,
    conflicts: [],
    error: { message },
    lastSync: null,
    lastPull: null,
    lastPush: null,
    next: null,
  }
}
