import {
  type Category,
  categoryIcon,
  categoryLabel,
  creatorCategories,
  isCategory,
  manageCategories,
  normalizeCategory,
  publicCategories,
  sidebarCategories,
  storedCategories,
} from '../categories.ts'
import type { CategorySettings } from './category-settings.ts'
import type { IconName } from './icon-names.ts'
import { unchangedCategories } from './starting-categories.ts'
import type { Subject } from './subject.ts'

/** An option of a select field. */
export interface CategoryChoice {
  value: string
  label: string
}

/** The categories of a site. Their keys are the stored spelling. */
export interface CategorySet {
  /** All that have a page, in order. */
  stored: ReadonlyArray<string>
  /** Those that public lists offer. */
  listed: ReadonlyArray<string>
  /** Those that the sidebar counts. */
  sidebar: ReadonlyArray<string>
  /** The options of the screens of the admin. */
  choices: {
    readonly manage: ReadonlyArray<CategoryChoice>
    readonly creator: ReadonlyArray<CategoryChoice>
  }
  has(key: string): boolean
  /** Label for visitors; an unknown category is its own label. */
  label(key: string): string
  /** The key of a category in any spelling; null for an unknown one. */
  normalize(text: string): string | null
  /** The name of its icon; that of labels for an unknown one. */
  icon(key: string): IconName
  /**
   * The path of the cover of an item without a picture, drawn from its slug in the manner of a
   * category or, by its name in the singular, of a type.
   */
  cover(kind: string, slug: string): string
}

/** The part of a cover's address that stands for the motifs and colors of the specification. */
export const defaultDesign = 'default'

/** The path of a cover that is drawn from a slug. */
export const coverAddress = (design: string, kind: string, slug: string) =>
  `/theme/${design}/${encodeURIComponent(kind || 'article')}/${encodeURIComponent(slug || 'new')}.svg`

/** The categories of the specification. */
export const specifiedCategories: CategorySet = {
  stored: storedCategories,
  listed: publicCategories,
  sidebar: sidebarCategories,
  choices: {
    manage: manageCategories.map((value) => ({ value, label: categoryLabel(value) })),
    creator: creatorCategories,
  },
  has: isCategory,
  label: categoryLabel,
  normalize: (text): Category | null => normalizeCategory(text),
  icon: (key) => (isCategory(key) ? categoryIcon(key) : 'tag'),
  cover: (kind, slug) => coverAddress(defaultDesign, kind, slug),
}

/**
 * The categories that `site.yaml` lists. `design` is part of the addresses of their covers. On a
 * site about the subject that it came with, those that did not change keep their icons and covers.
 */
export function ownCategories(
  given: ReadonlyArray<CategorySettings>,
  { design, subject }: { design: string; subject: Subject },
): CategorySet {
  const byKey = new Map(given.map((one) => [one.key, one]))
  const came = new Set(unchangedCategories({ subject, categories: given }).map(({ key }) => key))
  const keys = given.map(({ key }) => key)
  const options = given.map(({ key, label }) => ({ value: key, label }))
  return {
    stored: keys,
    listed: keys.filter((key) => !came.has(key) || specifiedCategories.listed.includes(key)),
    sidebar: given.filter(({ sidebar }) => sidebar).map(({ key }) => key),
    choices: { manage: options, creator: options },
    has: (key) => byKey.has(key),
    label: (key) => byKey.get(key)?.label ?? key,
    normalize(text) {
      const spelling = text
        .normalize('NFC')
        .trim()
        .toLowerCase()
        .replace(/[\s-]+/g, '_')
      const label = text.trim().toLowerCase()
      return byKey.has(spelling)
        ? spelling
        : (given.find((one) => one.label.toLowerCase() === label)?.key ?? null)
    },
    icon: (key) =>
      came.has(key) ? specifiedCategories.icon(key) : (byKey.get(key)?.icon ?? 'tag'),
    cover: (kind, slug) =>
      coverAddress(
        came.has(kind) || (subject === 'default' && !byKey.has(kind)) ? defaultDesign : design,
        kind,
        slug,
      ),
  }
}
