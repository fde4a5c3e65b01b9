import { besidePath } from '#domain/beside.ts'
import { contentTypes } from '#domain/content.ts'
import { itemTypes } from '#domain/item/types.ts'
import { isSoundAddress } from '#domain/sound.ts'
import { fixedAddresses, normalAddress } from '../catalog/redirects.ts'
import type { MediaRefusal } from './media-refusal.ts'

/** What links can lead to. */
export interface LinkTargets {
  /** Pages of files that visitors see, by address. */
  pages: ReadonlyMap<string, unknown>
  /** Addresses of drafts and scheduled items. */
  hidden: ReadonlySet<string>
  /** Addresses of downloads. */
  downloads: ReadonlySet<string>
  /** Addresses of authors. */
  authors: ReadonlySet<string>
  /** Old addresses that redirect. */
  redirects: ReadonlyMap<string, string>
  /** The keys of the categories that have a page. */
  categories: ReadonlyArray<string>
  /** Paths of all files in the content folder. */
  files: ReadonlySet<string>
  refusal: MediaRefusal
  /** Whether a page has an anchor, as a link names it. */
  hasAnchor(address: string, anchor: string): Promise<boolean>
}

type MediaTargets = Pick<LinkTargets, 'files' | 'refusal'>

/** Whether content may link to an address of the site, whatever the content is. */
function isLinkable(address: string, categories: ReadonlyArray<string>): boolean {
  return (
    contentTypes.some((type) => itemTypes[type].feed?.address === address) ||
    fixedAddresses(categories).includes(address.replace(/^(\/category\/[^/]+)\/rss\.xml$/, '$1'))
  )
}

/**
 * The message about a broken link on the page at `from`, or null. Addresses of other sites are not
 * checked.
 */
export async function linkComplaint(
  url: string,
  from: string,
  targets: LinkTargets,
): Promise<string | null> {
  if (url === '') return 'A link leads nowhere: its address is empty'
  if (/^[a-z][a-z0-9+.-]*:/i.test(url) || url.startsWith('//')) return null
  if (!url.startsWith('/') && !url.startsWith('#') && !url.startsWith('?'))
    return `The link '${url}' depends on where it stands; start it with '/' (or 'https://' for another site)`
  const [beforeHash = '', anchor = ''] = url.split(/#(.*)/s)
  const address = beforeHash === '' || beforeHash.startsWith('?') ? from : normalAddress(beforeHash)
  const now = targets.redirects.get(address) ?? address
  if (!targets.pages.has(now) && now !== from) return otherComplaint(now, url, targets)
  if (anchor === '') return null
  if (await targets.hasAnchor(now, anchor)) return null
  // The renderer corrects capitals and escapes in links to anchors of the same page.
  const isForgiven =
    now === from && (await targets.hasAnchor(now, normalAddress(anchor).toLowerCase()))
  return isForgiven ? null : `The link '${url}' names no heading of that page`
}

function otherComplaint(
  address: string,
  url: string,
  { hidden, downloads, authors, categories, ...media }: LinkTargets,
): string | Promise<string | null> | null {
  if (isLinkable(address, categories) || downloads.has(address) || authors.has(address)) return null
  if (hidden.has(address)) return `The link '${url}' leads to a page that is not published`
  if (address.startsWith('/media/')) return fileComplaint(address, url, media)
  return `The link '${url}' leads nowhere`
}

/**
 * The messages about a picture or sound. `path` is that of the file whose text shows it; without
 * it, the frontmatter names it.
 */
export async function pictureComplaints(
  url: string | null,
  alt: string,
  media: MediaTargets,
  path?: string,
): Promise<Array<string>> {
  if (url === null) return []
  const complaints: Array<string> = []
  if (alt.trim() === '')
    complaints.push(
      isSoundAddress(url)
        ? `The sound '${url}' has no title`
        : `The picture '${url}' has no text that says what it shows`,
    )
  const missing = await (/^\/(?!\/)/.test(url)
    ? fileComplaint(url, url, media)
    : besideComplaint(url, path, media))
  if (missing) complaints.push(missing)
  return complaints
}

/**
 * The message about a picture or sound that the text of a file names relative to itself, or null.
 */
async function besideComplaint(
  url: string,
  path: string | undefined,
  media: MediaTargets,
): Promise<string | null> {
  if (path === undefined || /^(?:[a-z][a-z\d+.-]*:|[/#?])/i.test(url) || url === '') return null
  const beside = besidePath(url, path.slice(0, Math.max(0, path.lastIndexOf('/'))))
  if (beside === null || !media.files.has(beside))
    return `The file '${url}' is missing beside this text`
  return refusedFile(beside, url, media)
}

/**
 * The message about a file under `/media/` that is missing, or that visitors don't get; null for
 * any other.
 */
export async function fileComplaint(
  address: string,
  shown: string,
  media: MediaTargets,
): Promise<string | null> {
  const path = normalAddress(address).slice(1)
  if (!media.files.has(path)) return `The file '${shown}' is missing`
  return path.startsWith('media/') ? refusedFile(path, shown, media) : null
}

async function refusedFile(
  path: string,
  shown: string,
  { refusal }: MediaTargets,
): Promise<string | null> {
  const reason = await refusal(path)
  return reason && `Visitors don't get the file '${shown}': ${reason}`
}
