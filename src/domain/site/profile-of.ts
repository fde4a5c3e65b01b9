import type { Parts } from './look-settings.ts'
import { type ProfileData, profileFrom, type SiteProfile } from './site-profile.ts'
import { subjectOf } from './subject.ts'
import { type TextsOf, textsOf } from './text-of.ts'
import { everyEnglish } from './text-settings.ts'
import { english, type TextKey } from './texts/en.ts'
import { englishOf } from './texts/en-subjects.ts'
import { textsOfLanguage } from './texts/languages.ts'
import type { VocabularySettings } from './vocabulary-settings.ts'

type OwnTexts = { [Key in TextKey]?: string | undefined }

/** The settings of `site.yaml` that texts depend on. */
export type TextSettings = VocabularySettings & { language: string; texts?: OwnTexts | undefined }

/** The settings of `site.yaml` that a profile is made of. */
type Given = TextSettings & {
  parts?: Parts | undefined
  logo?: string | undefined
}

/**
 * The profile of a site by its settings. Browsers make it with `profileFrom`, and load no other
 * language.
 */
export function profileOf(settings: Given): SiteProfile {
  const { subject, categories, levels, versions, language, parts, logo } = settings
  const texts = differingTexts(settings, english)
  const given = { subject, categories, levels, versions, parts, logo }
  const data = {
    ...Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)),
    ...(language !== 'en' && { language }),
    ...(Object.keys(texts).length > 0 && { texts }),
  }
  return profileFrom(data as ProfileData)
}

/** Every text of a site, for what the server says in mails and short answers. */
export function siteTextsOf(settings: TextSettings): TextsOf<TextKey> {
  return textsOf<TextKey>(differingTexts(settings, everyEnglish), everyEnglish)
}

/**
 * Those of the texts with the keys of `others` that the site has words of its own or of its
 * language for.
 */
export function differingTexts<Key extends TextKey>(
  settings: TextSettings,
  others: Readonly<Record<Key, string>>,
): Partial<Record<Key, string>> {
  return keysOf(ownTexts(settings), others)
}

/** The texts of a site that are not those of the specification. */
function ownTexts(settings: TextSettings): OwnTexts {
  const ofLanguage = textsOfLanguage(settings.language) ?? englishOf[subjectOf(settings)]
  return { ...ofLanguage, ...settings.texts }
}

function keysOf<Key extends string>(
  texts: OwnTexts,
  keys: Readonly<Record<Key, string>>,
): Partial<Record<Key, string>> {
  const kept = Object.entries(texts).filter(
    ([key, text]) => Object.hasOwn(keys, key) && text !== undefined,
  )
  return Object.fromEntries(kept) as Partial<Record<Key, string>>
}
