import type { ReactNode } from 'react'
import type { RenderedBody, StaticPage } from '#domain/content.ts'
import { useTexts } from '../../ui/site-profile.tsx'
import { contentsOfText, TableOfContents } from '../articles/table-of-contents.tsx'
import { type Clock, LongDate } from '../date-label.tsx'
import { editable } from '../editable.ts'
import { PageHeading } from '../page-heading.tsx'
import { Prose } from '../prose.tsx'

export interface TextPageProps {
  page: StaticPage
  body: RenderedBody
  clock: Clock
}

/** One of the static text pages; `children` follow the text. */
export function TextPage({
  page,
  body,
  clock,
  children,
}: TextPageProps & { children?: ReactNode }) {
  const text = useTexts()
  const toc = contentsOfText(body)
  return (
    <div className="wrap pt-6" {...editable('pages', page.name, text)}>
      <PageHeading title={page.title} current={page.title} />
      <div className={`reading ${toc.length === 0 ? 'reading-plain' : ''}`}>
        <TableOfContents toc={toc} />
        <div className="reading-main">
          <Prose html={body.html} />
          {page.updatedAt && (
            <p className="mt-12 border-t border-line pt-4 text-tiny text-muted">
              {text('lastChanged')} <LongDate iso={page.updatedAt} clock={clock} />
            </p>
          )}
        </div>
        {children && <div className="sidebar">{children}</div>}
      </div>
    </div>
  )
}
