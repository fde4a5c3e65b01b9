import { Router } from 'express'
import { siteFilesApi } from './content/api/site-files-api.ts'
import type { RenderBody } from './content/body.ts'
import type { createContentIds } from './content/content-ids.ts'
import { heldDownload, heldDownloads, toldDownload } from './content/downloads/download-list.ts'
import { createDownloadSaving } from './content/downloads/download-saving.ts'
import { downloadsApi } from './content/downloads/downloads-api.ts'
import { createRestoringDownloads } from './content/downloads/restoring-downloads.ts'
import type { TextWork } from './content/markdown/text-work.ts'
import { type CommitFiles, createCommitting } from './content/saving/committing.ts'
import { createSiteSaving } from './content/site-files/site-saving.ts'
import { createUndo } from './content/site-files/undo-commit.ts'
import type { ContentStore } from './content/store.ts'
import { commitChanges } from './git/history/commit-changes.ts'
import { createDeletedFiles } from './git/history/deleted-files.ts'
import type { Repository } from './git/read/open-repository.ts'
import type { WriteLane } from './git/write/write-lane.ts'
import type { CallGate } from './http/mount-calls.ts'

/** Joins what administrators need to change downloads, the static pages and `site.yaml`. Mounted at `/api`; visitors fall through to the public calls. */
export function joinSiteFiles(parts: {
  store: ContentStore
  read: (blob: string) => Uint8Array
  repository: Repository
  lane: Pick<WriteLane, 'made'>
  commit: CommitFiles
  ids: ReturnType<typeof createContentIds>
  counts: { of(id: number): number; highestId(): number }
  renderBody: RenderBody
  texts: TextWork
  gate: CallGate
}): Router {
  const { store, read, repository, lane, commit, counts, renderBody, texts, gate } = parts
  const committing = createCommitting({ store, commit })
  const deletedFiles = createDeletedFiles(repository)
  const deleted = async () => (await deletedFiles('downloads', { replaced: true })).files
  const restoring = createRestoringDownloads({ store, read, committing, deleted })
  const saving = createDownloadSaving({
    store,
    read,
    texts,
    committing,
    nextId: (highest) => parts.ids.next('downloads', highest),
    deleted,
    highestCounted: counts.highestId,
  })
  const told = (held: Parameters<typeof toldDownload>[0]) => toldDownload(held, store, counts.of)
  return Router()
    .use(
      siteFilesApi(
        createSiteSaving({ store, read, renderBody, texts, committing }),
        createUndo({
          store,
          read,
          committing,
          changesIn: (id) => commitChanges(repository, id),
          made: lane.made,
        }),
        gate,
      ),
    )
    .use(
      downloadsApi(
        {
          ...saving,
          ...restoring,
          list: () => heldDownloads(store).map(told),
          one(id) {
            const held = heldDownload(store, id)
            return held && told(held)
          },
        },
        { list: store.reader.downloads, count: counts.of },
        gate,
      ),
    )
}
