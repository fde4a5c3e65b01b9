import { itemAddress } from '#domain/item/types.ts'
import type { StartPath } from '#domain/site-reader.ts'
import { useProfile } from '../../ui/site-profile.tsx'
import { LevelMeter } from './level-meter.tsx'

/** Where readers of each level begin: articles in the order of the site. */
export function StartHere({ paths }: { paths: ReadonlyArray<StartPath> }) {
  const { text } = useProfile()
  if (paths.length === 0) return null
  return (
    <section aria-labelledby="start-here" className="mb-10 border-t-2 border-ink pt-3">
      <h2 id="start-here" className="text-xl">
        {text('startHere')}
      </h2>
      <div className="mt-3 grid gap-x-8 gap-y-6 sm:grid-cols-2 lg:grid-cols-3">
        {paths.map(({ level, articles }) => (
          <div key={level} className="min-w-0">
            <h3 className="text-small">
              <LevelMeter level={level} />
            </h3>
            <ol className="mt-1.5 list-inside list-decimal text-small marker:text-muted">
              {articles.map((article) => (
                <li key={article.id} data-category={article.category}>
                  <a
                    className="inline py-1 leading-8 underline-offset-4 hover:underline"
                    href={itemAddress('articles', article)}
                  >
                    {article.title}
                  </a>
                </li>
              ))}
            </ol>
          </div>
        ))}
      </div>
    </section>
  )
}
