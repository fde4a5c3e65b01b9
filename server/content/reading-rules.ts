import { sameValue } from '#domain/item/merge-fields.ts'
import type { SiteSettings } from '#domain/site-settings.ts'

/**
 * The settings that decide how a file is read: dates without an offset are in `timeZone`; `fields` are those that the site adds; the others are the words that
 * articles may have. The files are read again when one of them changes. JSON.
 */
export type ReadingRules = Pick<
  SiteSettings,
  'timeZone' | 'fields' | 'categories' | 'formerCategories' | 'levels' | 'versions'
>

/** The rules of a site without settings. */
export const plainRules: ReadingRules = { timeZone: 'UTC', fields: [] }

/** The rules in the settings of a site. */
export function readingRules({
  timeZone,
  fields,
  categories,
  formerCategories,
  levels,
  versions,
}: SiteSettings): ReadingRules {
  const words = { categories, formerCategories, levels, versions }
  return { timeZone, fields, ...Object.fromEntries(Object.entries(words).filter(([, given]) => given !== undefined)) }
}

/** Whether files are read in the same way by both. */
export const sameRules = (one: ReadingRules, other: ReadingRules): boolean => sameValue(one, other)
