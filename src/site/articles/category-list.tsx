import type { ArticleChoices, ArticleFilters } from '#domain/article-filters.ts'
import { categoryAddress } from '#domain/categories.ts'
import type { ArticleSummary } from '#domain/item/summary.ts'
import { type SiteProfile, specifiedProfile } from '#domain/site/site-profile.ts'
import type { PageOf, StartPath } from '#domain/site-reader.ts'
import { useProfile } from '../../ui/site-profile.tsx'
import { CategoryIcon } from '../category-icon.tsx'
import type { Clock } from '../date-label.tsx'
import { EmptyState } from '../empty-state.tsx'
import { Sidebar, type SidebarData } from '../frame/sidebar.tsx'
import { PageHeading } from '../page-heading.tsx'
import { Pagination } from '../pagination.tsx'
import { SubscribeBand } from '../subscribe/subscribe-band.tsx'
import { ArticleCard } from './article-card.tsx'
import { FilterChips } from './filter-chips.tsx'
import { StartHere } from './start-here.tsx'

/** 'All Tips & Tricks', else '{Category label} Tips' (specification, section 2). */
export function categoryTitle(
  category: string,
  { text, categories }: SiteProfile = specifiedProfile,
): string {
  return category === 'all'
    ? text('allArticles')
    : text('categoryTitle', { category: categories.label(category) })
}

export interface CategoryListProps {
  /** A key, or 'all'. */
  category: string
  list: PageOf<ArticleSummary>
  filters: ArticleFilters
  choices: ArticleChoices
  start: ReadonlyArray<StartPath>
  sidebar: SidebarData
  clock: Clock
}

/** The page with the articles of a category. */
export function CategoryList({
  category,
  list,
  filters,
  choices,
  start,
  sidebar,
  clock,
}: CategoryListProps) {
  const profile = useProfile()
  const { text, categories } = profile
  const crumbs = category === 'all' ? [] : [{ label: text('articles'), href: '/category/all' }]
  return (
    <div className="wrap pt-6" data-category={category}>
      <PageHeading
        title={categoryTitle(category, profile)}
        crumbs={crumbs}
        current={category === 'all' ? text('articles') : categories.label(category)}
        count={`${list.total} ${text(list.total === 1 ? 'article' : 'articlesCounted')}`}
        icon={
          category === 'all' ? undefined : (
            <CategoryIcon category={category} className="size-full" />
          )
        }
      />
      <div className="with-sidebar">
        <div className="min-w-0">
          <StartHere paths={start} />
          <FilterChips path={categoryAddress(category)} filters={filters} choices={choices} />
          {list.items.length === 0 ? (
            <EmptyState text={text('emptyCategory')} />
          ) : (
            <div className="grid gap-x-8 gap-y-14 sm:grid-cols-2">
              {list.items.map((article, index) => (
                <ArticleCard
                  key={article.id}
                  article={article}
                  clock={clock}
                  heading="h2"
                  priority={index === 0}
                  sizes="(min-width: 64rem) 27rem, (min-width: 40rem) 46vw, 88vw"
                />
              ))}
            </div>
          )}
          <Pagination
            path={categoryAddress(category)}
            page={list.page}
            pages={list.pages}
            filters={filters}
          />
          <SubscribeBand />
        </div>
        <Sidebar data={sidebar} current={category} />
      </div>
    </div>
  )
}
