/** The filters of the public lists of articles, in the order of their addresses. */
export const articleFilterNames = ['level', 'version', 'sound'] as const
export type ArticleFilterName = (typeof articleFilterNames)[number]

/** What articles have to be like; `sound` is `yes` or missing. */
export type ArticleFilters = Partial<Record<ArticleFilterName, string>>

/** The values that lead to articles, each beside the other filters that are set. */
export type ArticleChoices = Record<ArticleFilterName, ReadonlyArray<string>>

const longestValue = 60

/** The filters in the query of an address; values that no filter can have are left out. */
export function articleFiltersIn(query: Readonly<Partial<Record<string, string>>>): ArticleFilters {
  return Object.fromEntries(
    articleFilterNames.flatMap((name) => {
      const value = query[name]
      return value && value.length <= longestValue ? [[name, value]] : []
    }),
  )
}

/** The address of a page of a list with filters, below a path with or without a query. */
export function listHref(path: string, filters: ArticleFilters, page = 1): string {
  const query = articleFilterNames.flatMap((name) => {
    const value = filters[name]
    return value ? [`${name}=${encodeURIComponent(value)}`] : []
  })
  if (page > 1) query.push(`page=${page}`)
  if (query.length === 0) return path
  return `${path}${path.includes('?') ? '&' : '?'}${query.join('&')}`
}

/** What is filtered: articles, and items without level and version. */
export interface Filtered {
  techniqueLevel?: string
  abletonVersion?: string | null
}

/** Filters a list of anything that stands for an item. */
export function articleFilter<One>(parts: {
  item: (one: One) => Filtered
  hasSound: (one: One) => boolean
}) {
  const facts: Record<ArticleFilterName, (one: One) => string> = {
    level: (one) => parts.item(one).techniqueLevel ?? '',
    version: (one) => parts.item(one).abletonVersion ?? '',
    sound: (one) => (parts.hasSound(one) ? 'yes' : ''),
  }
  const matches = (one: One, filters: ArticleFilters) =>
    articleFilterNames.every((name) => !filters[name] || facts[name](one) === filters[name])

  return {
    matches,
    /** What the items can be filtered by, each beside the other filters. */
    choices(all: ReadonlyArray<One>, filters: ArticleFilters): ArticleChoices {
      const found = articleFilterNames.map((name) => {
        const { [name]: _, ...others } = filters
        const values = new Set<string>()
        for (const one of all) if (matches(one, others)) values.add(facts[name](one))
        values.delete('')
        return [name, [...values].sort()] as const
      })
      return Object.fromEntries(found) as unknown as ArticleChoices
    },
  }
}
