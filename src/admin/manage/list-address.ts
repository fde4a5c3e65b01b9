import { type ContentType, contentTypes } from '#domain/content.ts'

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
export interface ListView {
  type: ContentType
  q: string
  sort: Sort
  /** Present or deleted items. */
  show: 'items' | 'deleted'
}

/** Parses the query of the address; unknown values become defaults. */
export function parseListView(search: string): ListView {
  const query = new URLSearchParams(search)
  return {
    type: contentTypes.find((type) => type === query.get('type')) ?? 'articles',
    q: query.get('q') ?? '',
    sort: sortOptions.find(({ value }) => value === query.get('sort'))?.value ?? 'newest',
    show: query.get('show') === 'deleted' ? 'deleted' : 'items',
  }
}

/** The query for a state, '' for the default. Parameters with other names stay. */
export function formatListView(view: ListView, search = ''): string {
  const query = new URLSearchParams(search)
  const defaults = parseListView('')
  for (const name of ['type', 'q', 'sort', 'show'] as const) {
    query.delete(name)
    if (view[name] !== defaults[name]) query.append(name, view[name])
  }
  const text = query.toString()
  return text && `?${text}`
}
