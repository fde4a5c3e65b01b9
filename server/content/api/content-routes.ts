import { type RequestHandler, Router } from 'express'
import type { AdminAccess } from '../../http/admin-parts.ts'
import { createAdminItems } from '../admin-items.ts'
import type { RenderBody } from '../body.ts'
import type { createContentIds } from '../content-ids.ts'
import { createInboundLinks } from '../inbound-links.ts'
import type { TextWork } from '../markdown/text-work.ts'
import { createPreview } from '../preview.ts'
import type { Commit } from '../saving/committing.ts'
import { createItemHistory, type GitHistory } from '../saving/item-history.ts'
import { createSaving } from '../saving/saving.ts'
import { createSiteSaving } from '../site-files/site-saving.ts'
import { createUndo } from '../site-files/undo-commit.ts'
import type { ContentStore } from '../store.ts'
import { contentApi } from './content-api.ts'
import { contentHistoryApi } from './content-history-api.ts'
import { contentWriteApi } from './content-write-api.ts'
import { previewApi } from './preview-api.ts'
import { siteFilesApi } from './site-files-api.ts'

/**
 * The calls of the content: those of administrators first, from which visitors fall through to the public ones. Mounted at `/api`, its writes behind the
 * session check.
 */
export function contentRoutes(parts: {
  store: ContentStore
  read: (blob: string) => Uint8Array
  git: GitHistory & Pick<Parameters<typeof createUndo>[0], 'changesIn' | 'made'>
  commit: Commit
  renderBody: RenderBody
  texts: TextWork
  ids: Pick<ReturnType<typeof createContentIds>, 'next'>
  /** The calls of downloads for administrators. */
  downloads: RequestHandler
  downloadCount: (id: number) => number
  access: AdminAccess
  siteUrl: string
  now: () => Date
}): RequestHandler {
  const { store, git, access, downloadCount } = parts
  const history = createItemHistory(parts)
  const items = createAdminItems({ ...parts, history })
  const saving = createSaving({ ...parts, history })
  const inboundLinks = createInboundLinks(parts)
  /** Newsletters that came from a mail. */
  const imported = () =>
    [...store.files()].flatMap(({ entry }) =>
      entry?.kind === 'newsletters' && entry.messageId !== null
        ? [{ messageId: entry.messageId, id: entry.item.id, title: entry.item.title }]
        : [],
    )
  return Router()
    .use(siteFilesApi({ ...access, files: createSiteSaving(parts), imported, undo: createUndo({ ...parts, ...git }) }))
    .use(parts.downloads)
    .use(previewApi(createPreview(parts), access.body))
    .use(contentHistoryApi({ ...access, items, inboundLinks, saving }))
    .use(contentWriteApi({ ...access, items, saving }))
    .use(contentApi(store.reader, downloadCount))
}
