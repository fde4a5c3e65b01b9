import type { ThemeColor } from '#domain/site/look-settings.ts'
import type { ProfileData } from '#domain/site/site-profile.ts'
import { areStartingCategories } from '#domain/site/starting-categories.ts'
import { everyEnglish } from '#domain/site/text-settings.ts'
import type { TextKey } from '#domain/site/texts/en.ts'
import { type LookFields, lookFields, type SiteSettingsAnswer } from '#domain/site-files.ts'
import { useProfileChange } from '../shell/site-facts.ts'
import type { StoredFile } from './stored-file.ts'
import type { FileDraft } from './use-file-draft.ts'
import { useSiteYamlDraft } from './use-site-draft.ts'

/** The names of the colors of the theme. */
export const colorLabels: Readonly<Record<ThemeColor, string>> = {
  paper: 'Page',
  surface: 'Cards',
  sunk: 'Recessed areas',
  ink: 'Text',
  soft: 'Softer text',
  muted: 'Muted text',
  line: 'Lines',
  accent: 'Accent',
  'accent-ink': 'Links',
}

/** The names of the parts that a site can do without. */
export const partLabels: Readonly<Record<keyof LookFields['parts'], string>> = {
  news: 'News',
  newsletters: 'Newsletters',
  downloads: 'Downloads',
}

const fieldLabels: Readonly<Record<keyof LookFields, string>> = {
  subject: 'Subject',
  categories: 'Categories',
  levels: 'Levels',
  versions: 'Versions',
  parts: 'Parts',
  logo: 'Logo',
  favicon: 'Icon',
  theme: 'Colors and fonts',
  navigation: 'Menu',
  footer: 'Footer',
  texts: 'Texts',
}

const labelled = (group: string, labels: Readonly<Record<string, string>>, lead: string) =>
  Object.entries(labels).map(([key, label]) => [`${group}.${key}`, `${lead}: ${label}`] as const)

/** With the names of what is merged by itself. */
const labels: Readonly<Record<string, string>> = {
  ...fieldLabels,
  ...Object.fromEntries([
    ...labelled('theme.colors', colorLabels, 'Color'),
    ...labelled('theme.fonts', { headings: 'headings', text: 'texts' }, 'Font'),
    ...labelled('parts', partLabels, 'Part'),
    ...labelled('footer', { links: 'quick links', legal: 'last line' }, 'Footer'),
    ...(Object.keys(everyEnglish) as Array<TextKey>).map(
      (key) => [`texts.${key}`, `Text: ${everyEnglish[key]}`] as const,
    ),
  ]),
}

/** The editing session of the keys of `site.yaml` that say what the site is about and how it looks. */
export function useLookDraft(loaded: SiteSettingsAnswer, stored: StoredFile): FileDraft<LookFields> {
  const changeProfile = useProfileChange()
  const onVersion = (values: LookFields) => changeProfile(profileOf(values))
  return useSiteYamlDraft<LookFields>(loaded, { stored, rules: lookFields, labels, onVersion })
}

/** What the screens of the admin need of the settings. */
function profileOf({ subject, categories, levels, versions, parts, logo }: LookFields): ProfileData {
  return {
    subject,
    parts,
    ...(!areStartingCategories(categories) && { categories }),
    ...(levels && { levels }),
    ...(versions && { versions }),
    ...(logo !== '' && { logo }),
  }
}
