import { Dialog } from '../../ui/dialog.tsx'
import { useFormTexts } from '../../ui/form-texts.ts'
import { downloadFacts, type OfferedDownload } from './download-facts.ts'
import { DownloadForm } from './download-form.tsx'

/**
 * 'Get Free Ableton Racks': a subscription gives access to the download (specification, section 2;
 * rulings, section 6).
 */
export function DownloadDialog({
  download,
  onClose,
}: {
  download: OfferedDownload
  onClose: () => void
}) {
  const text = useFormTexts()
  const [free, forReaders] = text('downloadFree').split('{pack}')
  const [promise, end] = text('downloadPromise').split('{policy}')
  return (
    <Dialog title={text('downloadFormTitle')} onClose={onClose}>
      <DownloadForm
        download={{ id: download.id, title: download.title }}
        intro={
          <p className="mb-5 font-text text-small text-soft">
            {free}
            <bdi>
              <strong>{download.title}</strong> ({downloadFacts(download, text)})
            </bdi>
            {forReaders}
          </p>
        }
      />
      <p className="mt-4 text-tiny text-muted">
        {promise}
        <a className="underline" href="/privacy-policy">
          {text('privacyPolicy')}
        </a>
        {end}
      </p>
    </Dialog>
  )
}
