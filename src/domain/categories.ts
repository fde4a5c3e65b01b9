/**
 * The categories of the specification, section 3. The lists of its screens disagree in members and spelling;
 * each screen's own list is kept as data. Stored values use underscores.
 */
export const publicCategories = [
  'workflow',
  'mixing',
  'sound_design',
  'composition',
  'mastering',
  'live_performance',
  'midi_effects',
  'audio_effects',
  'sample_management',
  'plugins',
  'hardware',
  'ableton_push',
] as const

/** Everything that may stand in a file: the twelve public ones and the creator's own 'production'. */
export const storedCategories = [...publicCategories, 'production'] as const
export type Category = (typeof storedCategories)[number]

/** The sidebar counts eleven of the twelve: 'sample_management' is left out (specification, section 3). */
export const sidebarCategories = publicCategories.filter((category) => category !== 'sample_management')

/** What the manage screen and the draft editor offer, in this order; the first is the default. */
export const manageCategories = [
  'workflow',
  'mixing',
  'sound_design',
  'composition',
  'mastering',
  'live_performance',
  'ableton_push',
  'plugins',
] as const satisfies ReadonlyArray<Category>

/** What the creator offers, in its own spelling and labels. */
export const creatorCategories = [
  { value: 'production', label: 'Production Techniques' },
  { value: 'mixing', label: 'Mixing & Mastering' },
  { value: 'sound-design', label: 'Sound Design' },
  { value: 'workflow', label: 'Workflow Tips' },
  { value: 'hardware', label: 'Hardware Integration' },
  { value: 'plugins', label: 'Plugin Guides' },
  { value: 'ableton-push', label: 'Ableton Push' },
  { value: 'live_performance', label: 'Live Performance' },
] as const

const labels: Record<Category, string> = {
  workflow: 'Workflow',
  mixing: 'Mixing',
  sound_design: 'Sound Design',
  composition: 'Composition',
  mastering: 'Mastering',
  live_performance: 'Live Performance',
  midi_effects: 'MIDI Effects',
  audio_effects: 'Audio Effects',
  sample_management: 'Sample Management',
  plugins: 'Plugins',
  hardware: 'Hardware',
  ableton_push: 'Ableton Push',
  production: 'Production Techniques',
}

/** The label a visitor reads, for example 'MIDI Effects'; a category that is none of the site's is its own label. */
export function categoryLabel(category: string): string {
  return isCategory(category) ? labels[category] : category
}

/** Whether a text is a category of the site in the stored spelling: only these have a page, an icon and a color. */
export function isCategory(text: string): text is Category {
  return Object.hasOwn(labels, text)
}

/** The name of the picture in `public/fallback/` for an article of a category. */
export function fallbackPicture(category: string): string {
  return isCategory(category) ? category : 'article'
}

/** The stored spelling of a category written either way ('sound-design', 'Sound Design'), or null when there is none. */
export function normalizeCategory(text: string): Category | null {
  const spelling = text
    .trim()
    .toLowerCase()
    .replace(/[\s-]+/g, '_')
  return storedCategories.find((category) => category === spelling) ?? null
}
