import type { ContentProblem, ContentType, Download } from '#domain/content.ts'
import type { ItemOf, ItemSummary } from '#domain/item/summary.ts'
import type { SiteReader, UnpublishedItem } from '#domain/site-reader.ts'
import { messageOf } from '../../platform/errors.ts'
import { type RenderBody, renderFile } from '../read/body.ts'
import type { FileRecord } from '../read/file-record.ts'
import type { ContentChange } from './content-change.ts'
import { CurrentContent, type CurrentContentParts } from './current-content.ts'
import { createPlayers, createPreviews } from './download-preview.ts'
import { timeOf } from './item-times.ts'
import { createPackContents } from './pack-contents.ts'
import { createSiteReader, type SiteReaderParts } from './site-reader.ts'
import type { SiteState } from './site-state.ts'
import { type StoredItem, storedItem, storedItems, unpublishedAt } from './stored-items.ts'

export type { StoredItem } from './stored-items.ts'

export interface ContentStoreParts extends CurrentContentParts {
  renderBody: RenderBody
  mentions: SiteReaderParts['mentions']
  search: SiteReader['search']
  /** How often a file was downloaded, as pages show it. */
  downloadCount?: (id: number) => number
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

/** Keeps the newest revision of the content folder in memory, without bodies; reports changes. */
export function createContentStore(parts: ContentStoreParts): ContentStore {
  const { now } = parts
  const current = new CurrentContent(parts)
  const lists = new WeakMap<ReadonlyArray<unknown>, ReadonlyArray<AnySummary>>()
  const shown = shownParts(parts)
  return {
    reader: createSiteReader({ ...shown, state: () => current.state }),
    ready: () => current.started,
    generation: () => current.generation,
    revision: () => current.revision,
    isBehind: () => current.isBehind,
    problems: () => current.state.problems.get(),
    warnings: () => current.state.warnings.get(),
    state: () => current.state,
    all: (type) => storedItems(current.state, type, now()),
    listed(type) {
      const records = current.state[type].all
      const known = lists.get(records) ?? records.map(({ entry }) => entry.item)
      lists.set(records, known)
      return known
    },
    one: (type, id) => storedItem(current.state, type, id, now()),
    unpublishedAt(path) {
      const found = unpublishedAt(current.state, path, now())
      return (
        found && {
          item: found.item,
          site: createSiteReader({ ...shown, state: () => found.state }),
        }
      )
    },
    blobAt(path) {
      const record = current.state.records.get(path)
      return record && !record.kind ? record.blob : null
    },
    files: () => [...current.state.records.values()].filter((record) => !record.kind),
    changedAt: (path) => timeOf(path, current.state.times),
    downloadFile: (id) =>
      current.state.downloads.get().downloads.find(({ download }) => download.id === id) ?? null,
    onChange: (listener) => current.onChange(listener),
    refresh: () => current.refresh(),
    close: () => current.close(),
  }
}

/** What readers of every state have in common. */
function shownParts(parts: ContentStoreParts): Omit<SiteReaderParts, 'state'> {
  const { files, log, renderBody } = parts
  return {
    body: (blob) => renderFile(blob, files.read, renderBody),
    mentions: parts.mentions,
    search: parts.search,
    contents: createPackContents({
      read: files.read,
      cacheDir: parts.cacheDir,
      report: (error) =>
        log.warn(`The cache of packs can not be read or written: ${messageOf(error)}`),
    }),
    preview: createPreviews(renderBody),
    player: createPlayers(renderBody),
    downloadCount: parts.downloadCount ?? (() => 0),
  }
}
