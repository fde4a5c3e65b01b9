import { partNames } from '../content.ts'
import type { LinkSettings, Parts } from './look-settings.ts'
import { type Subject, subjectOf } from './subject.ts'
import { type TextsOf, textsOf } from './text-of.ts'
import { english, type PageTextKey } from './texts/en.ts'
import { type Vocabulary, vocabularyOf } from './vocabulary.ts'
import type { VocabularySettings } from './vocabulary-settings.ts'

/**
 * What pages and screens need of the settings, as JSON. Empty for the site of the specification.
 */
export interface ProfileData extends VocabularySettings {
  language?: string
  parts?: Parts
  logo?: string
  /** Texts that differ from those of the specification. */
  texts?: { [Key in PageTextKey]?: string }
}

/** A text of the public pages. */
export type TextOf = TextsOf<PageTextKey>

/** The words, parts and looks of a site, for pages, screens, feeds and mails. */
export interface SiteProfile extends Vocabulary {
  /** What it is about: making music with Live, or another subject. */
  subject: Subject
  /** The language of the public pages, as a tag such as `en` or `de-AT`. */
  language: string
  parts: Parts
  logo: string | null
  text: TextOf
  /** What a browser needs to make the same profile. */
  data: ProfileData
}

/** The parts of a site that says nothing of them. */
export const allParts = Object.fromEntries(partNames.map((name) => [name, true])) as Parts

/** The profile of the site whose page carries `data`. */
export function profileFrom(data: ProfileData): SiteProfile {
  const { texts = {}, language = 'en', parts = allParts, logo = null } = data
  return {
    ...vocabularyOf(data),
    subject: subjectOf(data),
    language,
    parts,
    logo,
    data,
    text: textsOf(texts, english),
  }
}

/** The site of the specification. */
export const specifiedProfile = profileFrom({})

/** A link of a menu or the footer. */
export type MenuLink = LinkSettings
