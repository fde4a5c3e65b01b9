import { useQueryClient } from '@tanstack/react-query'
import type { ThemeColor } from '#domain/site/look-settings.ts'
import type { ProfileData } from '#domain/site/site-profile.ts'
import { english, type TextKey } from '#domain/site/texts/en.ts'
import { type LookFields, lookFields, type SiteSettingsAnswer } from '#domain/site-files.ts'
import { adminCall, callKeyOf } from '../../api/admin-call.ts'
import { writeContent } from '../../api/content-writes.ts'
import { useProfileChange } from '../shell/site-facts.ts'
import type { FileDraft, FileVersion, StoredFile } from './use-file-draft.ts'
import { useUndoable } from './use-site-draft.ts'

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

const names = Object.keys(lookFields.shape) as Array<keyof LookFields>

const fieldLabels: Readonly<Record<keyof LookFields, string>> = {
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
    ...(Object.keys(english) as Array<TextKey>).map((key) => [`texts.${key}`, `Text: ${english[key]}`] as const),
  ]),
}

function lookIn(version: Readonly<Record<string, unknown>>): Partial<LookFields> {
  return Object.fromEntries(names.filter((name) => name in version).map((name) => [name, version[name]]))
}

const versionOf = ({ settings, revision, commit }: SiteSettingsAnswer): FileVersion<LookFields> => ({
  values: lookIn({ ...settings }) as LookFields,
  revision,
  commit,
})

/** The editing session of the keys of `site.yaml` that say what the site is about and how it looks. */
export function useLookDraft(loaded: SiteSettingsAnswer, stored: StoredFile): FileDraft<LookFields> {
  const queries = useQueryClient()
  const changeProfile = useProfileChange()
  const remember = (saved: SiteSettingsAnswer) => {
    queries.setQueryData(callKeyOf('GET /api/settings'), saved)
    const version = versionOf(saved)
    changeProfile(profileOf(version.values))
    return version
  }
  return useUndoable<LookFields>({
    loaded: versionOf(loaded),
    stored,
    rules: lookFields,
    labels,
    send: async (patch, from) => remember(await writeContent('PATCH /api/settings', { body: patch, ...from })),
    fromServer: lookIn,
    reload: async () => remember(await adminCall('GET /api/settings')),
  })
}

/** What the screens of the admin need of the settings. */
function profileOf({ categories, levels, versions, parts, logo }: LookFields): ProfileData {
  return {
    parts,
    ...(categories.length > 0 && { categories }),
    ...(levels && { levels }),
    ...(versions && { versions }),
    ...(logo !== '' && { logo }),
  }
}
