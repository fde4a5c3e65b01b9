import type { LinkSettings, Parts } from './look-settings.ts'
import { english, neutralEnglish, type TextKey } from './texts/en.ts'
import { languages } from './texts/languages.ts'
import { type Vocabulary, type VocabularySettings, vocabularyOf } from './vocabulary.ts'

/** What pages and screens need of the settings, as JSON. Empty for the site of the specification. */
export interface ProfileData extends VocabularySettings {
  language?: string
  parts?: Parts
  logo?: string
  /** Texts that differ from those of the specification. */
  texts?: { [Key in TextKey]?: string }
}

/** A text of the public pages; `values` stand in for its words in braces. */
export type TextOf = (key: TextKey, values?: Readonly<Record<string, string | number>>) => string

/** The words, parts and looks of a site, for pages, screens, feeds and mails. */
export interface SiteProfile extends Vocabulary {
  /** Whether its subject is that of the specification: making music with Live. */
  isSpecified: boolean
  /** The language of the public pages, as a tag such as `en` or `pt-BR`. */
  language: string
  parts: Parts
  logo: string | null
  text: TextOf
  /** What a browser needs to make the same profile. */
  data: ProfileData
}

/** The settings of `site.yaml` that a profile is made of. */
type Given = VocabularySettings & {
  language: string
  parts?: Parts | undefined
  logo?: string | undefined
  texts?: { [Key in TextKey]?: string | undefined } | undefined
}

const allParts: Parts = { news: true, newsletters: true, downloads: true }

/** The profile of a site by its settings. */
export function profileOf(settings: Given): SiteProfile {
  const { categories, levels, versions, language, parts, logo } = settings
  const texts = {
    ...(languages[language] ?? languages[language.split('-')[0] ?? ''] ?? (categories ? neutralEnglish : {})),
    ...settings.texts,
  }
  const given = { categories, levels, versions, parts, logo }
  const data = {
    ...Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)),
    ...(language !== 'en' && { language }),
    ...(Object.keys(texts).length > 0 && { texts }),
  }
  return profileFrom(data as ProfileData)
}

/** The profile of the site whose page carries `data`. */
export function profileFrom(data: ProfileData): SiteProfile {
  const { texts = {}, language = 'en', parts = allParts, logo = null } = data
  return {
    ...vocabularyOf(data),
    isSpecified: data.categories === undefined,
    ...{ language, parts, logo, data },
    text(key, values) {
      const text: string = texts[key] ?? english[key]
      return values ? text.replace(/\{(\w+)\}/g, (all, name: string) => String(values[name] ?? all)) : text
    },
  }
}

/** The site of the specification. */
export const specifiedProfile = profileFrom({})

/** A link of a menu or the footer. */
export type MenuLink = LinkSettings
