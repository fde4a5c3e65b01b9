import { derivedIdStart } from '#domain/content.ts'
import type { SyncState } from '#domain/sync.ts'
import type { createContentIds } from './content/content-ids.ts'
import { giveNewIds, type IdentifiedKind } from './content/ids-given-twice.ts'
import type { TextWork } from './content/markdown/text-work.ts'
import { mergeFile } from './content/merge-file.ts'
import { isSameItem } from './content/saving/item-history.ts'
import type { ContentStore } from './content/store.ts'
import type { Env } from './env.ts'
import type { Repository } from './git/read/open-repository.ts'
import { createSync } from './git/remote/create-sync.ts'
import { createGitRemote } from './git/remote/git-remote.ts'
import { placeAddress } from './git/remote/remote.ts'
import type { FileOfSide } from './git/remote/sync-round.ts'
import { createTrackingRef } from './git/remote/tracking-ref.ts'
import type { WriteLane } from './git/write/write-lane.ts'
import type { Log } from './platform/log.ts'

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
  store: Pick<ContentStore, 'refresh' | 'reader' | 'files'>
  ids: ReturnType<typeof createContentIds>
  texts: Pick<TextWork, 'merge'>
  siteUrl: string
  now: () => Date
  log: Log
}): SiteSync {
  const { env, repository, lane, store, ids, texts, siteUrl, now, log } = parts
  const { remote: setting } = env
  if (setting === null) return still({ kind: 'off' })
  const { place, seconds } = setting
  const shown = placeAddress(place)
  const branch = env.gitBranch ?? repository.branch
  if (branch === null) return still(withoutBranch(shown))
  const stop = new AbortController()
  const remote = createGitRemote(place, { gitDir: repository.gitDir, signal: stop.signal })
  const inContent = repository.prefix === '' ? '' : `${repository.prefix}/`
  const inContentOnly = (files: ReadonlyArray<FileOfSide>) =>
    files.flatMap((file) =>
      file.path.startsWith(inContent) ? [{ ...file, path: file.path.slice(inContent.length) }] : [],
    )
  const nextId = (kind: IdentifiedKind, above: number): Promise<number> => {
    const own = [...store.files()].flatMap(({ entry }) => (entry?.kind === kind ? [entry.item.id] : []))
    return ids.next(kind, Math.max(above, ...own.filter((id) => id < derivedIdStart)))
  }
  return createSync({
    ...{ repository, lane, remote, branch, seconds, stop, now, log },
    tracking: createTrackingRef(repository, shown, branch),
    author: { name: 'Session Notes', email: `session-notes@${new URL(siteUrl).hostname}` },
    async mergeFile(path, base, ours, theirs) {
      if (!path.startsWith(inContent)) return null
      return mergeFile(path.slice(inContent.length), base, ours, theirs, store.reader.settings().timeZone, texts)
    },
    isSame: isSameItem,
    async afterMerge(ours, theirs) {
      const site = { next: nextId, timeZone: store.reader.settings().timeZone, now: now() }
      const renewed = await giveNewIds(inContentOnly(ours), inContentOnly(theirs), site)
      for (const path of renewed.keys())
        log.warn({ path }, 'another checkout had given the same id; this file got a new one in the merge')
      return new Map([...renewed].map(([path, bytes]) => [inContent + path, bytes]))
    },
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
