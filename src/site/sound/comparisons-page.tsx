import type { ArticleSummary } from '#domain/item/summary.ts'
import { itemAddress } from '#domain/item/types.ts'
import { comparisonsAddress } from '#domain/single-pages.ts'
import type { PageOf } from '#domain/site-reader.ts'
import { useTexts } from '../../ui/site-profile.tsx'
import { PageHeading } from '../page-heading.tsx'
import { Pagination } from '../pagination.tsx'
import { Prose } from '../prose.tsx'

/** A player that compares sounds, as HTML, and the article that it is from. */
export interface Comparison {
  article: ArticleSummary
  html: string
}

export interface ComparisonsPageProps {
  list: PageOf<Comparison>
}

/** The first comparison of each article that has one; nothing of them is loaded before a press. */
export function ComparisonsPage({ list }: ComparisonsPageProps) {
  const text = useTexts()
  return (
    <div className="wrap pt-6">
      <PageHeading
        title={text('hearDifference')}
        text={text('comparisonsIntro')}
        current={text('hearDifference')}
      />
      <div className="grid gap-x-12 gap-y-10 lg:grid-cols-2">
        {list.items.map((comparison) => (
          <section
            key={comparison.article.id}
            className="min-w-0"
            data-category={comparison.article.category}
          >
            <h2 className="text-lg">
              <ComparedArticle {...comparison} />
            </h2>
            <Prose html={comparison.html} />
          </section>
        ))}
      </div>
      <Pagination path={comparisonsAddress} page={list.page} pages={list.pages} />
    </div>
  )
}

/** The link to the article of a comparison. */
export function ComparedArticle({ article }: Pick<Comparison, 'article'>) {
  return (
    <a
      className="inline-block py-1 font-semibold underline underline-offset-4"
      href={itemAddress('articles', article)}
    >
      {article.title}
    </a>
  )
}
