import {
  type ArticleSummary,
  type ContentProblem,
  type ContentType,
  contentTypes,
  type Download,
  type NewsletterSummary,
  type NewsSummary,
} from '#domain/content.ts'
import type { SearchResults } from '#domain/search.ts'
import type { SiteReader } from '#domain/site-reader.ts'
import { createRetryQueue } from '../platform/retry-queue.ts'
import { type RenderBody, renderFile } from './body.ts'
import { type ContentChange, compareStates } from './content-change.ts'
import type { ContentFiles } from './content-files.ts'
import type { FileRecord } from './file-record.ts'
import { createLastChanges } from './last-changes.ts'
import { type LoadedFiles, type LoadResult, loadRevision } from './loading.ts'
import { createProblemLog } from './problem-log.ts'
import { readSettings } from './settings.ts'
import { createSiteReader } from './site-reader.ts'
import { buildSiteState, nextSiteState, type SiteState, type StateParts } from './site-state.ts'
import { createSnapshotFile } from './snapshot.ts'
import { createSnapshotKeeper } from './snapshot-keeper.ts'
import { type ItemOf, type StoredItem, storedItem, storedItems } from './stored-items.ts'
import { type Unpublished, unpublishedAt } from './unpublished.ts'
import { timeOf } from './whole-item.ts'

export type { ItemOf, StoredItem } from './stored-items.ts'

export interface ContentStoreParts {
  files: ContentFiles
  /** Where the snapshot is kept; the folder is made when it is missing. */
  cacheDir: string
  now: () => Date
  renderBody: RenderBody
  /** Paths that pictures may have of which a file speaks. Throws when the blob can't be read. */
  mentions: (blob: string) => ReadonlyArray<string>
  search: (query: string) => Promise<SearchResults>
  log: { warn(message: string): void; error(message: string): void }
  /** How often a download was taken, as pages show it. */
  downloadCount?: (id: number) => number
  /** Names the code that parses; a snapshot of another build is not used. */
  build?: string
}

type ItemSummary = ArticleSummary | NewsSummary | NewsletterSummary

export interface ContentStore {
  /** Empty until `ready`. */
  reader: SiteReader
  /** Settles when the content was read for the first time; rejects when the repository can't be read. */
  ready(): Promise<void>
  /** Rises by one with every change that visitors or search can notice. */
  generation(): number
  /** The revision that is shown. */
  revision(): string | null
  /** Whether the newest revision could not be read, and an older one is shown. */
  isBehind(): boolean
  problems(): Array<ContentProblem>
  /** What was read in another way than it is written; the files are served. */
  warnings(): Array<ContentProblem>
  /** Every item of a type, drafts and scheduled ones included, newest first. */
  all<Type extends ContentType>(type: Type): Array<StoredItem<ItemOf[Type]>>
  /** Of every item of a type what its lists show, newest first; the same array until something of the type changes. */
  listed(type: ContentType): ReadonlyArray<ItemSummary>
  /** One of them by its id, or null. */
  one<Type extends ContentType>(type: Type, id: number): StoredItem<ItemOf[Type]> | null
  /** The draft or scheduled item whose page has this path, or null. */
  unpublishedAt(path: string): Unpublished | null
  /** Blob of any file in the content folder (media, a download's file), or null. Links are never answered. */
  blobAt(path: string): string | null
  /** Every file of the content folder, links left out; `changedAt` of one is an ISO instant, null while that is not known. */
  files(): Iterable<FileRecord>
  changedAt(path: string): string | null
  /** A download with the file that it hands out, or null. */
  downloadFile(id: number): { download: Download; path: string; blob: string } | null
  onChange(listener: (change: ContentChange) => void): () => void
  /** Shows the newest revision now instead of when the watcher notices; for whoever has just made a commit. */
  refresh(): Promise<void>
  /** Stops following and writes the snapshot that is due. */
  close(): Promise<void>
}

/** A schedule is looked at this often, in milliseconds: timers stand still while a machine sleeps, and its clock may be set. */
const longestTimeout = 60_000
/** How long a new revision waits for the dates of its commits, so that both come as one change. */
const datesPatience = 50

/**
 * Keeps the content folder's newest revision in memory (without bodies) and tells what changed. Starts reading at once.
 */
