import path from 'node:path'
import type { RequestHandler } from 'express'
import { createDownloadCounts } from './content/downloads/download-counts.ts'
import { downloadGate, type OfferedFile } from './content/downloads/download-gate.ts'
import { createDownloadLinks } from './content/downloads/download-links.ts'
import type { ContentStore } from './content/store.ts'
import type { RenderedPage } from './pages/render-page.ts'
import { createBlobFiles } from './platform/blob-files.ts'
import type { DataProblems } from './platform/data-problems.ts'
import type { Log } from './platform/log.ts'

/** The counts of downloads, and when they are there. A site whose counts can't be read shows none, and says so in its log. */
export function joinDownloadCounts(dataDir: string, problems: DataProblems, log: Log) {
  const counts = createDownloadCounts(dataDir)
  const opened = counts.open().then(
    ({ isLost }) => {
      if (isLost) log.error(`the counts of downloads are gone with ${dataDir}/downloads.json; they begin at 0 again`)
    },
    (error: unknown) => problems.note('downloads', { error, message: 'downloads are not counted' }),
  )
  return { counts, opened }
}

/** Joins what hands out downloads: signed links, the files behind them, the counts. */
export function joinDownloads(parts: {
  store: Pick<ContentStore, 'reader' | 'downloadFile'>
  read: (blob: string) => Uint8Array
  counts: ReturnType<typeof createDownloadCounts>
  secrets: ReadonlyArray<string>
  dataDir: string
  siteUrl: string
  render: (url: string) => Promise<RenderedPage>
  now: () => Date
  log: Log
}): { linkFor: (id: number) => { url: string; expiresAt: string } | null; gate: RequestHandler } {
  const { store, counts, siteUrl } = parts
  const links = createDownloadLinks({ secrets: parts.secrets, now: parts.now })
  const offered = (): Array<OfferedFile> =>
    store.reader.downloads().flatMap(({ id }) => {
      const found = store.downloadFile(id)
      return found ? [found] : []
    })
  const plainFile = createBlobFiles(path.join(parts.dataDir, 'cache', 'downloads'), parts.read, () =>
    offered().map(({ blob }) => blob),
  )
  const { protocol, hostname } = new URL(siteUrl)
  return {
    linkFor(id) {
      const found = store.downloadFile(id)
      return found && links.make(found.download)
    },
    gate: downloadGate({
      links,
      fileOf: (slug) => offered().find(({ download }) => download.slug === slug) ?? null,
      plainFile: ({ blob, download }) => plainFile(blob, download.fileSize),
      count: counts.add,
      render: parts.render,
      secure: protocol === 'https:' || /^(localhost|127\.0\.0\.1|\[::1\])$/.test(hostname),
      failed: (error) => parts.log.error({ err: error }, 'a download could not be counted'),
    }),
  }
}
