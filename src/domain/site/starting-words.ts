import { type Category, categoryColors, categoryLabel, publicCategories, sidebarCategories } from '../categories.ts'
import type { CategorySettings } from './category-settings.ts'
import type { IconName } from './icon-names.ts'
import { specifiedVocabulary } from './vocabulary.ts'

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

/** The categories, levels and versions of the specification as a site's own, to go on from. */
export function startingWords(): {
  categories: Array<CategorySettings>
  levels: Array<string>
  versions: Array<string>
} {
  const { levels, versions } = specifiedVocabulary
  return {
    categories: publicCategories.map((key) => ({
      key,
      label: categoryLabel(key),
      color: categoryColors(key).strip.toLowerCase(),
      icon: icons[key],
      sidebar: sidebarCategories.includes(key),
    })),
    levels: [...levels.keys],
    versions: [...versions.known],
  }
}
