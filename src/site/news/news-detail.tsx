import { ArrowLeft } from 'lucide-react'
import type { RenderedBody } from '#domain/content.ts'
import type { NewsItem } from '#domain/item/summary.ts'
import { Breadcrumb } from '../../ui/breadcrumb.tsx'
import { useTexts } from '../../ui/site-profile.tsx'
import type { Clock } from '../date-label.tsx'
import { editable } from '../editable.ts'
import { Sidebar, type SidebarData } from '../frame/sidebar.tsx'
import { type ItemExtras, OwnFacts } from '../own-facts.tsx'
import { Prose } from '../prose.tsx'
import { SubscribeBand } from '../subscribe/subscribe-band.tsx'
import { NewsHead } from './news-head.tsx'

export interface NewsDetailProps {
  item: NewsItem
  extras: ItemExtras
  body: RenderedBody
  sidebar: SidebarData
  clock: Clock
}

/** The page of one news item. */
export function NewsDetail({ item, extras, body, sidebar, clock }: NewsDetailProps) {
  const text = useTexts()
  return (
    <div className="wrap pt-4 lg:pt-6">
      <Breadcrumb
        crumbs={[
          { label: text('home'), href: '/' },
          { label: text('news'), href: '/news' },
        ]}
        current={item.title}
      />
      <article className="mt-4 lg:mt-6" {...editable('news', item.id, text)}>
        <NewsHead item={item} extras={extras} clock={clock} />
        <div className="reading reading-plain mt-6 lg:mt-10">
          <div className="reading-main">
            <Prose html={body.html} />
            <OwnFacts extras={extras} slot="end" clock={clock} />
            <p className="mt-12" data-print="hide">
              <a className="btn" href="/news">
                <ArrowLeft /> {text('backToNews')}
              </a>
            </p>
            <SubscribeBand />
          </div>
          <Sidebar data={sidebar} />
        </div>
      </article>
    </div>
  )
}
