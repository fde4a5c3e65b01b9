import { pageNameFault, reservedParts } from '../page-names.ts'
import { isSlug, slugify } from '../slug.ts'
import type { ImportedEntry } from './entry.ts'

/**
 * The name of an imported page, which is its address here: its old address where that can be one,
 * so that nothing has to redirect, else its name or title. `owned` is the part of the old address
 * that the site needs itself; null for none.
 */
export function pageNameFor(
  { addresses, slug, title }: Pick<ImportedEntry, 'addresses' | 'slug' | 'title'>,
  language: string,
): { name: string; owned: string | null } {
  const old = addresses.map(nameInAddress).find(Boolean)
  const wanted = [old, slug === 'index' ? null : slug, slugify(title, language), 'page'].find(
    Boolean,
  ) as string
  const parts = wanted.split('/').flatMap((part) => (part === '' ? [] : partFor(part, language)))
  const name = parts.join('/') || 'page'
  const [first = '', ...others] = name.split('/')
  const owned = reservedParts.has(first) ? first : null
  const free = owned === null ? name : [`${first}-page`, ...others].join('/')
  return { name: pageNameFault(free) === null ? free : (free.split('/').at(-1) ?? 'page'), owned }
}

/** A part of an address as one that pages can have: `__DEV__` is `dev`, and `new` is `new-page`. */
function partFor(part: string, language: string): string {
  const plain = slugify(part, language).replace(/^[_-]{1,120}|[_-]{1,120}$/g, '')
  return [part, plain, `${plain}-page`].find(isSlug) ?? 'page'
}

/**
 * The folders and the name in an address, without its ending; '' for the home page and for short
 * addresses.
 */
function nameInAddress(address: string): string {
  if (!address.startsWith('/') || /[?#]/.test(address)) return ''
  const plain = address
    .replace(/(?:\/|^)(?:index)?\.?(?:html?|php)?$/i, '')
    .replace(/(?:\/readme)?(?:\.(?:html?|php))?$/i, '')
    .split('/')
    .filter(Boolean)
    .join('/')
  try {
    return decodeURI(plain).normalize('NFC')
  } catch {
    return plain
  }
}
