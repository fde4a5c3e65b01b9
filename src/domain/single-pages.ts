import type { PartName } from './content.ts'

/** The pages with one address that texts may link to. */
export const linkedPages: ReadonlyArray<string> = [
  '/',
  '/search',
  '/saved',
  '/downloads',
  '/auth',
  '/admin',
  '/admin/login',
]

/** The list of all comparisons of sounds. */
export const comparisonsAddress = '/comparisons'

/** Those of them that the sitemap names: on every site, or on those that have a part. */
export const pagesInSitemap: ReadonlyArray<[address: string, part?: PartName]> = [
  ['/'],
  ['/downloads', 'downloads'],
]

/**
 * The pages that have one address each, besides lists and items (`item/types.ts`).
 * `nothing.test.ts` compares them with the folders of `src/pages`.
 */
export const singlePages: ReadonlySet<string> = new Set([
  ...linkedPages,
  '/offline',
  '/draft',
  '/auth/reset',
  '/confirm',
  '/subscribed',
  '/preferences',
  '/unsubscribe',
  '/admin/account',
  '/admin/create-content',
  '/admin/device',
  '/admin/downloads',
  '/admin/draft-editor',
  '/admin/import',
  '/admin/import-newsletter',
  '/admin/manage-content',
  '/admin/media',
  '/admin/shell',
  '/admin/site',
  '/admin/subscribers',
  '/admin/users',
  '/admin/version',
])
