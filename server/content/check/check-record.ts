import { type ContentProblem, contentTypes, type FileKind } from '#domain/content.ts'
import { downloadAddress } from '#domain/download-address.ts'
import { authorAddress } from '#domain/site-authors.ts'
import { normalAddress } from '../catalog/redirects.ts'
import type { SiteState } from '../catalog/site-state.ts'
import { readFields } from '../read/field-aliases.ts'
import type { RecordOf } from '../read/file-record.ts'
import { checkTexts } from './check-texts.ts'
import type { FileFacts, Inspector } from './inspect-file.ts'
import { fileComplaint, type LinkTargets, pictureComplaints } from './link-check.ts'
import type { MediaRefusal } from './media-refusal.ts'
import {
  type AuthorRecord,
  addressOf,
  type CheckedRecord,
  type FaultyRecord,
  hasTextBesideFault,
  isPublic,
  type ReadableRecord,
} from './texts.ts'

/** The facts of a file after an attempt to render its doubtful texts. */
export interface CheckedFacts extends FileFacts {
  /** Empty when all of them can be rendered. */
  unrendered: ReadonlyArray<unknown>
}

/** The items and pages that can be read. */
export function readableRecords(state: SiteState): Array<ReadableRecord> {
  return [
    ...contentTypes.flatMap<ReadableRecord>((type) => state[type].all),
    ...recordsOf('pages', state),
  ]
}

/**
 * All files whose links and pictures are checked: the readable ones, downloads, authors, and those
 * with a fault.
 */
export function checkedRecords(
  state: SiteState,
  readable: ReadonlyArray<ReadableRecord>,
): Array<CheckedRecord> {
  return [
    ...readable,
    ...recordsOf('downloads', state),
    ...authorRecords(state),
    ...faultyRecords(state),
  ]
}

/** The files of a kind that can be read. */
function recordsOf<Kind extends 'pages' | 'downloads'>(
  kind: Kind,
  state: SiteState,
): Array<RecordOf<Kind>> {
  return [...state.records.values()].filter((record) => record.entry?.kind === kind) as Array<
    RecordOf<Kind>
  >
}

function authorRecords(state: SiteState): Array<AuthorRecord> {
  return [...state.records.values()].filter(
    (record) => record.author !== undefined,
  ) as Array<AuthorRecord>
}

/** The files with a fault that have a text. */
function faultyRecords(state: SiteState): Array<FaultyRecord> {
  return [...state.records.values()].filter(hasTextBesideFault)
}

/** What the links of a site can lead to. */
export function linkTargets(
  state: SiteState,
  readable: ReadonlyArray<ReadableRecord>,
  now: Date,
  hasAnchor: (record: CheckedRecord, anchor: string) => Promise<boolean>,
  refusal: MediaRefusal,
): LinkTargets {
  const instant = now.toISOString()
  const pages = new Map<string, ReadableRecord>()
  const hidden = new Set<string>()
  for (const record of readable) {
    if (isPublic(record, instant)) pages.set(addressOf(record), record)
    else hidden.add(addressOf(record))
  }
  const byAddress = new Map<string, CheckedRecord>(
    readable.map((record) => [addressOf(record), record]),
  )
  for (const record of authorRecords(state))
    byAddress.set(normalAddress(authorAddress(record.author.key)), record)
  // They have no address; their links to themselves are looked up by their path, which is none.
  for (const record of faultyRecords(state)) byAddress.set(record.path, record)
  return {
    pages,
    hidden,
    downloads: new Set(
      state.downloads
        .get()
        .downloads.map(({ download }) => normalAddress(downloadAddress(download.slug))),
    ),
    authors: new Set(state.authors.get().all.map(({ key }) => normalAddress(authorAddress(key)))),
    categories: state.vocabulary.categories.stored,
    redirects: state.redirects.get().redirects,
    files: new Set(state.records.keys()),
    refusal,
    async hasAnchor(address, anchor) {
      const record = byAddress.get(address)
      return record !== undefined && hasAnchor(record, anchor)
    },
  }
}

/** The warnings about the links and pictures of a file. */
export async function checkRecord(
  record: CheckedRecord,
  facts: CheckedFacts | undefined,
  targets: LinkTargets,
  inspector: Pick<Inspector, 'references'>,
): Promise<Array<ContentProblem>> {
  const { path, entry, author } = record
  if (entry === undefined && author === undefined)
    return checkTexts(path, path, facts, targets, inspector)
  if (entry === undefined) {
    const { key, name, picture } = author
    const line = facts?.lines.picture ?? 1
    const warnings = (await pictureComplaints(picture, name, targets)).map((message) => ({
      path,
      line,
      message,
    }))
    return [
      ...warnings,
      ...(await checkTexts(path, normalAddress(authorAddress(key)), facts, targets, inspector)),
    ]
  }
  const warnings: Array<ContentProblem> = []
  if (entry.kind !== 'pages') {
    const { imageUrl, imageAlt } = entry.item
    for (const message of await pictureComplaints(imageUrl, imageAlt, targets))
      warnings.push({ path, line: pictureLine(entry.kind, facts), message })
  }
  if (entry.kind !== 'downloads')
    return [
      ...warnings,
      ...(await checkTexts(path, addressOf({ entry }), facts, targets, inspector)),
    ]
  const { preview } = entry.item
  const missing = preview === null ? null : await fileComplaint(preview, preview, targets)
  return missing === null
    ? warnings
    : [...warnings, { path, line: facts?.lines.preview ?? 1, message: missing }]
}

function pictureLine(kind: FileKind, facts: CheckedFacts | undefined): number {
  const lines = facts?.lines ?? {}
  return lines[readFields(kind, lines).keys.get('imageUrl') ?? ''] ?? 1
}
