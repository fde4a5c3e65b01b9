import { type ArticleChoices, type ArticleFilters, articleFilter } from '#domain/article-filters.ts'
import type { RecordOf } from '../read/file-record.ts'
import type { SiteState } from './site-state.ts'

type Article = RecordOf<'articles'>

/** The most choices that are kept for a state: each page of a list asks for the same. */
const mostKept = 500

/** The published articles of categories, filtered, and those that compare sounds. */
export function articleLists(
  state: () => SiteState,
  /** The sounds of this site in a text. */
  soundsOf: (article: Article) => ReadonlyArray<string>,
) {
  const filter = articleFilter<Article>({
    item: ({ entry }) => entry.item,
    hasSound: (article) => soundsOf(article).length > 0,
  })
  const made = new WeakMap<SiteState, Map<string, ArticleChoices>>()
  const compared = new WeakMap<SiteState, ReadonlyArray<Article>>()

  /** `all` means every article. */
  function within(category: string): ReadonlyArray<Article> {
    const { articles, articlesByCategory } = state()
    return category === 'all' ? articles.published : (articlesByCategory.get().get(category) ?? [])
  }

  return {
    /** The articles that compare sounds, newest first. */
    compared(): ReadonlyArray<Article> {
      const known = compared.get(state())
      if (known) return known
      const found = state().articles.published.filter(
        (article) => article.compared && soundsOf(article).length > 1,
      )
      compared.set(state(), found)
      return found
    },

    /** The articles of a category that match all filters; null for none because of a filter. */
    matching(category: string, filters: ArticleFilters): ReadonlyArray<Article> | null {
      if (Object.keys(filters).length === 0) return within(category)
      const found = within(category).filter((article) => filter.matches(article, filters))
      return found.length === 0 ? null : found
    },

    /** What the articles of a category can be filtered by, each beside the other filters. */
    choices(category: string, filters: ArticleFilters): ArticleChoices {
      const known = made.get(state()) ?? new Map<string, ArticleChoices>()
      made.set(state(), known)
      const key = JSON.stringify([category, filters])
      const choices = known.get(key) ?? filter.choices(within(category), filters)
      if (known.size < mostKept) known.set(key, choices)
      return choices
    },
  }
}
