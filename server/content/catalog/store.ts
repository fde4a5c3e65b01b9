import {
  byType,
  type ContentProblem,
  type ContentType,
  contentTypes,
  type Download,
} from '#domain/content.ts'
import type { ItemOf, ItemSummary } from '#domain/item/summary.ts'
import type { SiteReader, UnpublishedItem } from '#domain/site-reader.ts'
import type { ContentFiles } from '../../platform/content-files.ts'
import { messageOf } from '../../platform/errors.ts'
import { createRetryQueue } from '../../platform/retry-queue.ts'
import { within } from '../../platform/within.ts'
import { type RenderBody, renderFile } from '../read/body.ts'
import type { FileRecord } from '../read/file-record.ts'
import {
  createLastChanges,
  type FileVisitor,
  type LoadedFiles,
  type LoadResult,
  loadRevision,
} from '../read/loading.ts'
import { readSettings } from '../read/settings.ts'
import { createChangeTimers } from './change-timers.ts'
import { type ContentChange, compareStates, type ItemChanges } from './content-change.ts'
import { createPreviews } from './download-preview.ts'
import { timeOf } from './item-times.ts'
import { createPackContents } from './pack-contents.ts'
import { createSiteReader, type SiteReaderParts } from './site-reader.ts'
import { buildSiteState, nextSiteState, type SiteState, type StateParts } from './site-state.ts'
import { createSnapshots } from './snapshot.ts'
import { type StoredItem, storedItem, storedItems, unpublishedAt } from './stored-items.ts'

export type { StoredItem } from './stored-items.ts'

export interface ContentStoreParts {
  files: ContentFiles
  /** The folder of the snapshot; it is created when it is missing. */
  cacheDir: string
  now: () => Date
  renderBody: RenderBody
  mentions: SiteReaderParts['mentions']
  search: SiteReader['search']
  /** Gets every file while the whole content is read, which happens when there is no snapshot. */
  firstRead?: FileVisitor
  log: { warn(message: string): void; error(message: string): void }
  /** How often a file was downloaded, as pages show it. */
  downloadCount?: (id: number) => number
  /** Identifies the build; a snapshot of another build is not used. */
  build?: string
}

type AnySummary = ItemSummary[ContentType]

export interface ContentStore {
  /** Empty until `ready`. */
  reader: SiteReader
  /**
   * Resolves when the content was read for the first time; rejects when the repository cannot be
   * read.
   */
  ready(): Promise<void>
  /** Increases by one with every change that pages or the search show. */
  generation(): number
  /** The revision that is shown, and its state. */
  revision(): string | null
  state(): SiteState
  /** Whether an older revision is shown because the newest could not be read. */
  isBehind(): boolean
  problems(): Array<ContentProblem>
  /** Values that are read differently than they are written; their files are served. */
  warnings(): Array<ContentProblem>
  /** Every item of a type, drafts and scheduled ones included, newest first. */
  all<Type extends ContentType>(type: Type): Array<StoredItem<ItemOf[Type]>>
  /**
   * The list fields of every item of a type, newest first; the same array until an item of the type
   * changes.
   */
  listed(type: ContentType): ReadonlyArray<AnySummary>
  /** One of them by its id, or null. */
  one<Type extends ContentType>(type: Type, id: number): StoredItem<ItemOf[Type]> | null
  /** The draft or scheduled item at this address, or null. */
  unpublishedAt(path: string): { item: UnpublishedItem; site: SiteReader } | null
  /**
   * Blob of any file in the content folder (media, a download's file); null when there is none, and
   * for symbolic links.
   */
  blobAt(path: string): string | null
  /** Every file of the content folder except symbolic links. */
  files(): Iterable<FileRecord>
  changedAt(path: string): string | null
  /** A download and its file, or null. */
  downloadFile(id: number): { download: Download; path: string; blob: string } | null
  onChange(listener: (change: ContentChange) => void): () => void
  /**
   * Shows the newest revision now, without waiting for the watcher; for callers that have just made
   * a commit.
   */
  refresh(): Promise<void>
  /** Stops watching the repository and writes the pending snapshot. */
  close(): Promise<void>
}

/** Milliseconds that a revision waits for the dates of its commits, for one change event. */
const datesPatience = 50

