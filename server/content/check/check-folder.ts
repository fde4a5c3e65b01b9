import type { ContentProblem, FileKind } from '#domain/content.ts'
import type { RecordOf } from '../duplicates.ts'
import { readFields } from '../field-aliases.ts'
import { settingsPath } from '../file-kind.ts'
import { type Frontmatter, readFrontmatter } from '../frontmatter.ts'
import { loadRevision } from '../loading.ts'
import { BodyRenderError, checkText } from '../markdown/limits.ts'
import { buildSiteState, type SiteState } from '../site-state.ts'
import { createDiskFolder } from './disk-folder.ts'
import { fileComplaint, type LinkTargets, linkComplaint } from './link-check.ts'
import { createPageAnchors, type RenderForAnchors } from './page-anchors.ts'
import { findReferences } from './references.ts'
import { addressOf, isPublic, type ReadableRecord, textsOf } from './texts.ts'

export interface FolderCheck {
  /** What keeps a file, or a value in it, from the site. */
  faults: Array<ContentProblem>
  /** What visitors would stumble over: broken links and anchors, missing pictures and missing alternative texts. */
  warnings: Array<ContentProblem>
  /** Items, pages and downloads that can be read. */
  files: number
  state: SiteState
}

/** Checks a content folder on the disk. `render` is only asked for pages that a link with an anchor leads to. */
export async function checkFolder(folder: string, now: Date, render: RenderForAnchors): Promise<FolderCheck> {
  const files = createDiskFolder(folder)
  const loaded = await loadRevision(files, 'disk', null)
  const state = buildSiteState({ ...loaded, times: new Map(), now })
  const readable = [...state.articles.all, ...state.news.all, ...state.newsletters.all, ...recordsOf('pages', state)]
  const source = (record: ReadableRecord) => readFrontmatter(files.read(record.blob)) as Frontmatter
  const targets = linkTargets(state, readable, now, createPageAnchors(source, render))
  const warnings: Array<ContentProblem> = []
  for (const record of readable) warnings.push(...(await checkRecord(record, source(record), targets)))
  for (const { path, blob, entry } of recordsOf('downloads', state)) {
    const file = readFrontmatter(files.read(blob)) as Frontmatter
    for (const message of pictureComplaints(entry.item.imageUrl, entry.item.imageAlt, targets))
      warnings.push({ path, line: pictureLine('downloads', file), message })
  }
  const missingSettings = (problem: ContentProblem) => problem.path === settingsPath && !state.records.has(settingsPath)
  warnings.push(...state.problems.get().filter(missingSettings), ...state.warnings.get())
  return {
    // Without settings everything is still served, so that alone is no fault.
    faults: state.problems.get().filter((problem) => !missingSettings(problem)),
    warnings: warnings.sort(byPlace),
    files: readable.length + state.downloads.get().downloads.length,
    state,
  }
}

function recordsOf<Kind extends 'pages' | 'downloads'>(kind: Kind, state: SiteState): Array<RecordOf<Kind>> {
  return [...state.records.values()].filter((record) => record.entry?.kind === kind) as Array<RecordOf<Kind>>
}

function linkTargets(
  state: SiteState,
  readable: ReadonlyArray<ReadableRecord>,
  now: Date,
  anchorsOf: (record: ReadableRecord) => Promise<ReadonlySet<string>>,
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
    async anchors(address) {
      const record = byAddress.get(address)
      return record ? anchorsOf(record) : new Set()
    },
  }
}

async function checkRecord(
  record: ReadableRecord,
  file: Frontmatter,
  targets: LinkTargets,
): Promise<Array<ContentProblem>> {
  const warnings: Array<ContentProblem> = []
  const warn = (line: number, message: string | null) => {
    if (message !== null) warnings.push({ path: record.path, line, message })
  }
  if (record.entry.kind !== 'pages') {
    const { imageUrl, imageAlt } = record.entry.item
    for (const message of pictureComplaints(imageUrl, imageAlt, targets))
      warn(pictureLine(record.entry.kind, file), message)
  }
  for (const { markdown, firstLine } of textsOf(file)) {
    const refusal = refusedText(markdown)
    if (refusal !== null) {
      warn(firstLine, refusal)
      continue
    }
    for (const { kind, url, line, alt } of findReferences(markdown)) {
      const at = firstLine + line - 1
      if (kind === 'link') warn(at, await linkComplaint(url, addressOf(record), targets))
      else for (const message of pictureComplaints(url, alt ?? '', targets)) warn(at, message)
    }
  }
  return warnings
}

function pictureComplaints(url: string | null, alt: string, { files }: Pick<LinkTargets, 'files'>): Array<string> {
  if (url === null) return []
  const complaints: Array<string> = []
  if (alt.trim() === '') complaints.push(`The picture '${url}' has no text that says what it shows`)
  const missing = /^\/(?!\/)/.test(url) ? fileComplaint(url, url, files) : null
  if (missing) complaints.push(missing)
  return complaints
}

/** Why the site could not show a text, or null. */
function refusedText(markdown: string): string | null {
  try {
    checkText(markdown)
    return null
  } catch (error) {
    if (error instanceof BodyRenderError) return error.message
    throw error
  }
}

function pictureLine(kind: FileKind, { data, lines }: Frontmatter): number {
  return lines.get(readFields(kind, data).keys.get('imageUrl') ?? '') ?? 1
}

function byPlace(left: ContentProblem, right: ContentProblem): number {
  if (left.path !== right.path) return left.path < right.path ? -1 : 1
  return left.line - right.line
}
