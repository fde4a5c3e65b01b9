import type { RenderedBody } from '#domain/content.ts'
import { type Author, authorAddress } from '#domain/site-authors.ts'
import type { AuthoredItem, PageOf } from '#domain/site-reader.ts'
import { useTexts } from '../../ui/site-profile.tsx'
import { ArticleCard } from '../articles/article-card.tsx'
import { Cover } from '../cover.tsx'
import type { Clock } from '../date-label.tsx'
import { Sidebar, type SidebarData } from '../frame/sidebar.tsx'
import { ItemRow } from '../item-row.tsx'
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
  const text = useTexts()
  const isFirst = list.page === 1
  return (
    <div className="wrap pt-6">
      <PageHeading
        title={name}
        current={name}
        count={`${list.total} ${text(list.total === 1 ? 'authoredOne' : 'authoredSeveral')}`}
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
                    drawn={{ kind: 'article', slug: author.key }}
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
                    aria-label={text('elsewhere', { name })}
                    className="mt-4 flex flex-wrap gap-x-5 gap-y-1 text-small first:mt-0"
                  >
                    {links.map(({ name: label, url }) => (
                      <li key={url}>
                        <a
                          className="font-semibold underline underline-offset-3"
                          href={url}
                          rel="me noopener"
                        >
                          {label}
                        </a>
                      </li>
                    ))}
                  </ul>
                )}
              </div>
            </div>
          )}
          {list.items.length === 0 && <p className="text-muted">{text('nothingPublished')}</p>}
          {runsOf(list.items).map((run) => (
            <Run key={`${run[0].type} ${run[0].item.id}`} items={run} clock={clock} />
          ))}
          <Pagination path={authorAddress(author.key)} page={list.page} pages={list.pages} />
        </div>
        <Sidebar data={sidebar} />
      </div>
    </div>
  )
}

/** The items in their order; articles that follow each other are one run. */
function runsOf(items: ReadonlyArray<AuthoredItem>): Array<[AuthoredItem, ...Array<AuthoredItem>]> {
  const runs: Array<[AuthoredItem, ...Array<AuthoredItem>]> = []
  for (const item of items) {
    const last = runs.at(-1)
    if (item.type === 'articles' && last?.[0].type === 'articles') last.push(item)
    else runs.push([item])
  }
  return runs
}

/** Articles beside each other, as in their lists; any other item as a row. */
function Run({ items, clock }: { items: [AuthoredItem, ...Array<AuthoredItem>]; clock: Clock }) {
  const [first] = items
  if (first.type !== 'articles') return <ItemRow {...first} clock={clock} heading="h2" />
  return (
    <div className="grid gap-x-8 gap-y-12 border-b border-line py-10 first:pt-0 last:border-0 sm:grid-cols-2">
      {items.map(
        (one) =>
          one.type === 'articles' && (
            <ArticleCard
              key={one.item.id}
              article={one.item}
              clock={clock}
              heading="h2"
              sizes="(min-width: 64rem) 27rem, (min-width: 40rem) 46vw, 88vw"
            />
          ),
      )}
    </div>
  )
}
