import { besideAddress } from '#domain/beside.ts'
import type { ContentType } from '#domain/content.ts'
import type { ItemOf } from '#domain/item/summary.ts'
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
import { mailedIssues, siteFiles, siteView } from './api/feature-access.ts'
import { createPresence } from './api/presence.ts'
import { createBodyProblems } from './catalog/body-problems.ts'
import { createChangeEvents } from './catalog/change-events.ts'
import { wholeItem } from './catalog/item-times.ts'
import { createMediaUses, folderOfPath } from './catalog/media-uses.ts'
import type { SiteState } from './catalog/site-state.ts'
import { createContentStore } from './catalog/store.ts'
import { createMediaRefusal } from './check/media-refusal.ts'
import type { DownloadCountStore } from './downloads/download-count-store.ts'
import { createDownloadCounts } from './downloads/download-counts.ts'
import { createLinks } from './links/create-links.ts'
import { createBodyRenderer } from './markdown/body-renderer.ts'
import { englishInBodies } from './markdown/body-texts.ts'
import type { BodyWorkers } from './markdown/site-workers.ts'
import type { TextWork } from './markdown/text-work.ts'
import { type IndexedTexts, textsIn } from './read/body.ts'
import type { RecordOf } from './read/file-record.ts'
import type { FileVisitor } from './read/loading.ts'
import { createCommit, type SaveCommit } from './save/committing.ts'
import type { ContentIds } from './save/content-ids.ts'
import type { GitHistory } from './save/item-history.ts'
import { createMerging } from './save/merging.ts'
import { createUndo } from './save/undo-commit.ts'
import { refuseToWriter } from './save/writer-rule.ts'

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

interface ContentParts {
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
}

/** Creates items, pages, downloads, saves and change events. They are empty until `ready` resolves. */
export function createContent(parts: ContentParts) {
  const { repository, cacheDir, gate, siteUrl, log } = parts
  const { files, changes, changesIn, made } = repository
  const { read } = files
  const { ids } = parts.stores
  const counts = createDownloadCounts(parts.stores.downloadCounts, parts.bus)
  const counted = openCounts(counts, parts)
  const bodies = createBodyRenderer({
    workers: parts.bodies,
    cacheDir,
    dimensions: parts.pictureSize,
    soundFacts: parts.soundFacts,
    folderOf: (blob) => folderOfText(store.state(), blob),
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
    firstRead: visitItems(parts.firstRead),
    downloadCount: counts.shown,
  })
  const bodyProblems = createBodyProblems({ ...files, files: store.files, check: bodies.check })
  const uses = createMediaUses({ store, siteUrl })
  const folder = siteFiles(store, read, uses, parts.now)
  const links = createLinks({
    ...parts,
    store,
    read,
    renderBody: bodies.show,
    refusal: () => mediaRefusal(parts, folder.readFile),
    report: (error) => log.warn({ err: error }, 'links could not be checked'),
  })
  const commit = createCommit({
    ...parts,
    ...repository,
    store,
    renderBody: bodies.show,
    refuseToWriter: (changes) => refuseToWriter(changes, read, store.reader.settings()),
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
  const presence = createPresence(parts.bus)
  const events = eventsApi(createChangeEvents({ store, changes, log }), presence, gate)
  store.onChange(bodyProblems.changed)

  return {
    store,
    commit,
    /** Resolves when the content was read for the first time; rejects when the repository can't be read. */
    ready: () => Promise.all([store.ready(), counted]),
    ...folder,
    state: siteView(store, counts, bodyProblems, links),
    issues: mailedIssues(store, read, bodies.render),
    /** The number of texts that wait to be rendered. */
    waiting: bodies.waiting,
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
      presence.close()
      links.close()
      await counts.close()
      await ids.close()
      await store.close()
      await bodies.close()
      await bodyProblems.close()
    },
  }
}

function mediaRefusal(
  { pictureSize, soundFacts }: Pick<ContentParts, 'pictureSize' | 'soundFacts'>,
  read: (path: string) => Promise<Uint8Array | null>,
) {
  return createMediaRefusal({
    read,
    isPicture: async (path) => (await pictureSize(decodedAddress(path))) !== null,
    isSound: async (path) => (await soundFacts(decodedAddress(path))) !== null,
  })
}

/** The folder of the file of a blob. */
function folderOfText({ texts }: SiteState, blob: string) {
  const file = texts.get().get(blob)
  return file ? folderOfPath(file.path) : null
}

/** Opens the counts of downloads. Without them the site is served, and downloads are not counted. */
async function openCounts(
  counts: ReturnType<typeof createDownloadCounts>,
  { log, problems }: Pick<ContentParts, 'log' | 'problems'>,
) {
  try {
    const { isLost } = await counts.open()
    if (isLost)
      log.error('the counts of downloads are gone with downloads.json; they begin at 0 again')
  } catch (error) {
    problems.note('downloads', { error, message: 'downloads are not counted' })
  }
}

/** Visits the items among the files of the first read, without drafts. */
function visitItems(visit: ContentParts['firstRead']): FileVisitor {
  return (record, file, settings) => {
    const { entry } = record
    if (!entry || entry.kind === 'downloads' || entry.kind === 'pages' || entry.draft) return
    const item = wholeItem(record as RecordOf<ContentType>, new Map())
    visit(entry.kind, item, textsIn(file), settings)
  }
}
