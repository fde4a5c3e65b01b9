import { Island } from '../../ui/island.tsx'
import { useTexts } from '../../ui/site-profile.tsx'
import { editable } from '../editable.ts'
import { PageHeading } from '../page-heading.tsx'
import { usePlaceOfForm } from '../subscribe/subscribe-island.tsx'
import { DownloadForm } from './download-form.tsx'
import { type Pack, PackFacts, PackInside } from './pack-entry.tsx'

export interface DownloadGateProps {
  pack: Pack
  /** The reason why the link is invalid; null for visitors without a link. */
  problem: 'expired' | 'forged' | null
}

const problems = {
  expired: {
    title: 'downloadExpired',
    text: 'downloadExpiredText',
  },
  forged: {
    title: 'downloadForged',
    text: 'downloadForgedText',
  },
} as const

/** The page at a download's address without a valid link: the form, and what is in the file. */
export function DownloadGate({ pack, problem }: DownloadGateProps) {
  const text = useTexts()
  usePlaceOfForm()
  const { download } = pack
  return (
    <div className="wrap pt-6" {...editable('downloads', download.id, text)}>
      <PageHeading
        title={download.title}
        text={download.description}
        crumbs={[{ label: text('downloads'), href: '/downloads' }]}
        current={download.title}
      />
      {problem && (
        <div role="alert" className="mb-6 max-w-xl border-s-4 border-danger py-1 ps-4">
          <p className="font-semibold">{text(problems[problem].title)}</p>
          <p className="mt-1 font-text text-small text-soft">{text(problems[problem].text)}</p>
        </div>
      )}
      <div className="grid gap-x-12 gap-y-10 lg:grid-cols-[minmax(0,1fr)_minmax(0,1fr)]">
        <section aria-labelledby="download-gate" className="band self-start rounded-card p-6">
          <h2 id="download-gate" className="text-2xl leading-tight">
            {text('downloadFormTitle')}
          </h2>
          <p className="mt-2 mb-5 font-text text-small">{text('downloadFormText')}</p>
          <Island
            name="download"
            part={DownloadForm}
            props={{ download: { id: download.id, title: download.title } }}
            wake="focus"
          />
        </section>
        <section aria-labelledby="download-pack" className="min-w-0 border-t-2 border-ink pt-5">
          <h2 id="download-pack" className="text-card">
            {text('aboutPack')}
          </h2>
          <PackFacts {...pack} />
          <PackInside {...pack} />
        </section>
      </div>
    </div>
  )
}
