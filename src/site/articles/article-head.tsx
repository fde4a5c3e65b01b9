import { shownTags } from '#domain/article-labels.ts'
import { categoryAddress } from '#domain/categories.ts'
import type { Article } from '#domain/item/summary.ts'
import { itemAddress } from '#domain/item/types.ts'
import { Breadcrumb } from '../../ui/breadcrumb.tsx'
import { useProfile } from '../../ui/site-profile.tsx'
import type { Clock } from '../date-label.tsx'
import { ItemHead } from '../item-head.tsx'
import { type ItemExtras, noExtras, ownFacts } from '../own-facts.tsx'
import { ShareSave } from '../share-save.tsx'
import { ArticleFacts } from './article-facts.tsx'
import { CategoryKicker } from './category-kicker.tsx'

/** Specification, section 9. */
export const articleTags = 3

/**
 * Everything above the text of an article. Without `actions`, it works without the page's script.
 */
export function ArticleHead({
  article,
  clock,
  extras = noExtras,
  actions = true,
}: {
  article: Article
  clock: Clock
  extras?: ItemExtras
  actions?: boolean
}) {
  const { text, categories } = useProfile()
  return (
    <div className="wrap pt-4 lg:pt-6">
      <Breadcrumb
        crumbs={[
          { label: text('home'), href: '/' },
          { label: text('articles'), href: '/category/all' },
          ...(categories.has(article.category)
            ? [
                {
                  label: categories.label(article.category),
                  href: categoryAddress(article.category),
                },
              ]
            : []),
        ]}
        current={article.title}
      />
      <div className="mt-4 lg:mt-6">
        <ItemHead
          kicker={<CategoryKicker category={article.category} link />}
          title={article.title}
          excerpt={article.excerpt}
          extras={extras}
          clock={clock}
          facts={
            <ArticleFacts article={article} clock={clock} own={ownFacts(extras, 'facts', clock)} />
          }
          actions={
            actions && (
              <ShareSave
                text={text}
                item={{
                  url: itemAddress('articles', article),
                  title: article.title,
                  label: categories.label(article.category),
                  imageUrl: article.imageUrl ?? categories.cover(article.category, article.slug),
                }}
              />
            )
          }
          cover={{
            imageUrl: article.imageUrl,
            alt: article.imageAlt,
            drawn: { kind: article.category, slug: article.slug },
          }}
        />
      </div>
    </div>
  )
}

/** Up to three tags, each with a link to its search. */
export function ArticleTags({ tags }: { tags: Array<string> }) {
  const { text } = useProfile()
  const { shown } = shownTags(tags, articleTags)
  if (shown.length === 0) return null
  return (
    <ul aria-label={text('tags')} className="mt-8 flex flex-wrap gap-2" data-print="hide">
      {shown.map((tag) => (
        <li key={tag}>
          <a className="tag px-3 py-1.5" href={`/search?q=${encodeURIComponent(tag)}`}>
            {tag}
          </a>
        </li>
      ))}
    </ul>
  )
}
