import path from 'node:path'
import type { RequestHandler } from 'express'
import type { CallGate } from '../../http/mount-calls.ts'
import type { SentPage } from '../../http/sent-page.ts'
import { createBlobFiles } from '../../platform/blob-files.ts'
import type { DeletedFile } from '../../platform/content-files.ts'
import type { Log } from '../../platform/log.ts'
import { allDownloads, downloadById, shownDownload } from '../catalog/download-list.ts'
import type { ContentStore } from '../catalog/store.ts'
import type { createDownloadCounts } from '../downloads/download-counts.ts'
import { downloadGate, type OfferedFile } from '../downloads/download-gate.ts'
import { createDownloadLinks } from '../downloads/download-links.ts'
import type { TextWork } from '../markdown/text-work.ts'
import type { Commit } from '../save/committing.ts'
import type { ContentIds } from '../save/content-ids.ts'
import { createDownloadSaving } from '../save/downloads.ts'
import { createRestoringDownloads } from '../save/restore-downloads.ts'
import { downloadsApi } from './downloads-api.ts'

/**
 * Creates the downloads: visitors get files by signed links, which are counted; administrators add,
 * change, delete and restore them.
 */
export function createDownloads(parts: {
  store: ContentStore
  read: (blob: string) => Promise<Uint8Array>
  counts: ReturnType<typeof createDownloadCounts>
  commit: Commit
  texts: TextWork
  ids: Pick<ContentIds, 'next'>
  /** Files that were deleted below `downloads/`, also those whose path another file has now. */
  deleted: () => Promise<ReadonlyArray<DeletedFile>>
  /** Sign the links. */
  secrets: ReadonlyArray<string>
  cacheDir: string
  siteUrl: string
  renderPage: (url: string) => Promise<SentPage>
  gate: CallGate
  now: () => Date
  log: Log
}) {
  const { store, counts, ids, siteUrl, log } = parts
  const links = createDownloadLinks({ secrets: parts.secrets, now: parts.now })
  const offered = (): Array<OfferedFile> =>
    store.reader.downloads().flatMap(({ id }) => store.downloadFile(id) ?? [])
  const plainFile = createBlobFiles(path.join(parts.cacheDir, 'downloads'), parts.read, () =>
    offered().map(({ blob }) => blob),
  )
  const { protocol, hostname } = new URL(siteUrl)
  const gate: RequestHandler = downloadGate({
    links,
    fileOf: (slug) => offered().find(({ download }) => download.slug === slug) ?? null,
    plainFile: ({ blob, download }) => plainFile(blob, download.fileSize),
    delivered: counts.delivered,
    render: parts.renderPage,
    secure: protocol === 'https:' || /^(localhost|127\.0\.0\.1|\[::1\])$/.test(hostname),
    failed: (error) => log.error({ err: error }, 'a download could not be counted'),
  })
  const saving = createDownloadSaving({
    ...parts,
    nextId: (highest) => ids.next('downloads', highest),
    highestCounted: counts.highestId,
  })
  const shown = (found: Parameters<typeof shownDownload>[0]) =>
    shownDownload(found, store, counts.of)
  return {
    /** A signed link to a download's file; null when there is no such download. */
    linkFor(id: number) {
      const found = store.downloadFile(id)
      return found && links.make(found.download)
    },
    /**
     * Sends the file to requests with a valid link; requests without a token go on to the page with
     * the form.
     */
    gate,
    /** Mounted at `/api`. */
    routes: downloadsApi(
      {
        ...saving,
        ...createRestoringDownloads(parts),
        list: () => allDownloads(store).map(shown),
        one(id) {
          const found = downloadById(store, id)
          return found && shown(found)
        },
      },
      { list: store.reader.downloads, count: counts.of },
      parts.gate,
    ),
  }
}
