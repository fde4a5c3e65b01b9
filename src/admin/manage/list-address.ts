import { type ContentType, contentTypes } from '#domain/content.ts'
import { type FilterName, filterNames } from '#domain/filter-matcher.ts'
import type { ListFilters } from '#domain/list-filters.ts'
import type { ViewChoices } from '../shell/use-address-view.ts'

/**
 * The sort options of the screen, in its order; the first is the default (specification, section
 * 9).
 */
export const sortOptions = [
  { value: 'newest', label: 'Newest First' },
  { value: 'oldest', label: 'Oldest First' },
  { value: 'title', label: 'Title (A-Z)' },
  { value: 'title-desc', label: 'Title (Z-A)' },
] as const
export type Sort = (typeof sortOptions)[number]['value']

/** State of the list, stored in the address. */
export type ListView = {
  type: ContentType
  q: string
  sort: Sort
  /** Present or deleted items. */
  show: 'items' | 'deleted'
  /** The filters: an item has to match all that are not empty. */
  status: '' | ListedStatus
  category: string
  author: string
  tag: string
  year: string
  warning: '' | 'yes'
  sound: '' | 'yes'
}
type ListedStatus = 'published' | 'draft' | 'scheduled'

export const listChoices: ViewChoices<ListView> = {
  type: ['articles', ...contentTypes],
  q: null,
  sort: sortOptions.map(({ value }) => value),
  show: ['items', 'deleted'],
  status: ['', 'published', 'draft', 'scheduled'],
  category: null,
  author: null,
  tag: null,
  year: null,
  warning: ['', 'yes'],
  sound: ['', 'yes'],
}

/** A list without filters. */
export const noFilters = Object.fromEntries(filterNames.map((name) => [name, ''])) as Pick<
  ListView,
  FilterName
>

/** The filters that a list has, as the API takes them. */
export function filtersOf(view: ListView): Partial<Pick<ListView, FilterName>> {
  return Object.fromEntries(
    filterNames.flatMap((name) => (view[name] === '' ? [] : [[name, view[name]]])),
  )
}

/** The query of the API for a list, without its paging. */
export function queryOf(view: ListView) {
  return { q: view.q.trim(), sort: view.sort, ...filtersOf(view) } as ItemQuery
}
type ItemQuery = Pick<ListView, 'q' | 'sort'> & ListFilters
