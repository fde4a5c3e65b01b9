import { sameValue } from '#domain/item/merge-fields.ts'
import type { SiteSettings } from '#domain/site-settings.ts'

/**
 * The settings that decide how a file is read: dates without an offset are in `timeZone`; `fields` are those that the site adds. The files are read again when one
 * of them changes. JSON.
 */
export type ReadingRules = Pick<SiteSettings, 'timeZone' | 'fields'>

/** The rules of a site without settings. */
export const plainRules: ReadingRules = { timeZone: 'UTC', fields: [] }

/** The rules in the settings of a site. */
export function readingRules({ timeZone, fields }: SiteSettings): ReadingRules {
  return { timeZone, fields }
}

/** Whether files are read in the same way by both. */
export const sameRules = (one: ReadingRules, other: ReadingRules): boolean => sameValue(one, other)
