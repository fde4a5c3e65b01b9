import { articleFilterNames } from '#domain/article-filters.ts'
import { isPersonal } from '../../server/pages/page-address.ts'

/** Where an address of the live site is in an exported one. */
export type Place =
  /**
   * An address of this site; `key` is what the server is asked for, without what does not change
   * the answer.
   */
  | { kind: 'own'; key: string }
  /** An address that only a server answers: the API, the admin, pages for one person. */
  | { kind: 'server' }
  | { kind: 'foreign' }

/** Finds out what an address in a page at `base` (a path) leads to. */
export function placeOf(raw: string, base: string, siteUrl: string): Place {
  const from = new URL(base, siteUrl)
  if (!URL.canParse(raw, from.href)) return { kind: 'foreign' }
  const url = new URL(raw, from)
  if (url.origin !== siteUrl) return { kind: 'foreign' }
  const { pathname, searchParams } = url
  if (/^\/api(?:\/|$)/.test(pathname) || isPersonal(pathname)) return { kind: 'server' }
  if (/^\/media\//.test(pathname)) {
    const width = searchParams.get('w')
    if (searchParams.has('waveform')) return { kind: 'own', key: `${pathname}?waveform` }
    return { kind: 'own', key: width === null ? pathname : `${pathname}?w=${width}` }
  }
  // A list with filters is made for each request.
  if (/^\/category\//.test(pathname) && articleFilterNames.some((name) => searchParams.has(name)))
    return { kind: 'server' }
  const page = searchParams.get('page')
  const isLater =
    page !== null &&
    page !== '1' &&
    /^\/(?:news|newsletters|comparisons|(?:category|author)\/[^/]+)$/.test(pathname)
  return { kind: 'own', key: isLater ? `${pathname}?page=${page}` : pathname }
}

const pictureTypes: Readonly<Record<string, string>> = {
  'image/webp': 'webp',
  'image/avif': 'avif',
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/gif': 'gif',
  'image/svg+xml': 'svg',
}

/**
 * The address without a query under which the answer for `key` is exported: `/news?page=2` is
 * `/news/page/2`, and a picture in a width of its own is in `/resized`.
 */
export function staticAddress(key: string, type: string): string {
  const [path = '', query] = key.split('?')
  if (query === undefined) return path
  const [name, value = ''] = query.split('=')
  if (name === 'page') return `${path}/page/${value}`
  const ending = pictureTypes[type] ?? 'bin'
  return `/resized/${name === 'w' ? value : 'waveform'}${path.slice('/media'.length)}.${ending}`
}

/** The file of an address below the folder of the export; null when no file can have this name. */
export function fileOf(address: string, isPage: boolean): string | null {
  let names: Array<string>
  try {
    names = address.split('/').filter(Boolean).map(decodeURIComponent)
  } catch {
    return null
  }
  const isBad = (name: string) =>
    name === '.' || name === '..' || /[/\\\0]/.test(name) || Buffer.byteLength(name) > 250
  if (names.some(isBad)) return null
  return [...names, ...(isPage ? ['index.html'] : [])].join('/')
}
