import { sameValue } from '#domain/item/merge-fields.ts'
import { vocabularyOf } from '#domain/site/vocabulary.ts'
import type { VocabularySettings } from '#domain/site/vocabulary-settings.ts'
import type { SiteSettings } from '#domain/site-settings.ts'
import { keyOfLabel } from '#domain/slug.ts'

const ruleNames = [
  'timeZone',
  'fields',
  'categories',
  'formerCategories',
  'levels',
  'versions',
] as const

/**
 * The settings that decide how a file is read: dates without an offset are in `timeZone`; `fields`
 * are those that the site adds; the others are the words that articles may have. The files are read
 * again when one of them changes. JSON.
 */
export type ReadingRules = Pick<SiteSettings, (typeof ruleNames)[number]>

/** The words of a site, in which a category also has its former names. */
export const readingVocabulary = (settings: VocabularySettings) =>
  vocabularyOf(settings, keyOfLabel)

/** The rules of a site without settings. */
export const plainRules: ReadingRules = { timeZone: 'UTC', fields: [] }

/** The rules in the settings of a site. */
export function readingRules(settings: SiteSettings): ReadingRules {
  const given = ruleNames.filter((name) => settings[name] !== undefined)
  return Object.fromEntries(given.map((name) => [name, settings[name]])) as ReadingRules
}

/** Whether files are read in the same way by both. */
export const sameRules = (one: ReadingRules, other: ReadingRules): boolean => sameValue(one, other)
