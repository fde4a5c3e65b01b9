import { besideAddress } from '#domain/beside.ts'
import type { ContentType, FileKind } from '#domain/content.ts'
import type { FormValues } from '#domain/item/field.ts'
import type { ItemOf } from '#domain/item/summary.ts'
import { itemAddress } from '#domain/item/types.ts'
import { percentDecoded } from '#domain/percent-decoded.ts'
import { differingTexts } from '#domain/site/profile-of.ts'
import type { SiteReader } from '#domain/site-reader.ts'
import type { SiteSettings } from '#domain/site-settings.ts'
import type { SoundFacts } from '#domain/sound.ts'
import type { CallGate } from '../http/mount-calls.ts'
import type { SentPage } from '../http/sent-page.ts'
import { build } from '../platform/build-id.ts'
import type { Bus } from '../platform/bus.ts'
import type { ContentFiles } from '../platform/content-files.ts'
import type { DataProblems } from '../platform/data-problems.ts'
import type { Log } from '../platform/log.ts'
import type { Telemetry } from '../platform/telemetry.ts'
import { contentRoutes } from './api/content-api.ts'
import { createDownloads } from './api/create-downloads.ts'
import type { DraftTexts } from './api/drafts-api.ts'
import { eventsApi } from './api/events-api.ts'
import { createBodyProblems } from './catalog/body-problems.ts'
import { createChangeEvents } from './catalog/change-events.ts'
import { editedPages } from './catalog/content-change.ts'
import { wholeItem } from './catalog/item-times.ts'
import { createMediaUses, folderOfPath } from './catalog/media-uses.ts'
import { createContentStore } from './catalog/store.ts'
import { createMediaRefusal } from './check/media-refusal.ts'
import { isPublic, type ReadableRecord } from './check/texts.ts'
import type { DownloadCountStore } from './downloads/download-count-store.ts'
import { createDownloadCounts } from './downloads/download-counts.ts'
import { createLinks } from './links/create-links.ts'
import { createBodyRenderer } from './markdown/body-renderer.ts'
import { englishInBodies } from './markdown/body-texts.ts'
import type { BodyWorkers } from './markdown/site-workers.ts'
import type { TextWork } from './markdown/text-work.ts'
import { type IndexedTexts, indexedTexts, textsIn } from './read/body.ts'
import type { FileRecord, RecordOf } from './read/file-record.ts'
import { createCommit, type SaveCommit } from './save/committing.ts'
import type { ContentIds } from './save/content-ids.ts'
import { readItemText } from './save/content-text.ts'
import type { GitHistory } from './save/item-history.ts'
import { createMerging } from './save/merging.ts'
import { createUndo } from './save/undo-commit.ts'

/** The part of the repository that the feature `content` uses. */
interface ContentRepository {
  files: ContentFiles
  save: SaveCommit
  /** Whether the site's branch contains a commit. */
  made: (commit: string) => boolean | Promise<boolean>
  changes: GitHistory['changes'] & Parameters<typeof createChangeEvents>[0]['changes']
  changesIn: Parameters<typeof createUndo>[0]['changesIn']
  deletedItems: GitHistory['deleted']
  deletedFiles: GitHistory['deleted']
}

/** The decoded address of a file of the content folder. */
const decodedAddress = (path: string) => percentDecoded(besideAddress(path)) ?? ''

