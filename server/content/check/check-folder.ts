import type { ContentProblem, FileKind } from '#domain/content.ts'
import type { RecordOf } from '../duplicates.ts'
import { readFields } from '../field-aliases.ts'
import { settingsPath } from '../file-kind.ts'
import type { FileRecord } from '../file-record.ts'
import { loadRevision } from '../loading.ts'
import { shownAsSource } from '../markdown/limits.ts'
import { buildSiteState, type SiteState } from '../site-state.ts'
import { createDiskFolder } from './disk-folder.ts'
import type { FileFacts, Inspector, ReadableTexts, TextFacts } from './inspect-file.ts'
import { fileComplaint, type LinkTargets, linkComplaint } from './link-check.ts'
import { addressOf, isPublic, type ReadableRecord } from './texts.ts'
import { type Refusal, type TryRender, unrenderedTexts } from './unrendered.ts'

export interface FolderCheck {
  /** What keeps a file, a value in it, or the page of its text, from the site. */
  faults: Array<ContentProblem>
  /** What was read in another way than it is written, and what visitors would stumble over: broken links, missing pictures and texts. */
  warnings: Array<ContentProblem>
  /** Items, pages and downloads that can be read. */
  files: number
  state: SiteState
}

export interface CheckParts {
  folder: string
  now: Date
  /** Looks into the files; dates without an offset are of the given time zone. */
  inspector(timeZone: string, files: number): Inspector | Promise<Inspector>
  /** Tries whether a text can be rendered. */
  render: TryRender
  /** Hears how far the check is: each file is looked at twice. */
  progress?(done: number, total: number): void
}

/** What is known of a file once its doubtful texts were tried. */
interface CheckedFacts extends FileFacts {
  /** Empty when all of them can be rendered. */
  unrendered: ReadonlyArray<Refusal | null>
}

/** The number of files that are checked between two reports of the progress. */
const share = 200

/** Checks a content folder on the disk. */
export async function checkFolder({
  folder,
  now,
  inspector: open,
  render,
  progress,
}: CheckParts): Promise<FolderCheck> {
  const files = createDiskFolder(folder)
  const listed = await files.list('disk')
  const settingsFiles = listed.filter(({ path }) => path === settingsPath)
  const loaded = await loadRevision({ ...files, list: async () => settingsFiles }, 'disk', null)
  const inspector = await open(loaded.timeZone, listed.length)
  const total = 2 * listed.length
  const facts = await inShares(
    listed,
    (some) => inspector.facts(some),
    (done) => progress?.(done, total),
  )
  const unrendered = await unrenderedTexts(facts, files, render)
  const byPath = new Map(
    facts.map((one) => [one.record.path, { ...one, unrendered: unrendered.get(one.record.path) ?? [] }]),
  )
  const records = new Map<string, FileRecord>(facts.map(({ record }) => [record.path, record]))
  const state = buildSiteState({ ...loaded, records, times: new Map(), now })
  const readable = [...state.articles.all, ...state.news.all, ...state.newsletters.all, ...recordsOf('pages', state)]
  const targets = linkTargets(state, readable, now, anchorsOf(byPath, inspector))
  const warnings = (
    await inShares(
      readable,
      async (some) =>
        (
          await Promise.all(some.map((record) => checkRecord(record, byPath.get(record.path), targets, inspector)))
        ).flat(),
      (done) => progress?.(listed.length + done, total),
    )
  ).flat()
  for (const { path, entry } of recordsOf('downloads', state))
    for (const message of pictureComplaints(entry.item.imageUrl, entry.item.imageAlt, targets))
      warnings.push({ path, line: pictureLine('downloads', byPath.get(path)), message })
  progress?.(total, total)
  const missingSettings = (problem: ContentProblem) => problem.path === settingsPath && !state.records.has(settingsPath)
  warnings.push(...state.problems.get().filter(missingSettings), ...state.warnings.get())
  return {
    // Without settings everything is still served, so that alone is no fault.
    faults: [...state.problems.get().filter((problem) => !missingSettings(problem)), ...faultsOf(unrendered)].sort(
      byPlace,
    ),
    warnings: warnings.sort(byPlace),
    files: readable.length + state.downloads.get().downloads.length,
    state,
  }
}

/** Works through a list in shares, several at once where the work allows it; the results keep the order. */
async function inShares<Item, Result>(
  items: ReadonlyArray<Item>,
  work: (some: ReadonlyArray<Item>) => Promise<Array<Result>>,
  done: (count: number) => void,
): Promise<Array<Result>> {
  let count = 0
  const shares = Array.from({ length: Math.ceil(items.length / share) }, (_, at) =>
    items.slice(at * share, (at + 1) * share),
  )
  const results = await Promise.all(
    shares.map(async (some) => {
      const result = await work(some)
      count += some.length
      done(count)
      return result
    }),
  )
  return results.flat()
}

