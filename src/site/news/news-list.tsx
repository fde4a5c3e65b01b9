import type { NewsSummary } from '#domain/item/summary.ts'
import type { PageOf } from '#domain/site-reader.ts'
import { useTexts } from '../../ui/site-profile.tsx'
import type { Clock } from '../date-label.tsx'
import { EmptyState } from '../empty-state.tsx'
import { Sidebar, type SidebarData } from '../frame/sidebar.tsx'
import { PageHeading } from '../page-heading.tsx'
import { Pagination } from '../pagination.tsx'
import { NewsRow } from './news-row.tsx'

export interface NewsListProps {
  list: PageOf<NewsSummary>
  intro: string
  sidebar: SidebarData
  clock: Clock
}

/** The page with the news items. */
export function NewsList({ list, intro, sidebar, clock }: NewsListProps) {
  const text = useTexts()
  return (
    <div className="wrap pt-6">
      <PageHeading title={text('news')} text={intro} current={text('news')} />
      <div className="with-sidebar">
        <div className="min-w-0">
          {list.items.length === 0 ? (
            <EmptyState text={text('noNews')} />
          ) : (
            list.items.map((item) => (
              <NewsRow key={item.id} item={item} clock={clock} heading="h2" />
            ))
          )}
          <Pagination path="/news" page={list.page} pages={list.pages} />
        </div>
        <Sidebar data={sidebar} />
      </div>
    </div>
  )
}
