import { type ReactNode, useEffect, useRef } from 'react'
import type { ContentType } from '#domain/content.ts'
import type { PreviewedPage } from '#domain/previewed-page.ts'
import { ownFieldsOf } from '#domain/site-fields.ts'
import { useProfile } from '../ui/site-profile.tsx'
import { ArticleHead, ArticleTags } from './articles/article-head.tsx'
import { contentsOfText, TableOfContents } from './articles/table-of-contents.tsx'
import { startTextParts } from './base.client.ts'
import { NewsHead } from './news/news-head.tsx'
import { IssueHead, IssueText } from './newsletters/issue-text.tsx'
import { extrasOf, OwnFacts } from './own-facts.tsx'
import { Prose } from './prose.tsx'

/** A preview of an unsaved item: the components of its page without the frame. */
export function ItemPreview(page: PreviewedPage) {
  const Preview = previews[page.type]
  return (
    <InFrame>
      <Preview {...page} />
    </InFrame>
  )
}

/** Starts the parts of texts in the page of a frame, where no script of its own may run. */
function InFrame({ children }: { children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const page = place.current?.ownerDocument ?? document
    if (page !== document) startTextParts(page)
  }, [])
  return (
    <div ref={place} className="contents">
      {children}
    </div>
  )
}

const previews: Readonly<Record<ContentType, (page: PreviewedPage) => ReactNode>> = {
  articles: ArticlePreview,
  news: ({ item, body, clock, ...site }) => (
    <div className="wrap py-8">
      <article className="reading-main">
        <NewsHead item={item} extras={extrasIn(site, 'news', item)} clock={clock} actions={false} />
        <div className="mt-6 lg:mt-10">
          <Prose html={body.html} />
        </div>
      </article>
    </div>
  ),
  newsletters: ({ item, body, clock, ...site }) => (
    <div className="wrap py-8">
      <article>
        <IssueHead issue={item} extras={extrasIn(site, 'newsletters', item)} clock={clock} />
        <div className="mt-6 border-t-2 border-ink pt-6 lg:mt-8 lg:pt-8">
          <IssueText body={body} />
        </div>
      </article>
    </div>
  ),
}

type SiteParts = Pick<PreviewedPage, 'bylines' | 'fields'>

function extrasIn({ bylines, fields }: SiteParts, type: ContentType, item: PreviewedPage['item']) {
  return extrasOf(ownFieldsOf(fields, type), item.fields, bylines)
}

function ArticlePreview({ item, body, clock, ...site }: PreviewedPage) {
  const extras = extrasIn(site, 'articles', item)
  const { categories } = useProfile()
  const category = categories.normalize(item.category) ?? item.category
  const toc = contentsOfText(body)
  return (
    <div data-category={category} className="pb-8">
      <article>
        <ArticleHead
          article={{ ...item, category }}
          extras={extras}
          clock={clock}
          actions={false}
        />
        <div
          className={`wrap reading ${toc.length === 0 ? 'reading-plain mt-6 lg:mt-10' : 'mt-2 lg:mt-6 xl:mt-10'}`}
        >
          <TableOfContents toc={toc} />
          <div className="reading-main">
            <Prose html={body.html} />
            <OwnFacts extras={extras} slot="end" clock={clock} />
            <ArticleTags tags={item.tags} />
          </div>
        </div>
      </article>
    </div>
  )
}
