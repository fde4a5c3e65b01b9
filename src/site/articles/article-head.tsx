import { shownTags } from '#domain/article-labels.ts'
import { categoryLabel, fallbackPicture, isCategory } from '#domain/categories.ts'
import type { Article } from '#domain/content.ts'
import { Breadcrumb } from '../breadcrumb.tsx'
import { Cover } from '../cover.tsx'
import type { Clock } from '../date-label.tsx'
import { ShareSave } from '../share-save.tsx'
import { ArticleFacts } from './article-facts.tsx'
import { CategoryKicker } from './category-kicker.tsx'

/** Specification, section 9. */
export const articleTags = 3

/**
 * Everything above the text of an article: title, excerpt, facts, picture. Without `actions`, it works without the
 * page's script.
 */
export function ArticleHead({ article, clock, actions = true }: { article: Article; clock: Clock; actions?: boolean }) {
  return (
    <header>
      <div className="wrap pt-6">
        <Breadcrumb
          crumbs={[
            { label: 'Home', href: '/' },
            { label: 'Tips & Tricks', href: '/category/all' },
            ...(isCategory(article.category)
              ? [{ label: categoryLabel(article.category), href: `/category/${article.category}` }]
              : []),
          ]}
          current={article.title}
        />
        <div className="mt-8 lg:mt-12">
          <CategoryKicker category={article.category} link />
          <h1 className="mt-3 max-w-[18ch] text-title md:max-w-[22ch]">{article.title}</h1>
          <p className="mt-5 max-w-[46rem] font-text text-lead text-soft">{article.excerpt}</p>
        </div>
        <div className="mt-8 flex flex-wrap items-end justify-between gap-x-8 gap-y-5">
          <div className="min-w-0 grow">
            <ArticleFacts article={article} clock={clock} />
          </div>
          {actions && (
            <ShareSave
              item={{
                url: `/article/${article.slug}`,
                title: article.title,
                label: categoryLabel(article.category),
                imageUrl: article.imageUrl,
              }}
            />
          )}
        </div>
      </div>
      <div className="wrap mt-6">
        <div className="overflow-hidden rounded-card">
          <Cover
            imageUrl={article.imageUrl}
            alt={article.imageAlt}
            fallback={fallbackPicture(article.category)}
            sizes="(min-width: 86rem) 80rem, 88vw"
            priority
            className="max-h-[70vh]"
          />
        </div>
      </div>
    </header>
  )
}

/** Up to three tags, each with a link to its search. */
export function ArticleTags({ tags }: { tags: Array<string> }) {
  const { shown } = shownTags(tags, articleTags)
  if (shown.length === 0) return null
  return (
    <ul aria-label="Tags" className="mt-10 flex flex-wrap gap-2" data-print="hide">
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
