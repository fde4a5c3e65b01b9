import { type RequestHandler, Router } from 'express'
import type { CallGate } from '../../http/mount-calls.ts'
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
import { itemApi } from './item-api.ts'
import { siteFilesApi } from './site-files-api.ts'

/** The calls of the content, mounted at `/api`. */
export function contentRoutes(parts: {
  store: ContentStore
  read: (blob: string) => Uint8Array
  git: GitHistory & Pick<Parameters<typeof createUndo>[0], 'changesIn' | 'made'>
  commit: Commit
  renderBody: RenderBody
  texts: TextWork
  ids: Pick<ReturnType<typeof createContentIds>, 'next'>
  downloads: RequestHandler
  gate: CallGate
  siteUrl: string
  now: () => Date
}): RequestHandler {
  const { store, git, gate } = parts
  const { reader: site } = store
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
    .use(siteFilesApi(createSiteSaving(parts), createUndo({ ...parts, ...git }), gate))
    .use(parts.downloads)
    .use(contentApi({ site, items, saving, preview: createPreview(parts), imported }, gate))
    .use(itemApi({ site, items, inboundLinks, saving }, gate))
}
