import { type RequestHandler, Router } from 'express'
import { contentCalls } from '#contract/content.ts'
import { isBulkMessage } from '#domain/bulk-change.ts'
import { itemTypes } from '#domain/item/types.ts'
import { samplesMessage } from '#domain/samples.ts'
import { sendCompressed } from '../../http/compression.ts'
import { HttpError } from '../../http/http-error.ts'
import { type CallGate, mountCalls, sent } from '../../http/mount-calls.ts'
import { linkNext } from '../../http/request-parts.ts'
import type { MediaUses } from '../catalog/media-uses.ts'
import type { ContentStore } from '../catalog/store.ts'
import type { Links } from '../links/create-links.ts'
import type { TextWork } from '../markdown/text-work.ts'
import type { RenderBody } from '../read/body.ts'
import { readingVocabulary } from '../read/reading-rules.ts'
import { createSamples } from '../samples/create-samples.ts'
import type { Commit } from '../save/committing.ts'
import type { ContentIds } from '../save/content-ids.ts'
import { createItemHistory, type GitHistory } from '../save/item-history.ts'
import { createSaving } from '../save/items.ts'
import { createPageSaving } from '../save/pages.ts'
import { createSettingsSaving } from '../save/settings.ts'
import { createUndo, mostSavedFiles } from '../save/undo-commit.ts'
import { createAdminItems } from './admin-items.ts'
import { createAdminPages } from './admin-pages.ts'
import { type DraftTexts, draftsApi } from './drafts-api.ts'
import { type ItemParts, itemApi, savedItem } from './item-api.ts'
import { createItemChanges } from './item-changes.ts'
import { listPage } from './list-query.ts'
import { createPreview } from './preview.ts'
import { allInCategory, publicItem } from './public-items.ts'
import { unlessConflict } from './save-answer.ts'
import { siteFilesApi } from './site-files-api.ts'
import { snippetsApi } from './snippets-api.ts'
import { createVersionAnswers } from './version-answers.ts'

/**
 * Calls that concern one type or all types. They are mounted before the calls with an id, which
 * would read `featured` as one.
 */
export function contentApi(
  parts: Pick<ItemParts, 'site' | 'items' | 'saving'> & {
    preview: ReturnType<typeof createPreview>
    /** Newsletters that were imported from mails. */
    imported: () => Array<{ messageId: string; id: number; title: string }>
    links: Pick<Links, 'find' | 'check'>
  },
  gate: CallGate,
): Router {
  const { site, items, saving, preview, imported, links } = parts
  return mountCalls(contentCalls, gate, {
    async 'GET /api/articles/featured'({ res }) {
      await sendCompressed(res, site.featured())
      return sent
    },
    async 'GET /api/articles/slug/{slug}'({ params: { slug } }) {
      const article = site.item('articles', slug.normalize('NFC'))
      if (!article) throw new HttpError(404, itemTypes.articles.notFound)
      return publicItem('articles', article, await site.body(article))
    },
    async 'GET /api/articles/category/{category}'({ params, query, res }) {
      const category =
        params.category === 'all'
          ? 'all'
          : readingVocabulary(site.settings()).categories.normalize(params.category)
      if (category === null) throw new HttpError(404, 'Unknown category')
      const { items: listed, next } = listPage(
        allInCategory(site, category),
        query,
        site.settings().language,
      )
      linkNext(res, next)
      await sendCompressed(res, listed)
      return sent
    },
    'GET /api/newsletters/imported': () => imported(),
    async 'POST /api/articles/{id}/move'({ params: { id }, body, once, res }) {
      const result = await once((by) => saving.move(id, { ...body, ...by }))
      return unlessConflict(result, itemTypes.articles.notFound, (moved) =>
        savedItem(items, res, 'articles', moved),
      )
    },
    'GET /api/links': ({ query: { q } }) => links.find(q ?? ''),
    'POST /api/links/check': ({ body: { urls } }) => links.check(urls),
    'POST /api/preview': ({ body: { type, ...item } }) => preview(type, item),
  })
}

/** Whether a commit of any size is one change of the site. */
const isWhole = (message: string) => message === samplesMessage || isBulkMessage(message)

/** The API calls of the feature `content`, mounted at `/api`. */
export function contentRoutes(parts: {
  store: ContentStore
  read: (blob: string) => Promise<Uint8Array>
  git: GitHistory & Pick<Parameters<typeof createUndo>[0], 'changesIn' | 'made'>
  commit: Commit
  renderBody: RenderBody
  texts: TextWork
  ids: Pick<ContentIds, 'next'>
  links: Links
  uses: MediaUses
  drafts: DraftTexts
  downloads: RequestHandler
  gate: CallGate
  siteUrl: string
  now: () => Date
}): RequestHandler {
  const { store, git, gate } = parts
  const { reader: site } = store
  const history = createItemHistory(parts)
  const changes = createItemChanges({
    ...parts,
    rules: site.settings,
    changesIn: git.changesIn,
  })
  const versionAnswers = createVersionAnswers({ ...parts, changes })
  const items = createAdminItems({ ...parts, history, versionAnswers })
  const saving = createSaving({ ...parts, history })
  /** Newsletters that were imported from mails. */
  const imported = () =>
    [...store.files()].flatMap(({ entry }) =>
      entry?.kind === 'newsletters' && entry.messageId
        ? [{ messageId: entry.messageId, id: entry.item.id, title: entry.item.title }]
        : [],
    )
  return Router()
    .use(
      siteFilesApi(
        {
          ...createAdminPages({ ...parts, history, versionAnswers }),
          ...createPageSaving({ ...parts, history }),
        },
        createSettingsSaving(parts),
        createSamples({ ...parts, settings: site.settings }),
        createUndo({ ...parts, ...git, mostFiles: mostSavedFiles, isWhole }),
        gate,
      ),
    )
    .use(snippetsApi(parts))
    .use(draftsApi(parts.drafts, gate))
    .use(parts.downloads)
    .use(
      contentApi(
        { site, items, saving, preview: createPreview(parts), imported, links: parts.links },
        gate,
      ),
    )
    .use(itemApi({ site, items, links: parts.links, saving }, gate))
}
