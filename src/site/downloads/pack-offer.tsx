import type { Download } from '#domain/content.ts'
import { useTexts } from '../../ui/site-profile.tsx'
import { Cover } from '../cover.tsx'
import { downloadFacts } from './download-facts.ts'
import { GetPack } from './get-pack.tsx'

/** The download that fits an article, below its text. */
export function PackOffer({ download }: { download: Download & { downloadCount: number } }) {
  const text = useTexts()
  return (
    <section
      aria-labelledby="pack-title"
      className="mt-14 grid gap-x-6 gap-y-4 rounded-card border-2 border-ink bg-surface p-5 sm:grid-cols-[11rem_minmax(0,1fr)]"
      data-print="hide"
    >
      <div className="hidden self-start overflow-hidden rounded-card sm:block">
        <Cover
          imageUrl={download.imageUrl}
          alt=""
          drawn={{ kind: 'download', slug: download.slug }}
          sizes="11rem"
        />
      </div>
      <div className="min-w-0">
        <p className="text-tiny font-semibold text-accent-ink">{text('packForArticle')}</p>
        <h2 id="pack-title" className="mt-1 text-card">
          {download.title}
        </h2>
        <p className="mt-2 font-text text-small text-soft">{download.description}</p>
        <p className="mt-2 text-tiny text-muted">
          {downloadFacts(download, text)} ·{' '}
          <a
            className="underline underline-offset-4"
            href={`/downloads#${encodeURIComponent(download.slug)}`}
          >
            {text('lookInside')}
          </a>
        </p>
        <div className="mt-4">
          <GetPack download={download} />
        </div>
      </div>
    </section>
  )
}
