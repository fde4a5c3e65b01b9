import type { ReactNode } from 'react'
import type { RenderedBody, StaticPage } from '#domain/content.ts'
import { TableOfContents, tocMinimum } from '../articles/table-of-contents.tsx'
import { type Clock, LongDate } from '../date-label.tsx'
import { PageHeading } from '../page-heading.tsx'
import { Prose } from '../prose.tsx'

export interface TextPageProps {
  page: StaticPage
  body: RenderedBody
  clock: Clock
}

/** One of the static text pages; `children` follow the text. */
export function TextPage({ page, body, clock, children }: TextPageProps & { children?: ReactNode }) {
  return (
    <div className="wrap pt-6">
      <PageHeading title={page.title} current={page.title} />
      <div className={`reading ${body.toc.length < tocMinimum ? 'reading-plain' : ''}`}>
        <TableOfContents toc={body.toc} />
        <div className="reading-main">
          <Prose html={body.html} />
          {page.updatedAt && (
            <p className="mt-12 border-t border-line pt-4 text-tiny text-muted">
              Last changed <LongDate iso={page.updatedAt} clock={clock} />
            </p>
          )}
        </div>
        {children && <div className="sidebar">{children}</div>}
      </div>
    </div>
  )
}
