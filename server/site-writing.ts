import { type Request, type RequestHandler, Router } from 'express'
import { createAdminItems } from './content/admin-items.ts'
import { contentHistoryApi } from './content/api/content-history-api.ts'
import { contentWriteApi } from './content/api/content-write-api.ts'
import { previewApi } from './content/api/preview-api.ts'
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
import { createAdminParts } from './http/admin-parts.ts'
import type { SignedIn } from './http/signed-in.ts'

/** Joins what administrators need to change content: the store, git and the ids. Mounted at `/api`; visitors fall through to the public calls. */
export function joinWriting(parts: {
  store: ContentStore
  read: (blob: string) => Uint8Array
  repository: Repository
  commit: CommitFiles
  /** Makes a write with an `Idempotency-Key` happen once. */
  once: RequestHandler
  renderBody: RenderBody
  texts: TextWork
  accounts: { requireSession: RequestHandler; who: (req: Request) => Promise<SignedIn | null> }
  ids: ReturnType<typeof createContentIds>
  siteUrl: string
  now: () => Date
}): Router {
  const { store, read, repository, once, ids, renderBody, texts, siteUrl, now } = parts
  const { requireSession, who } = parts.accounts
  const git = {
    changes: createHistoryReader(repository, isSameItem).changes,
    deleted: createDeletedFiles(repository, isSameItem),
  }
  const history = createItemHistory({ store, read, git })
  const commit = renderingAhead(parts.commit, renderBody)
  const saving = createSaving({ store, read, commit, history, renderBody, texts, ids, siteUrl, now })
  const items = createAdminItems({ store, read, renderBody, texts, history })
  const inboundLinks = createInboundLinks({ store, read, texts, siteUrl })
  const admin = createAdminParts(siteUrl, once)
  return Router()
    .use(previewApi(createPreview({ store, read, renderBody, texts }), admin.body))
    .use(contentHistoryApi({ ...admin, requireSession, items, inboundLinks, saving }))
    .use(contentWriteApi({ ...admin, who, items, saving }))
}

/** Renders what is being committed while git waits for the disk. Whoever wants it afterwards finds it done, or asks again and meets the error. */
function renderingAhead(commit: CommitFiles, renderBody: RenderBody): CommitFiles {
  return (request) => {
    for (const { bytes } of request.changes)
      if (bytes) renderFile(blobId(bytes), () => bytes, renderBody).catch(() => undefined)
    return commit(request)
  }
}
