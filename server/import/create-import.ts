import { mkdir, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { importMessage } from '#domain/import/commit-message.ts'
import type { Complaint, ImportedEntry } from '#domain/import/entry.ts'
import { type ImportKind, type ImportMapping, importNames } from '#domain/import/mapping.ts'
import type { ImportProgress, ImportReport } from '#domain/import/report.ts'
import { independent } from '../platform/independent.ts'
import { fetched, findOldAddresses } from './address-list.ts'
import { createAuthorFiles } from './author-files.ts'
import { refuseWithoutRoom } from './disk-room.ts'
import type { ParseYaml } from './front-matter.ts'
import { ImportRefused } from './import-refused.ts'
import { createKeptFetch, type FetchPublic, type KeptFetch } from './kept-fetch.ts'
import { addedTo, formerCategories, newCategories, withKeys } from './new-categories.ts'
import { coverageOf, withOldAddresses } from './old-addresses.ts'
import { createPictures, type PictureParts } from './pictures.ts'
import {
  type EntryPlan,
  type ImportContent,
  type PlannedEntry,
  planEntries,
  type Staging,
} from './plan-entries.ts'
import type { Reader } from './reader.ts'
import { readers } from './readers.ts'
import { filesOf, noTexts } from './report-files.ts'
import { openSource } from './source-folder.ts'
import { stageEntry } from './stage-entry.ts'
import {
  changedSinceDryRun,
  readStagedPlan,
  type StagedPlan,
  writeStagedPlan,
} from './staged-plan.ts'
import { commentsFile } from './stored-report.ts'

/** The site that an export is imported into. */
interface ImportSite extends Pick<Staging, 'checkText'>, Pick<PictureParts, 'take'> {
  fetchPublic: FetchPublic
  /** What was fetched is kept here between runs. */
  cacheDir: string
  parseYaml: ParseYaml
  /** The instants of the first commits of the texts in a folder, by file. */
  firstCommits(folder: string): Promise<ReadonlyMap<string, string>>
  /** Loads the committed content. */
  load(): Promise<LoadedContent>
  now(): Date
}

interface LoadedContent extends ImportContent {
  /** The commit that was read; null for a repository without any. */
  revision: string | null
  timeZone: string
  media: ReadonlyMap<string, string>
}

export interface ImportOrder {
  system: ImportKind
  /** The export: a file or a folder. */
  file: string
  /** A folder of its own, where everything is prepared; the caller removes it. */
  stage: string
  mapping: ImportMapping
  /**
   * A sitemap, a feed or a list of the old addresses, as a file or an address; the source is
   * searched for one otherwise.
   */
  sitemap?: string | null | undefined
  progress?: (progress: ImportProgress) => void
}

/** The most bytes that one import may add: a commit is made in memory. */
const mostBytes = 2 * 1024 * 1024 * 1024

/** The room on the disk is checked again after so many staged files. */
const roomEveryFiles = 200

/** Only a feed may be given by its address. */
const isAddress = (system: ImportKind, file: string) =>
  system === 'rss' && /^https?:\/\//i.test(file)

/**
 * Reads exports of other systems in a dry run, which prepares files in a folder. `staged-plan.ts`
 * reads them from there.
 */
export function createImport(site: ImportSite) {
  const fetchKept = createKeptFetch(site.fetchPublic, site.cacheDir)

  return {
    prepare: (order: ImportOrder) => prepareImport(site, fetchKept, order),

    /**
     * Throws ImportRefused when what `prepare` has prepared does not fit the present content any
     * more. Returns the commit that it fits.
     */
    async check(stage: string): Promise<string | null> {
      const { sources, slugs, files } = await readStagedPlan(stage)
      const content = await site.load()
      const isTaken =
        sources.some((source) => content.imported.has(source)) ||
        slugs.some(({ type, slug }) => !content.isFreeSlug(type, slug)) ||
        !files.every(content.isFree)
      if (isTaken) throw new ImportRefused(changedSinceDryRun)
      return content.revision
    },

    /** The entries of an export, for comparisons with the site. */
    async *entries(
      order: Pick<ImportOrder, 'system' | 'file' | 'stage'>,
    ): AsyncGenerator<ImportedEntry> {
      const { timeZone } = await site.load()
      const { reader } = await openExport(site, fetchKept, order, timeZone)
      yield* reader.entries(() => {})
    },
  }
}

/** Prepares the files of an export in `stage`. Throws ImportRefused. */
async function prepareImport(
  site: ImportSite,
  fetchKept: KeptFetch,
  order: ImportOrder,
): Promise<ImportReport> {
  const { stage, mapping, progress = () => {} } = order
  const content = await site.load()
  const { folder, reader: plain } = await openExport(site, fetchKept, order, content.timeZone)
  const old = await findOldAddresses(folder, order.sitemap ?? null, site.fetchPublic)
  const reader = await withOldAddresses(plain, mapping.addresses || undefined, old)
  const outside = [...folder.complaints]
  const complain = (place: string, message: string) => outside.push({ place, message })
  const plan = await planEntries(reader, content, mapping, site.now(), complain, (done) =>
    progress({ step: 'reading', done, total: null }),
  )
  const missing = newCategories(plan, content, reader)
  const added = mapping.addCategories ? addedTo(content, missing, complain) : []
  const { write, files } = createStageWriter(stage)
  const count = plan.rows.filter(({ state }) => state === 'new').length
  const settings = {
    categories: added.map(({ key, label }) => ({ key, label })),
    formerCategories: formerCategories(plan, content, reader),
  }
  const staged: StagedPlan = {
    message: '',
    revision: content.revision,
    settings,
    files,
    sources: [],
    slugs: [],
  }
  const authors = createAuthorFiles({ ...content, write, keyOf: reader.authorKey })
  const pictures = createPictures({
    ...site,
    ...content,
    reader,
    readFile: (file) => folder.read(file),
    known: content.media,
    write,
    fetchKept,
  })
  const staging = {
    ...site,
    plan,
    reader,
    pictures,
    mapping: withKeys(mapping, added),
    content,
    write,
  }
  const complaints: Array<Complaint> = []
  const done = new Set<string>()
  for await (const entry of reader.entries(() => {})) {
    const row = plan.bySource.get(entry.source)
    if (row?.state !== 'new' || done.has(row.source)) continue
    done.add(row.source)
    complaints.push(...independent(await stageEntry(entry, row, staging)))
    if ((row as PlannedEntry).state === 'new') {
      staged.sources.push(row.source)
      if (row.to !== 'pages' && row.to !== 'skip')
        staged.slugs.push({ type: row.to, slug: row.slug })
      await authors.add(entry.authors)
    }
    progress({ step: 'converting', done: done.size, total: count })
  }
  if (plan.rows.length === 0)
    throw new ImportRefused(noTexts(filesOf(folder, reader, plan, []), outside))
  const report: ImportReport = {
    files: filesOf(folder, reader, plan, pictures.claims()),
    ...(await reportOf(order, reader, plan, [...outside, ...complaints], pictures)),
    newCategories: missing.map(({ key, label }) => ({ key, label })),
    addsCategories: mapping.addCategories === true,
    comments: reader.comments().length,
    authors: authors.all(),
    old: {
      pattern: mapping.addresses ?? '',
      ...coverageOf(old, plan, content.leadsWith(settings)),
    },
  }
  await writeFile(path.join(stage, commentsFile), JSON.stringify(reader.comments(), null, 1), {
    mode: 0o600,
  })
  staged.message = importMessage(report.fresh, report.pictures.found, importNames[report.system])
  await writeStagedPlan(stage, staged)
  await rm(path.join(stage, 'unpacked'), { recursive: true, force: true })
  return report
}

/** Opens an export and its reader. */
async function openExport(
  site: ImportSite,
  fetchKept: KeptFetch,
  { system, file, stage, progress }: Pick<ImportOrder, 'system' | 'file' | 'stage' | 'progress'>,
  timeZone: string,
) {
  const source = isAddress(system, file)
    ? await fetchedFeed(file, stage, site.fetchPublic)
    : path.resolve(file)
  const folder = await openSource(source, stage, (done, total) =>
    progress?.({ step: 'unpacking', done, total }),
  )
  let commits: ReturnType<ImportSite['firstCommits']> | null = null
  const firstCommits = () => {
    commits ??= folder.isTrusted ? site.firstCommits(folder.root) : Promise.resolve(new Map())
    return commits
  }
  const reader = await readers[system]({
    folder,
    timeZone,
    parseYaml: site.parseYaml,
    firstCommits,
    fetchKept,
  })
  return { folder, reader }
}

/** Fetches a feed into a file of its own. */
async function fetchedFeed(address: string, stage: string, fetchPublic: FetchPublic) {
  const bytes = await fetched(address, fetchPublic)
  const folder = path.join(stage, 'fetched')
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await writeFile(path.join(folder, 'feed.xml'), bytes, { mode: 0o600 })
  return path.join(folder, 'feed.xml')
}

/**
 * Writes the files of an import into `stage`. Throws ImportRefused when they need more room than
 * there is.
 */
function createStageWriter(stage: string) {
  const files: Array<string> = []
  let total = 0
  return {
    files,
    async write(inner: string, bytes: Uint8Array) {
      const file = path.join(stage, 'files', inner)
      await mkdir(path.dirname(file), { recursive: true, mode: 0o700 })
      await writeFile(file, bytes, { mode: 0o600 })
      files.push(inner)
      if (files.length % roomEveryFiles === 0) await refuseWithoutRoom(stage)
      total += bytes.length
      if (total > mostBytes)
        throw new ImportRefused(
          'The texts and pictures are larger than 2 GB together. Import the export in parts.',
        )
    },
  }
}

async function reportOf(
  { system, file }: ImportOrder,
  reader: Reader,
  plan: EntryPlan,
  complaints: Array<Complaint>,
  pictures: ReturnType<typeof createPictures>,
) {
  const inState = (state: PlannedEntry['state']) =>
    plan.rows.filter((row) => row.state === state).length
  const list = (names: EntryPlan['kinds']) =>
    [...names]
      .map(([name, { count, to }]) => ({ name, count, to }))
      .sort((one, other) => other.count - one.count)
  return {
    system,
    file: path.basename(file),
    texts: plan.rows.length,
    fresh: inState('new'),
    known: inState('known'),
    skipped: inState('skipped'),
    refused: inState('refused'),
    kinds: list(plan.kinds),
    categories: list(plan.categories),
    fields: list(plan.fields),
    pictures: { found: await pictures.count(), missing: pictures.missing() },
    complaints,
    members: [...reader.members()],
    rows: plan.rows.map(
      ({ path: _path, slug: _slug, issueNumber: _issue, file: _file, ...row }) => row,
    ),
  }
}
