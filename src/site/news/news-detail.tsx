import { ArrowLeft } from 'lucide-react'
import type { NewsItem, RenderedBody } from '#domain/content.ts'
import { Breadcrumb } from '../breadcrumb.tsx'
import type { Clock } from '../date-label.tsx'
import { Sidebar, type SidebarData } from '../frame/sidebar.tsx'
import { Prose } from '../prose.tsx'
import { SubscribeBand } from '../subscribe/subscribe-band.tsx'
import { NewsHead } from './news-head.tsx'

export interface NewsDetailProps {
  item: NewsItem
  body: RenderedBody
  sidebar: SidebarData
  clock: Clock
}

/** The page of one news item. */
export function NewsDetail({ item, body, sidebar, clock }: NewsDetailProps) {
  return (
    <div className="wrap pt-6">
      <Breadcrumb
        crumbs={[
          { label: 'Home', href: '/' },
          { label: 'News', href: '/news' },
        ]}
        current={item.title}
      />
      <div className="reading reading-plain mt-8 lg:mt-12">
        <article className="reading-main">
          <NewsHead item={item} clock={clock} />
          <div className="mt-10">
            <Prose html={body.html} />
          </div>
          <p className="mt-12" data-print="hide">
            <a className="btn" href="/news">
              <ArrowLeft aria-hidden="true" /> Back to News
            </a>
          </p>
          <SubscribeBand />
        </article>
        <Sidebar data={sidebar} />
      </div>
    </div>
  )
}
