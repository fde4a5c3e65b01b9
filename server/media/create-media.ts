import type { RequestHandler } from 'express'
import { pictureMaxBytes } from '#domain/media.ts'
import type { CallGate } from '../http/mount-calls.ts'
import type { Log } from '../platform/log.ts'
import { createSafeFetch } from '../platform/safe-fetch.ts'
import { mediaApi } from './media-api.ts'
import { createMediaCatalogue, type MediaCatalogueParts } from './media-catalogue.ts'
import { createMediaLibrary } from './media-library.ts'
import { createMediaRouter } from './media-router.ts'

/** The content folder with its pictures, as the content gives it. */
export interface PictureFolder extends Pick<MediaCatalogueParts, 'files' | 'changedAt' | 'uses' | 'commit'> {
  /** Blob of a regular file, or null; never of a link. */
  blobAt(path: string): string | null
}

/** Pictures: shows them in the width and format that a browser wants, and lets administrators add, copy, delete and restore them. */
export function createMedia(parts: {
  cacheDir: string
  folder: PictureFolder
  read: (blob: string) => Uint8Array
  sizeOf: (blob: string) => number
  deleted: MediaCatalogueParts['deleted']
  gate: CallGate
  now: () => Date
  log: Log
}) {
  const { cacheDir, folder, read, sizeOf, deleted, gate, now, log } = parts
  const library = createMediaLibrary({
    files: { blobAt: folder.blobAt, read },
    cacheDir,
    report: (error) => log.warn({ err: error }, 'the cache of pictures is out of order'),
  })
  const catalogue = createMediaCatalogue({ ...folder, library, read, sizeOf, deleted, now })
  const fetchPublic = createSafeFetch({ maxBytes: pictureMaxBytes, timeoutMs: 15_000 })
  return {
    dimensions: library.dimensions,
    routes: {
      /** Mounted at `/media`: the pictures themselves. */
      pictures: createMediaRouter(library) as RequestHandler,
      /** Mounted at `/api`, its writes behind the session check. */
      api: mediaApi(catalogue, fetchPublic, gate),
    },
  }
}
