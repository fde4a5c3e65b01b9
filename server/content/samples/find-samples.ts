import { contentTypes } from '#domain/content.ts'
import { downloadAddress } from '#domain/download-address.ts'
import { itemAddress } from '#domain/item/types.ts'
import type { SampleSurvey } from '#domain/samples.ts'
import { vocabularyOf } from '#domain/site/vocabulary.ts'
import type { SiteSettings } from '#domain/site-settings.ts'
import { blobId } from '../../platform/object-id.ts'
import { createTurns } from '../../platform/turns.ts'
import type { MediaUses } from '../catalog/media-uses.ts'
import { normalAddress } from '../catalog/redirects.ts'
import type { Entry } from '../read/entry.ts'
import { settingsPath } from '../read/file-kind.ts'
import type { FileRecord } from '../read/file-record.ts'
import { shippedSamples } from './shipped-samples.ts'

/** The samples that leave, and what the person who removes them has to know. */
export interface FoundSamples {
  removed: ReadonlyArray<Pick<FileRecord, 'path' | 'blob'>>
  survey: SampleSurvey
}

export interface SampleParts {
  store: { files(): Iterable<FileRecord> }
  read: (blob: string) => Promise<Uint8Array>
  uses: Pick<MediaUses, 'all'>
  /** The words of the site that name categories. */
  settings: () => SiteSettings
  siteUrl: string
}

/** Whether a file came with the product and nobody has changed it. */
export const isSample = ({ path, blob, kind }: FileRecord) =>
  kind === undefined && (shippedSamples.get(path)?.includes(blob) ?? false)

/**
 * Finds the samples of the product that nobody has changed, and what else uses them or leads to
 * them.
 */
export async function findSamples({
  store,
  read,
  uses,
  settings,
  siteUrl,
}: SampleParts): Promise<FoundSamples> {
  const files = [...store.files()]
  const changed = files
    .filter((file) => shippedSamples.has(file.path) && !isSample(file))
    .map(({ path }) => path)
  const changedStems = new Set(changed.map(stemOf))
  // A pack whose file is somebody's own is a download of theirs.
  const isLeaving = (file: FileRecord) =>
    isSample(file) &&
    file.entry !== undefined &&
    !(file.entry.kind === 'downloads' && changedStems.has(stemOf(file.path)))
  const texts = files.filter(isLeaving)
  const leaving = new Set(texts.map(({ path }) => path))
  const staying = files.filter(({ path }) => !leaving.has(path))

  const users = texts.length === 0 ? new Map() : await uses.all()
  const packs = new Set(
    staying.flatMap(({ path, entry }) => (entry?.kind === 'downloads' ? [stemOf(path)] : [])),
  )
  const isUsed = ({ path }: FileRecord) =>
    packs.has(stemOf(path)) ||
    (users.get(path) ?? []).some((user: { path: string }) => !leaving.has(user.path))
  const others =
    texts.length === 0 ? [] : files.filter((file) => isSample(file) && file.entry === undefined)
  const alone = others.filter((file) => !isUsed(file))

  const removed = [...texts, ...alone].map(({ path, blob }) => ({ path, blob }))

  const links = await linksTo(addressesOf(texts), staying, { read, siteUrl })
  return {
    removed,
    survey: {
      revision: revisionOf(removed),
      texts: countsOf(texts),
      files: alone.length,
      changed,
      used: others.filter(isUsed).map(({ path }) => path),
      links,
      categories: namesOf(texts, staying, categoryOf, false).map(
        vocabularyOf(settings()).categories.label,
      ),
      series: namesOf(texts, staying, seriesOf, true),
    },
  }
}

/** The same for the same files, as the revision of an item is for the same bytes. */
function revisionOf(files: FoundSamples['removed']): string {
  const lines = files.map(({ path, blob }) => `${blob} ${path}\n`)
  return blobId(Buffer.from(lines.sort().join('')))
}

/** A path without its ending; a download and its file have the same. */
const stemOf = (path: string) => path.replace(/\.[^./]*$/, '')

function countsOf(texts: ReadonlyArray<FileRecord>): SampleSurvey['texts'] {
  const count = (kind: Entry['kind']) => texts.filter(({ entry }) => entry?.kind === kind).length
  const [articles, news, newsletters, downloads] = [...contentTypes, 'downloads' as const].map(
    count,
  )
  return { articles, news, newsletters, downloads } as SampleSurvey['texts']
}

/** The addresses of texts, with those that lead to them. */
function addressesOf(texts: ReadonlyArray<FileRecord>): Set<string> {
  const addresses = texts.flatMap(({ entry }) => {
    if (!entry || entry.kind === 'pages') return []
    if (entry.kind === 'downloads') return [downloadAddress(entry.item.slug)]
    return [itemAddress(entry.kind, entry.item), ...entry.aliases]
  })
  return new Set(addresses.map(normalAddress))
}

/** Everything in a text that looks like an address of this site, in Markdown, HTML or YAML. */
const addressLike = /\/[^\s)"'<>\]},]{1,300}/g

async function linksTo(
  addresses: ReadonlySet<string>,
  staying: ReadonlyArray<FileRecord>,
  { read, siteUrl }: Pick<SampleParts, 'read' | 'siteUrl'>,
): Promise<SampleSurvey['links']> {
  if (addresses.size === 0) return []
  const links: SampleSurvey['links'] = []
  const turns = createTurns()
  for (const { path, blob, entry } of staying) {
    if (entry === undefined && path !== settingsPath) continue
    const text = Buffer.from(await read(blob))
      .toString('utf8')
      .replaceAll(siteUrl, ' ')
    const found = (text.match(addressLike) ?? [])
      .map(normalAddress)
      .filter((address) => addresses.has(address))
    if (found.length > 0)
      links.push({ path, title: titleOf(entry) ?? path, to: [...new Set(found)] })
    if (turns.isDue()) await turns.take()
  }
  return links.sort((one, other) => (one.path < other.path ? -1 : 1))
}

function titleOf(entry: Entry | undefined): string | null {
  if (entry === undefined) return null
  return entry.kind === 'pages' ? entry.title : entry.item.title
}

function categoryOf({ entry }: FileRecord): string | null {
  return entry?.kind === 'articles' ? entry.item.category : null
}

function seriesOf({ entry }: FileRecord): string | null {
  return entry?.kind === 'articles' ? (entry.item.series ?? null) : null
}

type NameOf = (file: FileRecord) => string | null

const namesIn = (files: ReadonlyArray<FileRecord>, nameOf: NameOf) =>
  new Set(files.flatMap((file) => nameOf(file) ?? []))

/** The names of those which leave: the ones that some which stay have too, or the others. */
function namesOf(
  leaving: ReadonlyArray<FileRecord>,
  staying: ReadonlyArray<FileRecord>,
  nameOf: NameOf,
  areShared: boolean,
) {
  const left = namesIn(staying, nameOf)
  return [...namesIn(leaving, nameOf)].filter((name) => left.has(name) === areShared).sort()
}