/** Creates items, pages, downloads, saves and change events. They are empty until `ready` resolves. */
export function createContent(parts: {
  repository: ContentRepository
  stores: { downloadCounts: DownloadCountStore; ids: ContentIds }
  /** The folder for data that can be computed again. */
  cacheDir: string
  texts: TextWork
  drafts: DraftTexts
  bodies: BodyWorkers
  /** The size of a picture, by its address. */
  pictureSize: (address: string) => Promise<{ width: number; height: number } | null>
  /** The facts of a sound, by its address. */
  soundFacts: (address: string) => Promise<SoundFacts | null>
  search: SiteReader['search']
  /** Gets every item but drafts while the whole content is read. */
  firstRead: (
    type: ContentType,
    item: ItemOf[ContentType],
    texts: IndexedTexts,
    settings: SiteSettings,
  ) => void
  renderPage: (url: string) => Promise<SentPage>
  /** Sign the links to downloads. */
  secrets: ReadonlyArray<string>
  gate: CallGate
  problems: DataProblems
  bus: Bus
  siteUrl: string
  now: () => Date
  log: Log
  telemetry: Telemetry
}) {
  const { repository, cacheDir, gate, problems, siteUrl, now, log } = parts
  const { files, changes, changesIn, made } = repository
  const { read } = files
  const { ids } = parts.stores
  const counts = createDownloadCounts(parts.stores.downloadCounts, parts.bus)
  const counted = counts.open().then(
    ({ isLost }) => {
      if (isLost)
        log.error('the counts of downloads are gone with downloads.json; they begin at 0 again')
    },
    (error: unknown) => problems.note('downloads', { error, message: 'downloads are not counted' }),
  )
  const bodies = createBodyRenderer({
    workers: parts.bodies,
    cacheDir,
    dimensions: parts.pictureSize,
    soundFacts: parts.soundFacts,
    folderOf(blob) {
      const file = store.state().texts.get().get(blob)
      return file ? folderOfPath(file.path) : null
    },
    texts: () => differingTexts(store.reader.settings(), englishInBodies),
    report: (error) => log.warn({ err: error }, 'the cache of bodies can not be read or written'),
    refused: (key, error) => bodyProblems.refused(key, error),
  })
  const store = createContentStore({
    ...parts,
    files,
    build,
    renderBody: bodies.showSoon,
    mentions: (file) => uses.mentions(file),
    firstRead(record, file, settings) {
      const { entry } = record
      if (!entry || entry.kind === 'downloads' || entry.kind === 'pages' || entry.draft) return
      const item = wholeItem(record as RecordOf<ContentType>, new Map())
      parts.firstRead(entry.kind, item, textsIn(file), settings)
    },
    downloadCount: counts.shown,
  })
  const bodyProblems = createBodyProblems({
    files: store.files,
    read,
    size: files.size,
    check: bodies.check,
  })
  const uses = createMediaUses({ store, siteUrl })
  const links = createLinks({
    ...parts,
    store,
    read,
    renderBody: bodies.show,
    refusal: () =>
      createMediaRefusal({
        async read(path) {
          const blob = store.blobAt(path)
          return blob === null ? null : read(blob)
        },
        isPicture: async (path) => (await parts.pictureSize(decodedAddress(path))) !== null,
        isSound: async (path) => (await parts.soundFacts(decodedAddress(path))) !== null,
      }),
    report: (error) => log.warn({ err: error }, 'links could not be checked'),
  })
  const commit = createCommit({
    store,
    save: repository.save,
    renderBody: bodies.show,
    telemetry: parts.telemetry,
  })
  const downloads = createDownloads({
    ...parts,
    store,
    read,
    counts,
    commit,
    ids,
    deleted: () => repository.deletedFiles('downloads', { replaced: true }),
  })
  const events = eventsApi(createChangeEvents({ store, changes, log }), gate)
  store.onChange(bodyProblems.changed)

  return {
    store,
    commit,
    /** Resolves when the content was read for the first time; rejects when the repository can't be read. */
    async ready(): Promise<void> {
      await store.ready()
      await counted
    },
    /** The site as pages and health show it. */
    state: {
      site: store.reader,
      // Pages show the counts of downloads, so a new count is a change too.
      generation: () => store.generation() + counts.version(),
      revision: store.revision,
      isBehind: store.isBehind,
      problems: async () => [...store.problems(), ...(await bodyProblems.problems())],
      /**
       * Values that are read differently than they are written, and links and pictures that lead
       * nowhere.
       */
      warnings: async (patience?: number) => [
        ...store.warnings(),
        ...(await links.problems(patience)),
      ],
      unpublishedAt: store.unpublishedAt,
      /** The address of an item, and the item when it is unpublished; null for an id without an item. */
      pageOf({ type, id }: { type: ContentType; id: number }) {
        const stored = store.one(type, id)
        if (!stored) return null
        const address = itemAddress(type, stored.item)
        return { address, unpublished: store.unpublishedAt(address) }
      },
      onEdited: (listener: (paths: Array<string>) => void) =>
        store.onChange((change) => listener(editedPages(change))),
    },
    /** All paths of a blob in the content folder. */
    pathsOf: (blob: string) =>
      [...store.files()].flatMap((file) => (file.blob === blob ? [file.path] : [])),
    /** The bytes of a file in the content folder, or null. */
    async readFile(path: string): Promise<Uint8Array | null> {
      const blob = store.blobAt(path)
      return blob === null ? null : read(blob)
    },
    /** The number of texts that wait to be rendered. */
    waiting: bodies.waiting,
    /** The items, pages and settings that use each picture. */
    pictureUses: uses.all,
    /** The folder of an item's file; null when there is no such item. */
    itemFolder(type: ContentType, id: number): string | null {
      const path = store.one(type, id)?.path
      return path === undefined ? null : folderOfPath(path)
    },
    /** Whether visitors may see a file beside texts: a published text shows it. */
    async isShown(path: string): Promise<boolean> {
      // Without a file there is nothing to look for in all texts.
      if (store.blobAt(path) === null) return false
      const instant = now().toISOString()
      const isPublicFile = (file: FileRecord) =>
        file.author !== undefined ||
        file.entry?.kind === 'downloads' ||
        isPublic(file as ReadableRecord, instant)
      return uses.publicUser(path, isPublicFile)
    },
    /** Whether an item shows a file beside its text. */
    itemShows(type: ContentType, id: number, path: string): boolean {
      const file = store.state().records.get(store.one(type, id)?.path ?? '')
      return file !== undefined && uses.isNamedBy(path, file)
    },
    /** The texts of the file of a blob, as the search indexes them. */
    textsOf: async (blob: string, kind: FileKind) => indexedTexts(await read(blob), kind),
    /** Newsletters as they are mailed. */
    issues: {
      settings: () => store.reader.settings(),
      renderBody: bodies.render,
      statusOf: (id: number) => store.one('newsletters', id)?.status ?? null,
      async issueOf(id: number) {
        const stored = store.one('newsletters', id)
        if (!stored) return null
        const { item, path, status } = stored
        const text = readItemText(path, await read(item.blob), store.reader.settings())
        if (text.kind === 'faulty') return null
        const { fields, markdown } = text.text
        const articles = (fields.articles ?? []) as FormValues['pieces']
        return {
          ...item,
          content: markdown,
          articles,
          revision: item.blob,
          status,
          folder: folderOfPath(path),
        }
      },
    },
    /** Takes back a commit of any size. */
    undo: createUndo({ store, read, commit, changesIn, made, mostFiles: Number.POSITIVE_INFINITY }),
    merging: createMerging({ ...parts, store, ids }),
    downloads: { linkFor: downloads.linkFor, gate: downloads.gate },
    routes: {
      events: events.routes,
      api: contentRoutes({
        ...parts,
        store,
        read,
        commit,
        ids,
        git: { changes, changesIn, made, deleted: repository.deletedItems },
        renderBody: bodies.show,
        links,
        uses,
        downloads: downloads.routes,
      }),
    },
    /** Renders long texts once, so that a text that cannot be rendered is reported before its first visit. */
    start: bodyProblems.start,
    /** Ends the streams of events, which never end by themselves. */
    endStreams: events.endStreams,
    async close(): Promise<void> {
      links.close()
      await counts.close()
      await ids.close()
      await store.close()
      await bodies.close()
      await bodyProblems.close()
    },
  }
}
