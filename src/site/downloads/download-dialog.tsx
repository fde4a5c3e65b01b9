import { Dialog } from '../../ui/dialog.tsx'
import { useFormTexts } from '../../ui/form-texts.ts'
import { downloadFacts, type OfferedDownload } from './download-facts.ts'
import { DownloadForm } from './download-form.tsx'

/**
 * 'Get Free Ableton Racks': a subscription gives access to the download (specification, section 2; rulings, section
 * 6).
 */
export function DownloadDialog({ download, onClose }: { download: OfferedDownload; onClose: () => void }) {
  const text = useFormTexts()
  return (
    <Dialog title={text('downloadFormTitle')} onClose={onClose}>
      <DownloadForm
        download={{ id: download.id, title: download.title }}
        intro={
          <p className="mb-5 font-text text-small text-soft">
            <strong>{download.title}</strong> ({downloadFacts(download)}) is free for readers of the weekly newsletter.
            Leave your address and the download is yours.
          </p>
        }
      />
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
