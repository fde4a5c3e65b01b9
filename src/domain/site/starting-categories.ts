import {
  type Category,
  categoryColors,
  categoryIcon,
  categoryLabel,
  sidebarCategories,
  storedCategories,
} from '../categories.ts'
import type { CategorySettings } from './category-settings.ts'
import type { IconName } from './icon-names.ts'
import { subjectOf } from './subject.ts'

/** What files of earlier versions call the icons of these categories. */
const formerIcons: { readonly [Key in Category]?: IconName } = {
  live_performance: 'microphone',
  midi_effects: 'grid',
  audio_effects: 'wave',
  production: 'layers',
}

/** The categories that the site came with, as a list of its own can have them. */
export const startingCategories: ReadonlyArray<CategorySettings> = storedCategories.map((key) => ({
  key,
  label: categoryLabel(key),
  color: categoryColors(key).strip.toLowerCase(),
  icon: categoryIcon(key),
  sidebar: sidebarCategories.includes(key),
}))

/**
 * The categories in `site.yaml` that are as the site came with them; none on a site about another
 * subject.
 */
export function unchangedCategories(settings: {
  subject?: unknown
  categories?: ReadonlyArray<CategorySettings> | undefined
}): ReadonlyArray<CategorySettings> {
  if (subjectOf(settings) === 'own') return []
  return (settings.categories ?? []).filter((given) => {
    const came = startingCategories.find(({ key }) => key === given.key)
    if (!came || came.label !== given.label || came.color !== given.color) return false
    return [came.icon, formerIcons[came.key as Category]].includes(given.icon)
  })
}

/** Whether a list says no more than that of a site without one. */
export function areStartingCategories(given: ReadonlyArray<CategorySettings>): boolean {
  return (
    given.length === startingCategories.length &&
    unchangedCategories({ subject: 'default', categories: given }).length ===
      startingCategories.length &&
    given.every(
      ({ key, sidebar }, index) =>
        key === startingCategories[index]?.key && sidebar === startingCategories[index]?.sidebar,
    )
  )
}
