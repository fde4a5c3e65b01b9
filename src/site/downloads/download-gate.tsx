import type { Download } from '#domain/content.ts'
import { Island } from '../../ui/island.tsx'
import { PageHeading } from '../page-heading.tsx'
import { SubscribeForm } from '../subscribe/subscribe-form.tsx'
import { fileSizeLabel } from './file-size.ts'

export interface DownloadGateProps {
  download: Download
}

/** What stands at a download's address for whoever has no link of their own: the file in a few words, and the form. */
export function DownloadGate({ download }: DownloadGateProps) {
  return (
    <div className="wrap pt-6">
      <PageHeading
        title={download.title}
        text={download.description}
        current={download.title}
        count={`${download.fileType} · ${fileSizeLabel(download.fileSize)}`}
      />
      <section aria-labelledby="download-gate" className="band max-w-xl rounded-card p-6">
        <h2 id="download-gate" className="text-2xl leading-tight">
          Get Free Ableton Racks
        </h2>
        <p className="mt-2 mb-5 font-text text-small">
          This file is free for readers of the weekly newsletter. Leave your address to get it.
        </p>
        <Island
          name="subscribe"
          part={SubscribeForm}
          props={{
            placement: 'download_modal' as const,
            subscriptionType: 'download',
            fields: { download_id: download.id, download_title: download.title },
            action: 'Get the download',
          }}
          wake="focus"
        />
      </section>
    </div>
  )
}
