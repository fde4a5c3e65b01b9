import type { Download } from '#domain/content.ts'
import { Island } from '../../ui/island.tsx'
import { offered } from './download-facts.ts'
import { DownloadList } from './download-list.tsx'

/** The button that opens the dialog of a download. */
export function GetPack({ download }: { download: Download & { downloadCount: number } }) {
  return (
    <Island
      name="downloads"
      part={DownloadList}
      props={{ downloads: [offered(download)], look: 'buttons' as const }}
    />
  )
}
