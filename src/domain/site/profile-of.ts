import type { Parts } from './look-settings.ts'
import { type ProfileData, profileFrom, type SiteProfile } from './site-profile.ts'
import { subjectOf } from './subject.ts'
import { neutralEnglish, type TextKey } from './texts/en.ts'
import { languages } from './texts/languages.ts'
import type { VocabularySettings } from './vocabulary-settings.ts'

/** The settings of `site.yaml` that a profile is made of. */
type Given = VocabularySettings & {
  language: string
  parts?: Parts | undefined
  logo?: string | undefined
  texts?: { [Key in TextKey]?: string | undefined } | undefined
}

/** The profile of a site by its settings. Browsers make it with `profileFrom`, and load no other language. */
export function profileOf(settings: Given): SiteProfile {
  const { subject, categories, levels, versions, language, parts, logo } = settings
  const isOwn = subjectOf(settings) === 'own'
  const texts = {
    ...(languages[language] ?? languages[language.split('-')[0] ?? ''] ?? (isOwn ? neutralEnglish : {})),
    ...settings.texts,
  }
  const given = { subject, categories, levels, versions, parts, logo }
  const data = {
    ...Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)),
    ...(language !== 'en' && { language }),
    ...(Object.keys(texts).length > 0 && { texts }),
  }
  return profileFrom(data as ProfileData)
}
