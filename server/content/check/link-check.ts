import { besidePath } from '#domain/beside.ts'
import { contentTypes } from '#domain/content.ts'
import { itemTypes } from '#domain/item/types.ts'
import { isSoundAddress } from '#domain/sound.ts'
import { fixedAddresses, normalAddress } from '../redirects.ts'

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
  /** Whether a page has an anchor, as a link names it. */
  hasAnchor(address: string, anchor: string): Promise<boolean>
}

/** Whether content may link to an address of the site, whatever the content is. */
function isLinkable(address: string, categories: ReadonlyArray<string>): boolean {
  return (
    ['/admin', '/admin/login'].includes(address) ||
    contentTypes.some((type) => itemTypes[type].feed?.address === address) ||
    fixedAddresses(categories).includes(address.replace(/^(\/category\/[^/]+)\/rss\.xml$/, '$1'))
  )
}

/** The message about a broken link on the page at `from`, or null. Addresses of other sites are not checked. */
export async function linkComplaint(url: string, from: string, targets: LinkTargets): Promise<string | null> {
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
  const isForgiven = now === from && (await targets.hasAnchor(now, normalAddress(anchor).toLowerCase()))
  return isForgiven ? null : `The link '${url}' names no heading of that page`
}

function otherComplaint(
  address: string,
  url: string,
  { hidden, downloads, authors, categories, files }: LinkTargets,
): string | null {
  if (isLinkable(address, categories) || downloads.has(address) || authors.has(address)) return null
  if (hidden.has(address)) return `The link '${url}' leads to a page that is not published`
  if (address.startsWith('/media/')) return fileComplaint(address, url, files)
  return `The link '${url}' leads nowhere`
}

/** The messages about a picture or sound. `path` is that of the file whose text shows it; without it, the frontmatter names it. */
export function pictureComplaints(
  url: string | null,
  alt: string,
  { files }: Pick<LinkTargets, 'files'>,
  path?: string,
): Array<string> {
  if (url === null) return []
  const complaints: Array<string> = []
  if (alt.trim() === '')
    complaints.push(
      isSoundAddress(url)
        ? `The sound '${url}' has no title`
        : `The picture '${url}' has no text that says what it shows`,
    )
  const missing = /^\/(?!\/)/.test(url) ? fileComplaint(url, url, files) : besideComplaint(url, path, files)
  if (missing) complaints.push(missing)
  return complaints
}

/** The message about a picture or sound that the text of a file names relative to itself, or null. */
function besideComplaint(url: string, path: string | undefined, files: ReadonlySet<string>): string | null {
  if (path === undefined || /^(?:[a-z][a-z\d+.-]*:|[/#?])/i.test(url) || url === '') return null
  const beside = besidePath(url, path.slice(0, Math.max(0, path.lastIndexOf('/'))))
  return beside !== null && files.has(beside) ? null : `The file '${url}' is missing beside this text`
}

/** The message about a missing file under `/media/`, or null. */
export function fileComplaint(address: string, shown: string, files: ReadonlySet<string>): string | null {
  return files.has(normalAddress(address).slice(1)) ? null : `The file '${shown}' is missing`
}
