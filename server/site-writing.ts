import { Router } from 'express'
import { createAdminItems } from './content/admin-items.ts'
import { contentApi } from './content/api/content-api.ts'
import { itemApi } from './content/api/item-api.ts'
import { type RenderBody, renderFile } from './content/body.ts'
import type { createContentIds } from './content/content-ids.ts'
import { createInboundLinks } from './content/inbound-links.ts'
import type { TextWork } from './content/markdown/text-work.ts'
import { createPreview } from './content/preview.ts'
import type { CommitFiles } from './content/saving/committing.ts'
import { createItemHistory, isSameItem } from './content/saving/item-history.ts'
import { createSaving } from './content/saving/saving.ts'
import type { ContentStore } from './content/store.ts'
import { createDeletedFiles } from './git/history/deleted-files.ts'
import { createHistoryReader } from './git/history/history-of.ts'
import { blobId } from './git/read/object-id.ts'
import type { Repository } from './git/read/open-repository.ts'
import type { CallGate } from './http/mount-calls.ts'

/** Joins the calls of content with the store, git and the ids. Mounted at `/api`. */
export function joinWriting(parts: {
  store: ContentStore
  read: (blob: string) => Uint8Array
  repository: Repository
  commit: CommitFiles
  gate: CallGate
  renderBody: RenderBody
  texts: TextWork
  ids: ReturnType<typeof createContentIds>
  siteUrl: string
  now: () => Date
}): Router {
  const { store, read, repository, gate, ids, renderBody, texts, siteUrl, now } = parts
  const git = {
    changes: createHistoryReader(repository, isSameItem).changes,
    deleted: createDeletedFiles(repository, isSameItem),
  }
  const history = createItemHistory({ store, read, git })
  const commit = renderingAhead(parts.commit, renderBody)
  const saving = createSaving({ store, read, commit, history, renderBody, texts, ids, siteUrl, now })
  const items = createAdminItems({ store, read, renderBody, texts, history })
  const inboundLinks = createInboundLinks({ store, read, texts, siteUrl })
  const preview = createPreview({ store, read, renderBody, texts })
  const imported = () =>
    [...store.files()].flatMap(({ entry }) =>
      entry?.kind === 'newsletters' && entry.messageId !== null
        ? [{ messageId: entry.messageId, id: entry.item.id, title: entry.item.title }]
        : [],
    )
  const { reader: site } = store
  return Router()
    .use(contentApi({ site, items, saving, preview, imported }, gate))
    .use(itemApi({ site, items, inboundLinks, saving }, gate))
}

/** Renders what is being committed while git waits for the disk. Whoever wants it afterwards finds it done, or asks again and meets the error. */
function renderingAhead(commit: CommitFiles, renderBody: RenderBody): CommitFiles {
  return (request) => {
    for (const { bytes } of request.changes)
      if (bytes) renderFile(blobId(bytes), () => bytes, renderBody).catch(() => undefined)
    return commit(request)
  }
}