/** Keeps the newest revision of the content folder in memory, without bodies; reports changes. */
export function createContentStore(parts: ContentStoreParts): ContentStore {
  const { files, now, log } = parts
  const snapshots = createSnapshots(parts.cacheDir, parts.build ?? '', log)
  const dates = createLastChanges(files, log)
  const listeners = new Set<(change: ContentChange) => void>()
  let loaded: LoadedFiles | null = null
  let state = buildSiteState(emptyParts(now()))
  let generation = 0
  let closed = false
  const timers = createChangeTimers({ state: () => state, now, appear: showAppeared, log })

  /** Replaces the state and calls the listeners. */
  function show(next: SiteState, cause: ContentChange['cause'], paths: ReadonlyArray<string>) {
    const before = state
    state = next
    generation += 1
    const items = cause === 'dates' ? byType<ItemChanges>(() => []) : compareStates(before, next)
    for (const listener of listeners) {
      try {
        listener({ generation, cause, paths, before: before.records, ...items })
      } catch (error) {
        log.error(`A listener failed on a content change: ${messageOf(error)}`)
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
      const result = await loadRevision(
        files,
        revision,
        snapshot,
        snapshot ? undefined : parts.firstRead,
      )
      loaded = result
      state = buildSiteState(partsOf(result))
      if (!snapshot || result.changed.length > 0) dueSnapshot()
    }
    timers.set()
    if (loaded) void dates.learn(loaded.revision).then(showDates)
  }

  /** Updates the state to the newest revision; one call at a time. */
  async function follow() {
    const revision = files.revision()
    if (revision === null && loaded && !closed) log.error(withoutCommit(loaded.revision))
    if (closed || revision === null || revision === loaded?.revision) return
    const result = await loadRevision(files, revision, loaded)
    const learned = dates.learn(revision)
    await within(datesPatience, learned)
    loaded = result
    dueSnapshot()
    const next = nextSiteState(state, partsOf(result), result.changed)
    if (result.changed.length > 0) show(next, 'files', result.changed)
    else state = next
    timers.set()
    void learned.then(showDates)
  }

  /** The revision of the snapshot if there still is one; shown while the branch has no commit. */
  async function stillThere(revision: string | null) {
    if (revision === null) return null
    try {
      await files.list(revision)
      return revision
    } catch {
      // The repository does not have this commit.
      return null
    }
  }

  /** Replaces the state when new dates are known. */
  function showDates() {
    const times = dates.known()?.times ?? state.times
    if (times === state.times) return
    const differs = (path: string) => times.get(path) !== state.times.get(path)
    if (
      closed ||
      ![...state.records.values()].some((record) => record.entry && differs(record.path))
    )
      return
    const moment = now()
    showAppeared(moment)
    show(nextSiteState(state, { ...state, times, now: moment }, []), 'dates', [])
    dueSnapshot()
  }

  /** Publishes scheduled items that are due at `moment`. */
  function showAppeared(moment: Date) {
    const due = contentTypes.some(
      (type) => (state[type].nextAppearance ?? Number.POSITIVE_INFINITY) <= moment.getTime(),
    )
    if (due) show(nextSiteState(state, { ...state, now: moment }, []), 'schedule', [])
  }

  /** Schedules a snapshot of the current state. */
  function dueSnapshot() {
    snapshots.due(() => (loaded ? { ...loaded, changes: dates.known() } : null))
  }

  function partsOf(result: LoadResult): StateParts {
    return { ...result, times: dates.known()?.times ?? new Map(), now: now() }
  }

  const lists = new WeakMap<ReadonlyArray<unknown>, ReadonlyArray<AnySummary>>()
  function listed(
    records: ReadonlyArray<{ entry: { item: AnySummary } }>,
  ): ReadonlyArray<AnySummary> {
    const known = lists.get(records) ?? records.map(({ entry }) => entry.item)
    lists.set(records, known)
    return known
  }

  const shown: Omit<SiteReaderParts, 'state'> = {
    body: (blob) => renderFile(blob, files.read, parts.renderBody),
    mentions: parts.mentions,
    search: parts.search,
    contents: createPackContents({
      read: files.read,
      cacheDir: parts.cacheDir,
      report: (error) =>
        log.warn(`The cache of packs can not be read or written: ${messageOf(error)}`),
    }),
    preview: createPreviews(parts.renderBody),
    downloadCount: parts.downloadCount ?? (() => 0),
  }
  const reader = createSiteReader({ ...shown, state: () => state })
  const started = start()
  const following = createRetryQueue(follow, {
    after: started,
    failed: (error) => log.error(`The content could not be read: ${messageOf(error)}`),
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
    state: () => state,
    all: (type) => storedItems(state, type, now()),
    listed: (type) => listed(state[type].all),
    one: (type, id) => storedItem(state, type, id, now()),
    unpublishedAt(path) {
      const found = unpublishedAt(state, path, now())
      return (
        found && {
          item: found.item,
          site: createSiteReader({ ...shown, state: () => found.state }),
        }
      )
    },
    blobAt(path) {
      const record = state.records.get(path)
      return record && !record.kind ? record.blob : null
    },
    files: () => [...state.records.values()].filter((record) => !record.kind),
    changedAt: (path) => timeOf(path, state.times),
    downloadFile: (id) =>
      state.downloads.get().downloads.find(({ download }) => download.id === id) ?? null,
    onChange(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    refresh: following.run,
    async close() {
      closed = true
      unwatch()
      timers.close()
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

function withoutCommit(revision: string) {
  return `The branch of the site has no commit any more; the site goes on showing ${revision}, and saves are refused.`
}
