import type { Router } from 'express'
import { pictureMaxBytes } from '#domain/media.ts'
import { createSafeFetch } from './analysis/safe-fetch.ts'
import type { MediaUses } from './content/media-uses.ts'
import { type CommitFiles, createCommitting } from './content/saving/committing.ts'
import type { ContentStore } from './content/store.ts'
import { createDeletedFiles } from './git/history/deleted-files.ts'
import type { Repository } from './git/read/open-repository.ts'
import type { CallGate } from './http/mount-calls.ts'
import { mediaApi } from './media/media-api.ts'
import type { MediaLibrary } from './media/media-library.ts'
import { createMediaShelf } from './media/media-shelf.ts'

/** Joins what administrators need to look after pictures. Mounted at `/api`. */
export function joinMedia(parts: {
  store: ContentStore
  files: { read(blob: string): Uint8Array; size(blob: string): number }
  repository: Repository
  commit: CommitFiles
  library: MediaLibrary
  uses: MediaUses
  gate: CallGate
  now: () => Date
}): Router {
  const { store, files, repository, commit, library, uses, gate, now } = parts
  const deletedFiles = createDeletedFiles(repository)
  const shelf = createMediaShelf({
    library,
    files: store.files,
    changedAt: store.changedAt,
    read: files.read,
    sizeOf: files.size,
    uses: uses.all,
    deleted: async () => (await deletedFiles('media')).files,
    committing: createCommitting({ store, commit }),
    now,
  })
  const fetchPublic = createSafeFetch({ maxBytes: pictureMaxBytes, timeoutMs: 15_000 })
  return mediaApi(shelf, fetchPublic, gate)
}
