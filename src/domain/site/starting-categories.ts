import { type Category, categoryColors, categoryLabel, sidebarCategories, storedCategories } from '../categories.ts'
import type { CategorySettings } from './category-settings.ts'
import type { IconName } from './icon-names.ts'
import { subjectOf } from './subject.ts'

/** The named icons that are most like those of the specification's categories. */
const icons: Readonly<Record<Category, IconName>> = {
  workflow: 'list',
  mixing: 'sliders',
  sound_design: 'wave',
  composition: 'music',
  mastering: 'gauge',
  live_performance: 'microphone',
  midi_effects: 'grid',
  audio_effects: 'wave',
  sample_management: 'scissors',
  plugins: 'plug',
  hardware: 'cable',
  ableton_push: 'grid',
  production: 'layers',
}

/** The categories that the site came with, as a list of its own can have them. */
export const startingCategories: ReadonlyArray<CategorySettings> = storedCategories.map((key) => ({
  key,
  label: categoryLabel(key),
  color: categoryColors(key).strip.toLowerCase(),
  icon: icons[key],
  sidebar: sidebarCategories.includes(key),
}))

/** The categories in `site.yaml` that are as the site came with them; none on a site about another subject. */
export function unchangedCategories(settings: {
  subject?: unknown
  categories?: ReadonlyArray<CategorySettings> | undefined
}): ReadonlyArray<CategorySettings> {
  if (subjectOf(settings) === 'own') return []
  return (settings.categories ?? []).filter((given) => {
    const came = startingCategories.find(({ key }) => key === given.key)
    return came && came.label === given.label && came.color === given.color && came.icon === given.icon
  })
}

/** Whether a list says no more than that of a site without one. */
export function areStartingCategories(given: ReadonlyArray<CategorySettings>): boolean {
  return (
    given.length === startingCategories.length &&
    unchangedCategories({ subject: 'default', categories: given }).length === startingCategories.length &&
    given.every(
      ({ key, sidebar }, index) =>
        key === startingCategories[index]?.key && sidebar === startingCategories[index]?.sidebar,
    )
  )
}
