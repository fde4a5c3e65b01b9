import type { ReactNode } from 'react'
import { liveVersionLabel } from '#domain/article-labels.ts'
import type { Article } from '#domain/content.ts'
import { type Clock, LongDate } from '../date-label.tsx'
import { LevelMeter } from './level-meter.tsx'

/** The facts of an article, styled like the parameters of a device. */
export function ArticleFacts({ article, clock }: { article: Article; clock: Clock }) {
  return (
    <dl className="grid grid-cols-2 border-t-2 border-ink sm:flex sm:flex-wrap">
      <Fact label="Level">
        <LevelMeter level={article.techniqueLevel} />
      </Fact>
      {article.abletonVersion && <Fact label="Version">{liveVersionLabel(article.abletonVersion)}</Fact>}
      <Fact label="Reading time">{article.readTime} min read</Fact>
      {article.publishedAt && (
        <Fact label="Published">
          <LongDate iso={article.publishedAt} clock={clock} />
        </Fact>
      )}
      {article.updatedAt && (
        <Fact label="Last changed">
          <LongDate iso={article.updatedAt} clock={clock} />
        </Fact>
      )}
    </dl>
  )
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="border-b border-line py-2.5 pr-4 last:odd:col-span-2 sm:mr-5 sm:border-r sm:border-b-0 sm:pr-5 sm:last:border-r-0">
      <dt className="text-tiny text-muted">{label}</dt>
      <dd className="text-small font-semibold">{children}</dd>
    </div>
  )
}
