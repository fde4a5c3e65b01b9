import { Fragment, type ReactNode, useEffect, useId, useState } from 'react'
import { downloadAddress } from '#domain/download-address.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { EarlyPress } from '../../ui/early-press.tsx'
import { useFormTexts } from '../../ui/form-texts.ts'
import { DownloadIcon } from '../../ui/icons.tsx'
import { downloadFacts, type OfferedDownload } from './download-facts.ts'
import { DownloadForm } from './download-form.tsx'

export interface DownloadListProps {
  downloads: Array<OfferedDownload>
  /**
   * A list of titles with their facts, or only the buttons, for a place that shows the rest itself.
   */
  look?: 'rows' | 'buttons'
}

/** The free downloads; each opens the dialog with the subscribe form. */
export function DownloadList({ downloads, look = 'rows' }: DownloadListProps) {
  const text = useFormTexts()
  const [wanted, setWanted] = useState<OfferedDownload | null>(null)
  // Until hydration, only the browser records presses.
  const [awake, setAwake] = useState(false)
  useEffect(() => setAwake(true), [])
  return (
    <>
      {look === 'buttons' ? (
        downloads.map((download) => (
          <Fragment key={download.id}>
            <span className="contents" data-needs-script>
              <DownloadButton
                {...{ download, awake }}
                className="btn btn-solid"
                onPress={setWanted}
              >
                <DownloadIcon /> {text('getNamed', { title: download.title })}
              </DownloadButton>
            </span>
            <noscript>
              <a className="btn btn-solid" href={downloadAddress(download.slug)}>
                {text('getNamed', { title: download.title })}
              </a>
            </noscript>
          </Fragment>
        ))
      ) : (
        <ul className="mt-2">
          {downloads.map((download) => (
            <li key={download.id} className="border-b border-line">
              <DownloadButton
                {...{ download, awake }}
                className="group flex w-full items-center gap-3 py-2.5 text-start"
                onPress={setWanted}
              >
                <span className="grow">
                  <span className="block text-small font-medium underline-offset-4 group-hover:underline">
                    {download.title}
                  </span>
                  <span className="block text-tiny text-muted">
                    {downloadFacts(download, text)}
                  </span>
                </span>
                <span className="text-muted group-hover:text-ink" data-needs-script>
                  <DownloadIcon />
                </span>
              </DownloadButton>
              <noscript>
                <a
                  className="mb-2.5 block text-tiny underline"
                  href={downloadAddress(download.slug)}
                >
                  {text('getNamed', { title: download.title })}
                </a>
              </noscript>
            </li>
          ))}
        </ul>
      )}
      {wanted && <DownloadDialog download={wanted} onClose={() => setWanted(null)} />}
    </>
  )
}

/** A button that opens the dialog; a press before hydration is not lost. */
function DownloadButton({
  download,
  awake,
  className,
  children,
  onPress,
}: {
  download: OfferedDownload
  awake: boolean
  className: string
  children: ReactNode
  onPress: (download: OfferedDownload) => void
}) {
  // A page may offer a download in several places.
  const early = useId()
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        {...(!awake && { popoverTarget: early, popoverTargetAction: 'show' as const })}
        onClick={() => onPress(download)}
        className={className}
      >
        {children}
      </button>
      <EarlyPress id={early} />
    </>
  )
}

/**
 * 'Get Free Ableton Racks': a subscription gives access to the download (specification, section 2;
 * rulings, section 6).
 */
function DownloadDialog({ download, onClose }: { download: OfferedDownload; onClose: () => void }) {
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
