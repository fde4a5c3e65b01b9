import { levelLabel, liveVersionLabel } from '#domain/article-labels.ts'
import { categoryLabel, creatorCategories, manageCategories, normalizeCategory } from '#domain/categories.ts'
import { abletonVersions, manageVersions, techniqueLevels } from '#domain/item/vocabulary.ts'

export interface Choice {
  value: string
  label: string
}

/** Screens with a list of categories; the draft editor uses that of the manage screen. */
export type CategoryScreen = 'manage' | 'creator'

const categories: Readonly<Record<CategoryScreen, ReadonlyArray<Choice>>> = {
  manage: manageCategories.map((value) => ({ value, label: categoryLabel(value) })),
  creator: creatorCategories,
}

/** Options for the technique level; includes the item's value when it is not in the list. */
export function levelChoices(current?: string | null): Array<Choice> {
  const levels: ReadonlyArray<string> = techniqueLevels
  const offered = current && !levels.includes(current) ? [...levels, current] : levels
  return offered.map((value) => ({ value, label: levelLabel(value) }))
}

/** Options for the category on a screen; includes the item's value when it is not in the list (rulings, section 7). */
export function categoryChoices(screen: CategoryScreen, current?: string | null): Array<Choice> {
  const own = [...categories[screen]]
  if (current === '') return [{ value: '', label: 'No category' }, ...own]
  if (!current || own.some(({ value }) => sameCategory(value, current))) return own
  const known = normalizeCategory(current)
  return [...own, { value: current, label: known ? categoryLabel(known) : current }]
}

/** The option that matches a category in any spelling. */
export function chosenCategory(choices: ReadonlyArray<Choice>, current: string): string {
  return choices.find(({ value }) => sameCategory(value, current))?.value ?? current
}

/** Options for the version of Live; includes the item's value when it is not in the list. */
export function versionChoices(current?: string | null): Array<Choice> {
  const own: ReadonlyArray<string> = manageVersions
  const known = [...abletonVersions.filter((version) => version === current || own.includes(version))]
  const offered: ReadonlyArray<string> =
    !current || (known as Array<string>).includes(current) ? known : [...known, current]
  return offered.map((value) => ({ value, label: liveVersionLabel(value) }))
}

/** Whether two spellings are the same category. */
export function sameCategory(one: string, other: string): boolean {
  return one === other || (normalizeCategory(one) ?? one) === normalizeCategory(other)
}
