import { useState } from 'react'
import type { SubscribeAnswer } from '#domain/subscribe.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { DownloadIcon } from '../../ui/icons.tsx'
import { SubscribeForm } from '../subscribe/subscribe-form.tsx'
import type { OfferedDownload } from './download-list.tsx'
import { fileSizeLabel } from './file-size.ts'

/** 'Get Free Ableton Racks': a subscription opens the download (specification, section 2; rulings, section 6). */
export function DownloadDialog({ download, onClose }: { download: OfferedDownload; onClose: () => void }) {
  const [answer, setAnswer] = useState<SubscribeAnswer | null>(null)
  return (
    <Dialog title="Get Free Ableton Racks" onClose={onClose}>
      <p className="mb-5 font-text text-small text-soft">
        <strong>{download.title}</strong> ({download.fileType}, {fileSizeLabel(download.fileSize)}) is free for readers
        of the weekly newsletter. Leave your address and the download is yours.
      </p>
      {answer ? (
        <div role="status">
          {answer.download ? (
            <a className="btn btn-solid w-full" href={answer.download.url}>
              <DownloadIcon /> Download {download.title}
            </a>
          ) : (
            <p className="font-semibold">You are on the list. This file is not open for download yet.</p>
          )}
        </div>
      ) : (
        <SubscribeForm
          placement="download_modal"
          subscriptionType="download"
          fields={{ download_id: download.id, download_title: download.title }}
          action="Get the download"
          onSubscribed={setAnswer}
        />
      )}
      <p className="mt-4 text-tiny text-muted">
        One mail a week, and a link in each to leave. See the{' '}
        <a className="underline" href="/privacy-policy">
          privacy policy
        </a>
        .
      </p>
    </Dialog>
  )
}
