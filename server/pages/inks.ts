import { type Category, categoryColors, storedCategories } from '#domain/categories.ts'

/**
 * The colors of one picture: three tones of a hue, one accent color, and the paper and ink that all
 * pictures share.
 */
export interface Inks {
  readonly soft: string
  readonly base: string
  readonly deep: string
  readonly pop: string
}

export const paper = '#F6F1E7'
export const ink = '#17161A'

/** Each category uses its own three tones and one accent color only. */
export const categoryInks = Object.fromEntries(
  storedCategories.map((category) => [category, categoryColors(category).inks]),
) as Readonly<Record<Category, Inks>>

/** News looks like a newspaper: ink on paper with one spot color. */
export const newsInks: Inks = { soft: '#E2DACB', base: '#E8482B', deep: ink, pop: '#F2B632' }

/** The newsletter, and pictures of the whole site, use the site's own orange. */
export const siteInks: Inks = { soft: '#FCD0A9', base: '#FF6A2B', deep: '#431703', pop: '#FFE27A' }

/**
 * The colors of a category or of a kind of page ('news', 'newsletter', 'site', …); unknown topics
 * get the site's.
 */
export function inksOf(topic: string): Inks {
  if (topic === 'news') return newsInks
  return Object.hasOwn(categoryInks, topic) ? categoryInks[topic as Category] : siteInks
}

/**
 * Ink or paper, whichever has more contrast with a ground such as '#2351D8' (WCAG relative
 * luminance).
 */
export function textOn(ground: string): string {
  const [red, green, blue] = [1, 3, 5].map((at) => {
    const value = Number.parseInt(ground.slice(at, at + 2), 16) / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue! > 0.184 ? ink : paper
}
