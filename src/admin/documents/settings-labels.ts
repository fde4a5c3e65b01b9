import { partNames } from '#domain/content.ts'
import { itemTypes } from '#domain/item/types.ts'
import type { ThemeColor } from '#domain/site/look-settings.ts'
import { everyEnglish } from '#domain/site/text-settings.ts'
import type { TextKey } from '#domain/site/texts/en.ts'
import type { LookFields, SettingsFields } from '#domain/site-files.ts'

/** The names of the texts and details in `site.yaml`. */
export const detailLabels: Readonly<Record<keyof SettingsFields, string>> = {
  name: 'Name',
  tagline: 'Tagline',
  description: 'Description',
  disclaimer: 'Disclaimer',
  about: 'About text',
  newsIntro: 'Introduction of the news',
  newslettersIntro: 'Introduction of the newsletter',
  language: 'Language',
  timeZone: 'Time zone',
  email: 'Email',
  postalAddress: 'Postal address',
  social: 'Links',
}

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

/** The parts that the site can do without, with their names. */
export const partLabels = partNames.map(
  (name) => [name, name === 'downloads' ? 'Downloads' : itemTypes[name].title] as const,
)

const lookLabels: Readonly<Record<keyof LookFields, string>> = {
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

/** The labels of all fields of `site.yaml`, and of what is merged by itself. */
export const settingsLabels: Readonly<Record<string, string>> = {
  ...detailLabels,
  ...lookLabels,
  ...Object.fromEntries([
    ...labelled('theme.colors', colorLabels, 'Color'),
    ...labelled('theme.fonts', { headings: 'headings', text: 'texts' }, 'Font'),
    ...labelled('parts', Object.fromEntries(partLabels), 'Part'),
    ...labelled('footer', { links: 'quick links', legal: 'last line' }, 'Footer'),
    ...(Object.keys(everyEnglish) as Array<TextKey>).map(
      (key) => [`texts.${key}`, `Text: ${everyEnglish[key]}`] as const,
    ),
  ]),
}
