import type { ContentType } from '#domain/content.ts'
import { itemTypes } from '#domain/item/types.ts'
import { specifiedVocabulary, type Vocabulary } from '#domain/site/vocabulary.ts'

export interface Choice {
  value: string
  label: string
}

/** Screens with a list of categories; the draft editor uses that of the manage screen. */
export type CategoryScreen = 'manage' | 'creator'

/**
 * The category and level of a new item: those of the specification where the site has them, else
 * its first ones.
 */
export function firstWords(
  type: ContentType,
  { categories, levels }: Vocabulary = specifiedVocabulary,
) {
  const { kind, first = '' } = itemTypes[type].categories ?? {}
  return {
    category: kind === 'listed' && !categories.has(first) ? (categories.stored[0] ?? '') : first,
    techniqueLevel: levels.keys.includes('beginner') ? 'beginner' : (levels.keys[0] ?? ''),
  }
}

/** Options for the technique level; includes the item's value when it is not in the list. */
export function levelChoices(
  current?: string | null,
  { levels }: Pick<Vocabulary, 'levels'> = specifiedVocabulary,
): Array<Choice> {
  const offered =
    current && !levels.keys.includes(current) ? [...levels.keys, current] : levels.keys
  return offered.map((value) => ({ value, label: levels.label(value) }))
}

/**
 * Options for the category on a screen; includes the item's value when it is not in the list
 * (rulings, section 7).
 */
export function categoryChoices(
  screen: CategoryScreen,
  current?: string | null,
  { categories }: Pick<Vocabulary, 'categories'> = specifiedVocabulary,
): Array<Choice> {
  const own = [...categories.choices[screen]]
  if (current === '') return [{ value: '', label: 'No category' }, ...own]
  if (!current || own.some(({ value }) => sameCategory(value, current, categories))) return own
  const known = categories.normalize(current)
  return [...own, { value: current, label: known === null ? current : categories.label(known) }]
}

/** The option that matches a category in any spelling. */
export function chosenCategory(
  choices: ReadonlyArray<Choice>,
  current: string,
  { categories }: Pick<Vocabulary, 'categories'> = specifiedVocabulary,
): string {
  return choices.find(({ value }) => sameCategory(value, current, categories))?.value ?? current
}

/**
 * Options for the version that an article is about; includes the item's value when it is not in the
 * list.
 */
export function versionChoices(
  current?: string | null,
  { versions }: Pick<Vocabulary, 'versions'> = specifiedVocabulary,
): Array<Choice> {
  const known = versions.known.filter(
    (version) => version === current || versions.offered.includes(version),
  )
  const offered = !current || known.includes(current) ? known : [...known, current]
  return offered.map((value) => ({ value, label: versions.label(value) }))
}

/** Whether two spellings are the same category. */
export function sameCategory(
  one: string,
  other: string,
  categories: Vocabulary['categories'] = specifiedVocabulary.categories,
): boolean {
  return one === other || (categories.normalize(one) ?? one) === categories.normalize(other)
}
