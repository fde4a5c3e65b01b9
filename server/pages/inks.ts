import type { Category } from '#domain/categories.ts'

/** The colors of one picture: three tones of a hue, one accent color, and the paper and ink that all pictures share. */
export interface Inks {
  readonly soft: string
  readonly base: string
  readonly deep: string
  readonly pop: string
}

export const paper = '#F6F1E7'
export const ink = '#17161A'

/** Each category uses its own three tones and one accent color only. */
export const categoryInks: Record<Category, Inks> = {
  workflow: { soft: '#FBDD9B', base: '#F3A712', deep: '#4F2A02', pop: '#2440B8' },
  mixing: { soft: '#B9CBF7', base: '#2351D8', deep: '#0C1A52', pop: '#FF6A45' },
  sound_design: { soft: '#D4C4F7', base: '#6B3CD6', deep: '#261057', pop: '#DDF05A' },
  composition: { soft: '#F9C6CF', base: '#E5446D', deep: '#561029', pop: '#0F5F54' },
  mastering: { soft: '#B4DED4', base: '#0A7B70', deep: '#06342F', pop: '#FFAF6E' },
  live_performance: { soft: '#FCD0A9', base: '#F26A1B', deep: '#431703', pop: '#43208F' },
  midi_effects: { soft: '#BCE3BF', base: '#1C9A57', deep: '#07381F', pop: '#FF92BE' },
  audio_effects: { soft: '#B5E4EE', base: '#12A5CB', deep: '#063846', pop: '#EF4128' },
  sample_management: { soft: '#E2EDA2', base: '#A5C81E', deep: '#2E3A04', pop: '#5A2CC2' },
  plugins: { soft: '#C7C8F4', base: '#4340C4', deep: '#15134F', pop: '#78E0B2' },
  hardware: { soft: '#CBD4DC', base: '#5B6D83', deep: '#1D2731', pop: '#FF7D1F' },
  ableton_push: { soft: '#F8BFB4', base: '#D22521', deep: '#4D0808', pop: '#8ED4F6' },
  production: { soft: '#F4BFE3', base: '#C22294', deep: '#4A0A3A', pop: '#FFD02C' },
}

/** News looks like a newspaper: ink on paper with one spot color. */
export const newsInks: Inks = { soft: '#E2DACB', base: '#E8482B', deep: ink, pop: '#F2B632' }

/** The newsletter, and pictures of the whole site, use the site's own orange. */
export const siteInks: Inks = { soft: '#FCD0A9', base: '#FF6A2B', deep: '#431703', pop: '#FFE27A' }

/** The colors of a category or of a kind of page ('news', 'newsletter', 'site', …); unknown topics get the site's. */
export function inksOf(topic: string): Inks {
  if (topic === 'news') return newsInks
  return Object.hasOwn(categoryInks, topic) ? categoryInks[topic as Category] : siteInks
}

/** Ink or paper, whichever has more contrast with a ground such as '#2351D8' (WCAG relative luminance). */
export function textOn(ground: string): string {
  const [red, green, blue] = [1, 3, 5].map((at) => {
    const value = Number.parseInt(ground.slice(at, at + 2), 16) / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue! > 0.184 ? ink : paper
}