function faultsOf(unrendered: ReadonlyMap<string, ReadonlyArray<Refusal | null>>): Array<ContentProblem> {
  return [...unrendered].flatMap(([path, refusals]) =>
    refusals.flatMap((refusal) => (refusal ? [{ path, line: refusal.line, message: shownAsSource(refusal) }] : [])),
  )
}

function recordsOf<Kind extends 'pages' | 'downloads'>(kind: Kind, state: SiteState): Array<RecordOf<Kind>> {
  return [...state.records.values()].filter((record) => record.entry?.kind === kind) as Array<RecordOf<Kind>>
}

function readableTexts({ record, texts, unrendered }: CheckedFacts): ReadableTexts {
  return { path: record.path, readable: texts.map((_text, index) => !unrendered[index]) }
}

/** Tells whether a page has an anchor: by what is certain of its file, else by rendering it, once. */
function anchorsOf(facts: ReadonlyMap<string, CheckedFacts>, inspector: Inspector) {
  const rendered = new Map<string, Promise<ReadonlySet<string>>>()
  return async ({ path }: ReadableRecord, anchor: string): Promise<boolean> => {
    const known = facts.get(path)
    if (!known || known.anchors.includes(anchor)) return known !== undefined
    const anchors = rendered.get(path) ?? inspector.anchors(readableTexts(known)).then((names) => new Set(names))
    rendered.set(path, anchors)
    return (await anchors).has(anchor)
  }
}

function linkTargets(
  state: SiteState,
  readable: ReadonlyArray<ReadableRecord>,
  now: Date,
  hasAnchor: (record: ReadableRecord, anchor: string) => Promise<boolean>,
): LinkTargets {
  const instant = now.toISOString()
  const pages = new Map<string, ReadableRecord>()
  const hidden = new Set<string>()
  for (const record of readable) {
    if (isPublic(record, instant)) pages.set(addressOf(record), record)
    else hidden.add(addressOf(record))
  }
  const byAddress = new Map(readable.map((record) => [addressOf(record), record]))
  return {
    pages,
    hidden,
    downloads: new Set(state.downloads.get().downloads.map(({ download }) => `/downloads/${download.slug}`)),
    redirects: state.redirects.get().redirects,
    files: new Set(state.records.keys()),
    async hasAnchor(address, anchor) {
      const record = byAddress.get(address)
      return record !== undefined && hasAnchor(record, anchor)
    },
  }
}

async function checkRecord(
  record: ReadableRecord,
  facts: CheckedFacts | undefined,
  targets: LinkTargets,
  inspector: Inspector,
): Promise<Array<ContentProblem>> {
  const warnings: Array<ContentProblem> = []
  const warn = (line: number, message: string | null) => {
    if (message !== null) warnings.push({ path: record.path, line, message })
  }
  if (record.entry.kind !== 'pages') {
    const { imageUrl, imageAlt } = record.entry.item
    for (const message of pictureComplaints(imageUrl, imageAlt, targets))
      warn(pictureLine(record.entry.kind, facts), message)
  }
  const texts = facts?.texts ?? []
  const from = addressOf(record)
  const inOrder = await Promise.all(
    texts.map((text, index) => facts?.unrendered[index] || isInOrder(text, from, targets)),
  )
  const exact = facts && inOrder.includes(false) ? await inspector.references(readableTexts(facts)) : []
  for (const [index, { firstLine }] of texts.entries()) {
    if (inOrder[index]) continue
    for (const { kind, url, line, alt } of exact[index] ?? []) {
      const at = firstLine + line - 1
      if (kind === 'link') warn(at, await linkComplaint(url, from, targets))
      else for (const message of pictureComplaints(url, alt ?? '', targets)) warn(at, message)
    }
  }
  return warnings
}

/** Whether nothing that can be a link or a picture in a text has a fault, so that there is no need to know what it is. */
async function isInOrder({ quick }: TextFacts, from: string, targets: LinkTargets): Promise<boolean> {
  for (const reference of quick ?? []) {
    const complaint =
      reference.kind === 'picture'
        ? pictureComplaints(reference.url, reference.alt, targets).length > 0
        : (await linkComplaint(reference.url, from, targets)) !== null
    if (complaint) return false
  }
  return quick !== null
}

function pictureComplaints(url: string | null, alt: string, { files }: Pick<LinkTargets, 'files'>): Array<string> {
  if (url === null) return []
  const complaints: Array<string> = []
  if (alt.trim() === '') complaints.push(`The picture '${url}' has no text that says what it shows`)
  const missing = /^\/(?!\/)/.test(url) ? fileComplaint(url, url, files) : null
  if (missing) complaints.push(missing)
  return complaints
}

function pictureLine(kind: FileKind, facts: FileFacts | undefined): number {
  const lines = facts?.lines ?? {}
  return lines[readFields(kind, lines).keys.get('imageUrl') ?? ''] ?? 1
}

function byPlace(left: ContentProblem, right: ContentProblem): number {
  if (left.path !== right.path) return left.path < right.path ? -1 : 1
  return left.line - right.line
}
