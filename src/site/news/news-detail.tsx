import { ArrowLeft } from 'lucide-react'
import type { NewsItem, RenderedBody } from '#domain/content.ts'
import { Breadcrumb } from '../breadcrumb.tsx'
import { Cover } from '../cover.tsx'
import { type Clock, LongDate } from '../date-label.tsx'
import { Sidebar, type SidebarData } from '../frame/sidebar.tsx'
import { Prose } from '../prose.tsx'
import { ShareSave } from '../share-save.tsx'
import { SubscribeBand } from '../subscribe/subscribe-band.tsx'
import { newsCategoryLabel } from './news-row.tsx'

export interface NewsDetailProps {
  item: NewsItem
  body: RenderedBody
  sidebar: SidebarData
  clock: Clock
}

/** The screen of one news item. */
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
          <header>
            <p className="flex flex-wrap gap-x-3 text-small text-muted">
              <span className="font-semibold text-accent-ink">{newsCategoryLabel(item.category)}</span>
              {item.publishedAt && <LongDate iso={item.publishedAt} clock={clock} />}
            </p>
            <h1 className="mt-3 text-[clamp(2rem,1.4rem+2.5vw,3.5rem)] leading-[1.04]">{item.title}</h1>
            <p className="mt-5 font-text text-lead text-soft">{item.excerpt}</p>
            <div className="mt-6">
              <ShareSave
                item={{
                  url: `/news/${item.id}`,
                  title: item.title,
                  label: newsCategoryLabel(item.category),
                  imageUrl: item.imageUrl,
                }}
              />
            </div>
            <div className="mt-8 overflow-hidden rounded-card">
              <Cover
                imageUrl={item.imageUrl}
                alt={item.imageAlt}
                fallback="news"
                sizes="(min-width: 64rem) 52rem, 88vw"
                priority
              />
            </div>
          </header>
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
