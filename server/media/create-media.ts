import type { RequestHandler } from 'express'
import { pathOfMedium } from '#domain/beside.ts'
import type { ContentType } from '#domain/content.ts'
import { pictureMaxBytes } from '#domain/media.ts'
import type { CallGate } from '../http/mount-calls.ts'
import type { ContentFiles } from '../platform/content-files.ts'
import type { Log } from '../platform/log.ts'
import { createSafeFetch } from '../platform/safe-fetch.ts'
import { mediaApi } from './media-api.ts'
import { createMediaCatalogue, type MediaCatalogueParts } from './media-catalogue.ts'
import { createMediaLibrary, createSharpLoader } from './media-library.ts'
import { createMediaRouter } from './media-router.ts'
import { createSoundLibrary, type RunSoundTask } from './sounds/sound-library.ts'

/** Access to the pictures in the content folder. */
export interface PictureFolder
  extends Pick<MediaCatalogueParts, 'files' | 'changedAt' | 'uses' | 'commit'> {
  /** Blob id of a regular file, or null; a symbolic link is null. */
  blobAt(path: string): string | null
  /** Whether visitors may see a file beside texts. */
  isShown(path: string): Promise<boolean>
  /** Whether the draft that the token of a link shows has a file beside its text. */
  isShared(token: string, path: string): Promise<boolean>
  /** The folder of an item's file; null when there is no such item. */
  itemFolder(type: ContentType, id: number): string | null
}

/**
 * The media feature: serves pictures in the requested width and format, and sounds; administrators
 * upload, copy, delete and restore them.
 */
export function createMedia(parts: {
  cacheDir: string
  folder: PictureFolder
  files: Pick<ContentFiles, 'read' | 'size'>
  deleted: MediaCatalogueParts['deleted']
  /** Runs work on the bytes of sounds in another thread. */
  runSoundTask: RunSoundTask
  gate: CallGate
  now: () => Date
  log: Log
}) {
  const { cacheDir, folder, deleted, gate, now, log } = parts
  const { read, size: sizeOf } = parts.files
  const files = {
    blobAt: (path: string) => folder.blobAt(pathOfMedium(path)),
    read,
    size: sizeOf,
  }
  const report = (error: unknown) =>
    log.warn({ err: error }, 'the cache of media can not be read or written')
  const loadSharp = createSharpLoader()
  const library = createMediaLibrary({ files, cacheDir, loadSharp, report })
  const sounds = createSoundLibrary({ files, cacheDir, run: parts.runSoundTask, loadSharp, report })
  const catalogue = createMediaCatalogue({
    ...folder,
    library,
    sounds,
    read,
    sizeOf,
    deleted,
    now,
  })
  const fetchPublic = createSafeFetch({ maxBytes: pictureMaxBytes, timeoutMs: 15_000 })
  return {
    dimensions: library.dimensions,
    soundFacts: sounds.facts,
    waiting: library.waiting,
    routes: {
      /** Mount at `/media`: serves the pictures and sounds. */
      pictures: createMediaRouter(library, sounds, files, {
        isShown: folder.isShown,
        isShared: folder.isShared,
        who: gate.who,
        itemFolder: folder.itemFolder,
      }) as RequestHandler,
      /** Mount at `/api`: its writes need a session. */
      api: mediaApi(catalogue, fetchPublic, gate),
    },
  }
}
