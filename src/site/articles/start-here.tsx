import { itemAddress } from '#domain/item/types.ts'
import type { StartPath } from '#domain/site-reader.ts'
import { useTexts } from '../../ui/site-profile.tsx'
import { LevelMeter } from './level-meter.tsx'

/**
 * Where readers of each level begin: articles in the order of the site. On narrow screens a line
 * that opens.
 */
export function StartHere({ paths }: { paths: ReadonlyArray<StartPath> }) {
  const text = useTexts()
  if (paths.length === 0) return null
  return (
    <>
      <details className="mb-6 border-y border-line sm:hidden">
        <summary className="py-2.5 text-small font-semibold">{text('startHere')}</summary>
        <Paths paths={paths} />
      </details>
      <section
        aria-labelledby="start-here"
        className="mb-10 hidden border-t-2 border-ink pt-3 sm:block"
      >
        <h2 id="start-here" className="text-xl">
          {text('startHere')}
        </h2>
        <Paths paths={paths} />
      </section>
    </>
  )
}

function Paths({ paths }: { paths: ReadonlyArray<StartPath> }) {
  return (
    <div className="mt-3 grid gap-x-8 gap-y-5 pb-4 sm:grid-cols-2 lg:grid-cols-3">
      {paths.map(({ level, articles }) => (
        <div key={level} className="min-w-0">
          <h3 className="text-small">
            <LevelMeter level={level} />
          </h3>
          <ol className="mt-1 list-decimal ps-5 text-small leading-snug marker:text-muted">
            {articles.map((article) => (
              <li key={article.id}>
                <a
                  className="block py-1 underline-offset-4 hover:underline"
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
  )
}
