import { contentTypes } from './content.ts'
import { itemTypes } from './item/types.ts'
import { comparisonsAddress, singlePages } from './single-pages.ts'
import { isSlug, slugFault, slugify } from './slug.ts'

/**
 * The pages that the specification names: they are first in lists, and the admin offers them also
 * while they have no file.
 */
export const specifiedPages = [
  'about',
  'privacy-policy',
  'terms-of-service',
  'cookie-policy',
] as const
export type SpecifiedPage = (typeof specifiedPages)[number]

/**
 * First parts of addresses that the site needs itself. `nothing.test.ts` compares them with the
 * folders of the pages and the routes.
 */
export const reservedParts: ReadonlySet<string> = new Set(
  [
    ...singlePages,
    ...contentTypes.flatMap((type) => [itemTypes[type].listAddress, `/${itemTypes[type].folder}`]),
    comparisonsAddress,
    '/api',
    '/assets',
    '/author',
    '/fallback',
    '/fonts',
    '/media',
    '/share',
    '/tag',
    '/tags',
    '/theme',
    '/404',
  ].flatMap((address) => address.split('/')[1] || []),
)

/** The most folders above a page. */
const mostFolders = 5

/**
 * Why a text can't be the name of a page, which is its address and the path of its file in `pages/`
 * without `.md`; null when it can.
 */
export function pageNameFault(name: string): string | null {
  const parts = name.split('/')
  if (reservedParts.has(parts[0] ?? ''))
    return `The site needs the address '/${parts[0]}' itself; choose another name`
  if (parts.length > mostFolders + 1) return `A page is in at most ${mostFolders} folders`
  const wrong = parts.find((part) => !isSlug(part))
  if (wrong === undefined) return null
  const fault = slugFault(wrong)?.replace('A slug', 'The name of a page') ?? ''
  const better = parts.map((part) => (isSlug(part) ? part : slugify(part))).join('/')
  return better !== name && pageNameFault(better) === null ? `${fault}, such as '${better}'` : fault
}

/** Compares two pages for lists: those of the specification first, the others by their names. */
export function byPageName(one: { name: string }, other: { name: string }): number {
  const placeOf = (name: string) => (specifiedPages as ReadonlyArray<string>).indexOf(name) >>> 0
  return placeOf(one.name) - placeOf(other.name) || (one.name < other.name ? -1 : 1)
}
