import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { SyncState } from '#domain/sync.ts'
import { plainRules } from '../server/content/read/reading-rules.ts'
import { isSameItem } from '../server/content/save/item-history.ts'
import { mergeFile } from '../server/content/save/merging.ts'
import { openRepository } from '../server/git/read/open-repository.ts'
import { createSync } from '../server/git/remote/create-sync.ts'
import { createGitRemote, type GitRemoteOptions } from '../server/git/remote/git-remote.ts'
import { placeAddress, type RemotePlace } from '../server/git/remote/remote.ts'
import { createTrackingRef } from '../server/git/remote/tracking-ref.ts'
import { articleFile } from './running-site.ts'
import {
  git,
  gitEnvironment,
  repositoryAt,
  type TemporaryFolder,
  type TemporaryRepository,
  temporaryFolder,
} from './temp-repository.ts'
import { textWorkHere } from './text-work-here.ts'
import { type LaneFixture, laneOn } from './write-lane-fixture.ts'

export type OnState = Extract<SyncState, { kind: 'on' }>

/** The text of a file with a change. */
export async function edited(path: string, from: string, to: string): Promise<string> {
  return (await readFile(path, 'utf8')).replace(from, to)
}

/** A site's clone with its write lane and its sync. Nothing runs automatically. */
export interface SyncedSite extends AsyncDisposable {
  repository: TemporaryRepository
  lane: LaneFixture['lane']
  save: LaneFixture['save']
  sync(): Promise<OnState>
  state(): Promise<OnState>
}

/** A bare repository in its own folder, with sites and writers. */
export interface SyncWorld extends AsyncDisposable {
  folder: TemporaryFolder
  /** The bare repository. */
  bare: string
  /** A writer's clone. */
  writer: TemporaryRepository
  /** Commits what the writer has changed, and pushes it. Returns the commit. */
  push(): Promise<string>
  site(name: string, place?: RemotePlace): Promise<SyncedSite>
}

const five = Array.from({ length: 5 }, (_, at) => `Paragraph ${at} of the text.`).join('\n\n')

/** A remote with one commit of some articles in `content/`, and a file outside the content. */
export async function syncWorld(): Promise<SyncWorld> {
  const folder = await temporaryFolder()
  const bare = join(folder.path, 'remote.git')
  await git(folder.path, ['init', '-q', '--bare', bare])
  const start = repositoryAt(join(folder.path, 'writer'))
  await git(folder.path, ['clone', '-q', bare, start.root])
  for (const name of ['warp', 'push', 'looper'])
    await start.write(`content/articles/2026/${name}.md`, articleFile({ title: name }, five))
  await start.write('beside.txt', 'beside the content\n')
  const push = async (message?: string) => {
    const commit = await start.commit(message)
    await start.git('push', '-q', 'origin', 'main')
    return commit
  }
  await push('Start')
  const open: Array<AsyncDisposable> = []
  return {
    folder,
    bare,
    writer: start,
    push,
    async site(name, place = { kind: 'folder', path: bare }) {
      const repository = repositoryAt(join(folder.path, name))
      await git(folder.path, ['clone', '-q', bare, repository.root])
      const site = await syncedSite(repository, place)
      open.push(site)
      return site
    },
    async [Symbol.asyncDispose]() {
      for (const site of open) await site[Symbol.asyncDispose]()
      await folder[Symbol.asyncDispose]()
    },
  }
}

/** Syncs a clone with a remote, by the content's own merge rules. */
export async function syncedSite(
  temporary: TemporaryRepository,
  place: RemotePlace,
  options: Pick<GitRemoteOptions, 'idle' | 'variables'> = {},
): Promise<SyncedSite> {
  const fixture = await laneOn(temporary, { folder: 'content' })
  const repository = await openRepository({ contentDir: temporary.path('content') })
  const stop = new AbortController()
  const { variables = gitEnvironment(), idle } = options
  const sync = createSync({
    repository,
    lane: fixture.lane,
    branch: 'main',
    seconds: 3600,
    stop,
    now: () => new Date(),
    remote: createGitRemote(place, {
      gitDir: repository.gitDir,
      signal: stop.signal,
      idle,
      variables,
    }),
    tracking: await createTrackingRef(repository, placeAddress(place), 'main'),
    author: { name: 'Session Notes', email: 'notes@localhost' },
    rules: {
      mergeFile: (path, base, ours, theirs) =>
        path.startsWith('content/')
          ? mergeFile(path.slice('content/'.length), base, ours, theirs, plainRules, textWorkHere())
          : null,
      isSame: isSameItem,
    },
    afterMerge: async () => new Map(),
    pulled: async () => {},
    log: { info() {}, warn() {} },
    telemetry() {},
  })
  const on = (state: SyncState): OnState => {
    if (state.kind !== 'on') throw new Error('the sync is off')
    return state
  }
  return {
    repository: temporary,
    lane: fixture.lane,
    save: fixture.save,
    sync: async () => on(await sync.run()),
    state: async () => on(await sync.state()),
    async [Symbol.asyncDispose]() {
      await sync.close()
      await fixture[Symbol.asyncDispose]()
      repository.close()
    },
  }
}

/** The commit of a branch, or null when there is none. */
export async function tipOf(folder: string, branch = 'main'): Promise<string | null> {
  return (
    (
      await git(folder, ['rev-parse', '-q', '--verify', `refs/heads/${branch}`]).catch(() => '')
    ).trim() || null
  )
}
