import { useEffect, useState } from 'react'
import { EarlyPress } from '../../ui/early-press.tsx'
import { DownloadIcon } from '../../ui/icons.tsx'
import { DownloadDialog } from './download-dialog.tsx'
import { downloadFacts, type OfferedDownload } from './download-facts.ts'

/** The free downloads; each opens the dialog with the subscribe form. */
export function DownloadList({ downloads }: { downloads: Array<OfferedDownload> }) {
  const [wanted, setWanted] = useState<OfferedDownload | null>(null)
  // Until hydration, only the browser records presses.
  const [awake, setAwake] = useState(false)
  useEffect(() => setAwake(true), [])
  return (
    <>
      <ul className="mt-2">
        {downloads.map((download) => (
          <li key={download.id} className="border-b border-line">
            <button
              type="button"
              aria-haspopup="dialog"
              {...(!awake && { popoverTarget: `early-download-${download.id}`, popoverTargetAction: 'show' as const })}
              onClick={() => setWanted(download)}
              className="group flex w-full items-center gap-3 py-2.5 text-left"
            >
              <span className="grow">
                <span className="block text-small font-medium underline-offset-4 group-hover:underline">
                  {download.title}
                </span>
                <span className="block text-tiny text-muted">{downloadFacts(download)}</span>
              </span>
              <span className="text-muted group-hover:text-ink" data-needs-script>
                <DownloadIcon />
              </span>
            </button>
            <EarlyPress id={`early-download-${download.id}`} />
            <noscript>
              <a className="mb-2.5 block text-tiny underline" href={`/downloads/${download.slug}`}>
                Get {download.title}
              </a>
            </noscript>
          </li>
        ))}
      </ul>
      {wanted && <DownloadDialog download={wanted} onClose={() => setWanted(null)} />}
    </>
  )
}