export function createContentStore(parts: ContentStoreParts): ContentStore {
  const { files, now, log } = parts
  const snapshots = createSnapshotKeeper(createSnapshotFile(parts.cacheDir, parts.build ?? ''), log)
  const dates = createLastChanges(files, log)
  const listeners = new Set<(change: ContentChange) => void>()
  const problemLog = createProblemLog(log)
  let loaded: LoadedFiles | null = null
  let state = buildSiteState(emptyParts(now()))
  let generation = 0
  let closed = false
  let appearance: NodeJS.Timeout | null = null

  /** Puts a state in place and tells the listeners. */
  function show(next: SiteState, cause: ContentChange['cause'], paths: ReadonlyArray<string>) {
    const before = state
    state = next
    generation += 1
    const items = cause === 'dates' ? { articles: [], news: [], newsletters: [] } : compareStates(before, next)
    for (const listener of listeners) {
      try {
        listener({ generation, cause, paths, ...items })
      } catch (error) {
        log.error(`A listener failed on a content change: ${reasonOf(error)}`)
      }
    }
  }

  async function start() {
    const head = files.revision()
    const snapshot = await snapshots.read()
    const revision = head ?? (await stillThere(snapshot?.revision ?? null))
    if (revision !== null) {
      if (head === null) log.error(withoutCommit(revision))
      dates.start(snapshot?.changes ?? null)
      const result = await loadRevision(files, revision, snapshot)
      loaded = result
      state = buildSiteState(partsOf(result))
      if (!snapshot || result.changed.length > 0) dueSnapshot()
    }
    settled()
    if (loaded) void dates.learn(loaded.revision).then(showDates)
  }

  /** Brings the state to the newest revision; runs once at a time. */
  async function follow() {
    const revision = files.revision()
    if (revision === null && loaded && !closed) log.error(withoutCommit(loaded.revision))
    if (closed || revision === null || revision === loaded?.revision) return
    const result = await loadRevision(files, revision, loaded)
    const learned = dates.learn(revision)
    await Promise.race([learned, pause(datesPatience)])
    loaded = result
    dueSnapshot()
    const next = nextSiteState(state, partsOf(result), result.changed)
    if (result.changed.length > 0) show(next, 'files', result.changed)
    else state = next
    settled()
    void learned.then(showDates)
  }

  /** A revision of an earlier start when the repository still holds it: the branch has lost its commit, and the site goes on showing that. */
  async function stillThere(revision: string | null): Promise<string | null> {
    if (revision === null) return null
    try {
      await files.list(revision)
      return revision
    } catch {
      // Of another repository, or gone for good.
      return null
    }
  }

  /** Shows the dates that are known by now. */
  function showDates() {
    const times = dates.known()?.times ?? state.times
    if (times === state.times) return
    const differs = (path: string) => times.get(path) !== state.times.get(path)
    if (closed || ![...state.records.values()].some((record) => record.entry && differs(record.path))) return
    const moment = now()
    showAppeared(moment)
    show(nextSiteState(state, { ...state, times, now: moment }, []), 'dates', [])
    dueSnapshot()
  }

  /** Shows scheduled items whose time has come. */
  function showAppeared(moment: Date) {
    const due = contentTypes.some(
      (type) => (state[type].nextAppearance ?? Number.POSITIVE_INFINITY) <= moment.getTime(),
    )
    if (due) show(nextSiteState(state, { ...state, now: moment }, []), 'schedule', [])
  }

  /** After every change: the next timer, and faults that are new go to the log, once the answer in progress is out. */
  function settled() {
    if (appearance) clearTimeout(appearance)
    appearance = null
    if (closed) return
    const next = contentTypes.flatMap((type) => state[type].nextAppearance ?? [])
    if (next.length > 0) {
      const delay = Math.max(1, Math.min(...next) - now().getTime())
      const appear = () => {
        showAppeared(now())
        settled()
      }
      appearance = setTimeout(appear, Math.min(delay, longestTimeout)).unref()
    }
    setImmediate(() => problemLog.note(state.problems.get(), (path) => state.records.get(path)?.blob ?? ''))
  }

  /** Keeps what is shown for the next start. */
  function dueSnapshot() {
    snapshots.due(() => (loaded ? { ...loaded, changes: dates.known() } : null))
  }

  function partsOf(result: LoadResult): StateParts {
    return { ...result, times: dates.known()?.times ?? new Map(), now: now() }
  }

  /** Git may be putting the blob elsewhere at this very moment; whoever asked asks again. */
  function mentions(blob: string): ReadonlyArray<string> | null {
    try {
      return parts.mentions(blob)
    } catch (error) {
      log.warn(`The pictures of ${blob} could not be told: ${reasonOf(error)}`)
      return null
    }
  }

  const lists = new WeakMap<ReadonlyArray<unknown>, ReadonlyArray<ItemSummary>>()
  function listed(records: ReadonlyArray<{ entry: { item: ItemSummary } }>): ReadonlyArray<ItemSummary> {
    const known = lists.get(records) ?? records.map(({ entry }) => entry.item)
    lists.set(records, known)
    return known
  }

  const reader = createSiteReader({
    state: () => state,
    body: (blob) => renderFile(blob, files.read, parts.renderBody),
    mentions,
    search: parts.search,
    downloadCount: parts.downloadCount ?? (() => 0),
  })
  const started = start()
  const following = createRetryQueue(follow, {
    after: started,
    failed: (error) => log.error(`The content could not be read: ${reasonOf(error)}`),
  })
  const unwatch = files.watch(() => void following.run())

  return {
    reader,
    ready: () => started,
    generation: () => generation,
    revision: () => loaded?.revision ?? null,
    isBehind: following.isFailing,
    problems: () => state.problems.get(),
    warnings: () => state.warnings.get(),
    all: (type) => storedItems(state, type, now()),
    listed: (type) => listed(state[type].all),
    one: (type, id) => storedItem(state, type, id, now()),
    unpublishedAt: (path) => unpublishedAt(state, reader, path, now()),
    blobAt(path) {
      const record = state.records.get(path)
      return record && !record.kind ? record.blob : null
    },
    files: () => [...state.records.values()].filter((record) => !record.kind),
    changedAt: (path) => timeOf(path, state.times),
    downloadFile: (id) => state.downloads.get().downloads.find(({ download }) => download.id === id) ?? null,
    onChange(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    refresh: following.run,
    async close() {
      closed = true
      unwatch()
      if (appearance) clearTimeout(appearance)
      dates.close()
      await following.close()
      await snapshots.close()
    },
  }
}

function emptyParts(now: Date): StateParts {
  const { settings, faults } = readSettings(null)
  return { records: new Map(), settings, settingsFaults: faults, times: new Map(), now }
}

function withoutCommit(revision: string): string {
  return `The branch of the site has no commit any more; the site goes on showing ${revision}, and saves are refused.`
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, milliseconds)
  })
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
