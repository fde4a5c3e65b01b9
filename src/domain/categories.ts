import type { IconName } from './site/icon-names.ts'

/** The description of a category. Colors are written as '#RRGGBB'. */
interface CategoryFacts {
  /** Label for visitors. */
  label: string
  icon: IconName
  /**
   * Colors of its covers: three tones of its hue and an accent. `soft` and `deep` are also the
   * surfaces in the two themes.
   */
  inks: { soft: string; base: string; deep: string; pop: string }
  /** Full tone for strips and marks without text; `base` by default. */
  strip?: string
  /** Hue of text on the page, in the light and in the dark theme. */
  text: readonly [light: string, dark: string]
  /** False: the sidebar does not count it. */
  sidebar?: false
  /** False: public lists do not offer it, but it has a page. */
  public?: false
}

/**
 * The categories of section 3 of the specification, in the order of its lists. The lists of its
 * screens differ in members and spelling, so each screen's list is data here. Stored values use
 * underscores. To add a category, add an entry, and run `npm run styles:categories`, `npm run
 * content:schema` and `npm run api:docs`; the analysis suggests it when
 * `text-analysis/category-vocabulary.ts` has words for it.
 */
const categories = {
  workflow: {
    label: 'Workflow',
    icon: 'list',
    inks: { soft: '#FBDD9B', base: '#F3A712', deep: '#4F2A02', pop: '#2440B8' },
    text: ['#7A5200', '#F2B134'],
  },
  mixing: {
    label: 'Mixing',
    icon: 'sliders',
    inks: { soft: '#B9CBF7', base: '#2351D8', deep: '#0C1A52', pop: '#FF6A45' },
    text: ['#1D47C4', '#8FB0FB'],
  },
  sound_design: {
    label: 'Sound Design',
    icon: 'wave',
    inks: { soft: '#D4C4F7', base: '#6B3CD6', deep: '#261057', pop: '#DDF05A' },
    text: ['#5F33C4', '#B79CF2'],
  },
  composition: {
    label: 'Composition',
    icon: 'music',
    inks: { soft: '#F9C6CF', base: '#E5446D', deep: '#561029', pop: '#0F5F54' },
    text: ['#B01F4A', '#F58BA3'],
  },
  mastering: {
    label: 'Mastering',
    icon: 'gauge',
    inks: { soft: '#B4DED4', base: '#0A7B70', deep: '#06342F', pop: '#FFAF6E' },
    strip: '#0E8C80',
    text: ['#0A655C', '#4CC5B0'],
  },
  live_performance: {
    label: 'Live Performance',
    icon: 'vocals',
    inks: { soft: '#FCD0A9', base: '#F26A1B', deep: '#431703', pop: '#43208F' },
    text: ['#9C3D06', '#F58B4C'],
  },
  midi_effects: {
    label: 'MIDI Effects',
    icon: 'piano',
    inks: { soft: '#BCE3BF', base: '#1C9A57', deep: '#07381F', pop: '#FF92BE' },
    text: ['#11683A', '#6CC776'],
  },
  audio_effects: {
    label: 'Audio Effects',
    icon: 'lines',
    inks: { soft: '#B5E4EE', base: '#12A5CB', deep: '#063846', pop: '#EF4128' },
    text: ['#085F76', '#5CC8E6'],
  },
  sample_management: {
    label: 'Sample Management',
    icon: 'scissors',
    inks: { soft: '#E2EDA2', base: '#A5C81E', deep: '#2E3A04', pop: '#5A2CC2' },
    text: ['#516009', '#B9D84A'],
    sidebar: false,
  },
  plugins: {
    label: 'Plugins',
    icon: 'plug',
    inks: { soft: '#C7C8F4', base: '#4340C4', deep: '#15134F', pop: '#78E0B2' },
    text: ['#4340C4', '#A3A5F5'],
  },
  hardware: {
    label: 'Hardware',
    icon: 'cable',
    inks: { soft: '#CBD4DC', base: '#5B6D83', deep: '#1D2731', pop: '#FF7D1F' },
    strip: '#62748A',
    text: ['#46566A', '#A9B4BF'],
  },
  ableton_push: {
    label: 'Ableton Push',
    icon: 'grid',
    inks: { soft: '#F8BFB4', base: '#D22521', deep: '#4D0808', pop: '#8ED4F6' },
    strip: '#DC2C28',
    text: ['#B01A17', '#F8887E'],
  },
  production: {
    label: 'Production Techniques',
    icon: 'disc',
    inks: { soft: '#F4BFE3', base: '#C22294', deep: '#4A0A3A', pop: '#FFD02C' },
    strip: '#CB2A9C',
    text: ['#9C1A77', '#EA8FD2'],
    public: false,
  },
} as const satisfies Readonly<Record<string, CategoryFacts>>

export type Category = keyof typeof categories
const facts: Readonly<Record<Category, CategoryFacts>> = categories

/** All values allowed in a file: the twelve public ones and the creator's 'production'. */
export const storedCategories = Object.keys(categories) as [Category, ...Array<Category>]

export const publicCategories = storedCategories.filter(
  (category) => facts[category].public !== false,
)

/**
 * The sidebar counts eleven of the twelve: 'sample_management' is left out (specification, section
 * 3).
 */
export const sidebarCategories = publicCategories.filter(
  (category) => facts[category].sidebar !== false,
)

/** The list of the manage screen and the draft editor, in order; the first is the default. */
export const manageCategories: ReadonlyArray<Category> = [
  'workflow',
  'mixing',
  'sound_design',
  'composition',
  'mastering',
  'live_performance',
  'ableton_push',
  'plugins',
]

/** The list of the creator, in its spelling and labels. */
export const creatorCategories: ReadonlyArray<{ value: string; label: string }> = [
  { value: 'production', label: 'Production Techniques' },
  { value: 'mixing', label: 'Mixing & Mastering' },
  { value: 'sound-design', label: 'Sound Design' },
  { value: 'workflow', label: 'Workflow Tips' },
  { value: 'hardware', label: 'Hardware Integration' },
  { value: 'plugins', label: 'Plugin Guides' },
  { value: 'ableton-push', label: 'Ableton Push' },
  { value: 'live_performance', label: 'Live Performance' },
]

/** The colors of a category. */
export function categoryColors(
  category: Category,
): Required<Pick<CategoryFacts, 'inks' | 'strip' | 'text'>> {
  const { inks, strip = inks.base, text } = facts[category]
  return { inks, strip, text }
}

/** The name of the icon of a category. */
export function categoryIcon(category: Category): IconName {
  return facts[category].icon
}

/** Label for visitors, for example 'MIDI Effects'; an unknown category is its own label. */
export function categoryLabel(category: string): string {
  return isCategory(category) ? facts[category].label : category
}

/**
 * Whether a text is a category of the site in the stored spelling: only these have a page, an icon
 * and colors.
 */
export function isCategory(text: string): text is Category {
  return Object.hasOwn(facts, text)
}

/** The address of the list of a category, percent-encoded. */
export function categoryAddress(category: string): string {
  return `/category/${encodeURIComponent(category)}`
}

/**
 * The stored spelling of a category in any spelling ('sound-design', 'Sound Design'); null for an
 * unknown one.
 */
export function normalizeCategory(text: string): Category | null {
  const spelling = text
    .trim()
    .toLowerCase()
    .replace(/[\s-]+/g, '_')
  return storedCategories.find((category) => category === spelling) ?? null
}
