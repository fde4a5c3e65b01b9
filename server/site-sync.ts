import type { SyncState } from '#domain/sync.ts'
import type { TextWork } from './content/markdown/text-work.ts'
import { mergeFile } from './content/merge-file.ts'
import { isSameItem } from './content/saving/item-history.ts'
import type { ContentStore } from './content/store.ts'
import type { Env } from './env.ts'
import type { Repository } from './git/open-repository.ts'
import { createSync } from './git/remote/create-sync.ts'
import { openRemote } from './git/remote/open-remote.ts'
import { createTrackingRef } from './git/remote/tracking-ref.ts'
import { workshopFolder } from './git/write-journal.ts'
import type { WriteLane } from './git/write-lane.ts'
import type { Log } from './log.ts'

/** The sync with `GIT_REMOTE`, as routes see it. */
export interface SiteSync {
  state(): Promise<SyncState>
  run(): Promise<SyncState>
  /** Begins; to be called when the content is there. */
  start(): void
  close(): Promise<void>
}

/** Joins git and the content's rules of merging. Without a remote there is nothing to do. */
export function joinSync(parts: {
  env: Pick<Env, 'remote' | 'gitBranch'>
  repository: Repository
  lane: WriteLane
  store: Pick<ContentStore, 'refresh' | 'reader'>
  texts: Pick<TextWork, 'merge'>
  siteUrl: string
  now: () => Date
  log: Log
}): SiteSync {
  const { env, repository, lane, store, texts, siteUrl, now, log } = parts
  const { remote: setting } = env
  if (setting === null) return still({ kind: 'off' })
  const { place, seconds } = setting
  const shown = place.kind === 'folder' ? place.path : place.url
  const branch = env.gitBranch ?? repository.branch
  if (branch === null) return still(withoutBranch(shown))
  const stop = new AbortController()
  const remote = openRemote(place, {
    objects: repository.objects,
    commonDir: repository.commonDir,
    workshop: workshopFolder(repository.gitDir),
    signal: stop.signal,
  })
  const inContent = repository.prefix === '' ? '' : `${repository.prefix}/`
  return createSync({
    ...{ repository, lane, remote, branch, seconds, stop, now, log },
    tracking: createTrackingRef(repository, shown, branch),
    author: { name: 'Session Notes', email: `session-notes@${new URL(siteUrl).hostname}` },
    async mergeFile(path, base, ours, theirs) {
      if (!path.startsWith(inContent)) return null
      return mergeFile(path.slice(inContent.length), base, ours, theirs, store.reader.settings().timeZone, texts)
    },
    isSame: isSameItem,
    pulled: store.refresh,
  })
}

function still(state: SyncState): SiteSync {
  return { state: async () => state, run: async () => state, start() {}, async close() {} }
}

function withoutBranch(remote: string): SyncState {
  const message =
    'The working copy is on no branch (detached HEAD), so there is nothing to sync; check out the branch of the site, then start it again.'
  return {
    ...{ kind: 'on', state: 'failed', remote, branch: null, ahead: 0, behind: 0, conflicts: [], error: { message } },
    ...{ lastSync: null, lastPull: null, lastPush: null, next: null },
  }
}
