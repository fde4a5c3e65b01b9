import type { RenderedBody } from '#domain/content.ts'
import { type Author, authorAddress } from '#domain/site-authors.ts'
import type { AuthoredItem, PageOf } from '#domain/site-reader.ts'
import { ArticleCard } from '../articles/article-card.tsx'
import { Cover } from '../cover.tsx'
import type { Clock } from '../date-label.tsx'
import { Sidebar, type SidebarData } from '../frame/sidebar.tsx'
import { NewsRow } from '../news/news-row.tsx'
import { IssueRow } from '../newsletters/issue-row.tsx'
import { PageHeading } from '../page-heading.tsx'
import { Pagination } from '../pagination.tsx'
import { Prose } from '../prose.tsx'

export interface AuthorPageProps {
  author: Author
  /** The text of the author's file; null without one. */
  body: RenderedBody | null
  list: PageOf<AuthoredItem>
  sidebar: SidebarData
  clock: Clock
}

/** The page of an author: who they are, and what they wrote, newest first. */
export function AuthorPage({ author, body, list, sidebar, clock }: AuthorPageProps) {
  const { name, bio, picture, links } = author
  const isFirst = list.page === 1
  return (
    <div className="wrap pt-6">
      <PageHeading
        title={name}
        current={name}
        count={`${list.total} ${list.total === 1 ? 'text' : 'texts'}`}
        {...(bio !== '' && { text: bio })}
      />
      <div className="with-sidebar">
        <div className="min-w-0">
          {isFirst && (picture !== null || links.length > 0 || body?.html) && (
            <div className="mb-12 flex flex-wrap gap-x-8 gap-y-5 border-b border-line pb-10">
              {picture !== null && (
                <div className="size-32 flex-none overflow-hidden rounded-card">
                  <Cover
                    imageUrl={picture}
                    alt={name}
                    fallback="news"
                    sizes="8rem"
                    className="aspect-square"
                    priority
                  />
                </div>
              )}
              <div className="min-w-64 flex-1">
                {body?.html && <Prose html={body.html} />}
                {links.length > 0 && (
                  <ul
                    aria-label={`${name} elsewhere`}
                    className="mt-4 flex flex-wrap gap-x-5 gap-y-1 text-small first:mt-0"
                  >
                    {links.map(({ name: label, url }) => (
                      <li key={url}>
                        <a className="font-semibold underline underline-offset-3" href={url} rel="me noopener">
                          {label}
                        </a>
                      </li>
                    ))}
                  </ul>
                )}
              </div>
            </div>
          )}
          {list.items.length === 0 && <p className="text-muted">Nothing is published yet.</p>}
          {list.items.map((one) => (
            <Row key={`${one.type} ${one.item.id}`} one={one} clock={clock} />
          ))}
          <Pagination path={authorAddress(author.key)} page={list.page} pages={list.pages} />
        </div>
        <Sidebar data={sidebar} />
      </div>
    </div>
  )
}

function Row({ one, clock }: { one: AuthoredItem; clock: Clock }) {
  switch (one.type) {
    case 'articles':
      return (
        <div className="border-b border-line py-6 first:pt-0">
          <div className="max-w-[27rem]">
            <ArticleCard article={one.item} clock={clock} heading="h2" sizes="(min-width: 40rem) 27rem, 88vw" />
          </div>
        </div>
      )
    case 'news':
      return <NewsRow item={one.item} clock={clock} heading="h2" />
    default:
      return <IssueRow issue={one.item} clock={clock} heading="h2" />
  }
}
