import { type Response, Router } from 'express'
import type { AdminAnswerOf } from '#contract/call-types.ts'
import { itemCalls } from '#contract/content.ts'
import { type ContentType, contentTypes } from '#domain/content.ts'
import type { ContentPatch } from '#domain/content-input.ts'
import type { SiteReader } from '#domain/site-reader.ts'
import { HttpError } from '../../http/http-error.ts'
import { ifMatch } from '../../http/if-match.ts'
import { type CallGate, mountCalls, sent } from '../../http/mount-calls.ts'
import { sendCompressed } from '../../http/send-compressed.ts'
import type { createAdminItems } from '../admin-items.ts'
import type { createInboundLinks } from '../inbound-links.ts'
import type { createSaving } from '../saving/saving.ts'
import { listPage } from './list-query.ts'
import { publicArticle, publicNewsItem, publicNewsletter } from './public-items.ts'
import { unlessConflict, unlessRefused } from './save-answer.ts'
import { withoutUnchanged } from './unchanged-fields.ts'

export interface ItemParts {
  site: SiteReader
  items: ReturnType<typeof createAdminItems>
  inboundLinks: ReturnType<typeof createInboundLinks>
  saving: ReturnType<typeof createSaving>
}

type Calls = ReturnType<typeof itemCalls<ContentType>>
type AdminItem = AdminAnswerOf<Calls['GET /api/{type}/{id}']>

export const notFound: Readonly<Record<ContentType, string>> = {
  articles: 'Article not found',
  news: 'News item not found',
  newsletters: 'Newsletter not found',
}

/** For visitors: always asked again, answered from the browser's own copy when nothing has changed. */
export const publicCache = 'public, max-age=0, must-revalidate'

/** Reading, writing and the history of items of every type (specification, section 7; rulings, sections 4 and 6). */
export function itemApi(parts: ItemParts, gate: CallGate): Router {
  return Router().use(contentTypes.map((type) => itemsOf(type, parts, gate)))
}

function itemsOf(type: ContentType, { site, items, inboundLinks, saving }: ItemParts, gate: CallGate): Router {
  const calls = itemCalls(type)
  return mountCalls<typeof calls>(
    calls,
    gate,
    {
      async 'GET /api/{type}'({ person, query, req, res }) {
        const { items: listed, total, next } = listPage(person ? items.listed(type) : publishedList(site, type), query)
        if (next !== null) res.links({ next: `${req.baseUrl}${req.path}?${next}` })
        if (person) res.set('X-Total-Count', String(total))
        else res.set('Cache-Control', publicCache)
        // Only what is sent is made: a site may hold thousands.
        await sendCompressed(res, person ? listed.flatMap(({ id }) => items.inList(type, id) ?? []) : listed)
        return sent
      },
      async 'GET /api/{type}/{id}'({ params: { id }, person, res }) {
        if (person) return whole(res, id)
        res.set('Cache-Control', publicCache)
        return found(type, await publishedItem(site, type, id))
      },
      async 'POST /api/{type}'({ body, author, once, res }) {
        const result = await once((write) => saving.create(type, body as ContentPatch, { author, write }))
        return unlessRefused(result, notFound[type], ({ id }) => {
          res.location(`/api/${type}/${id}`)
          return whole(res, id)
        })
      },
      'PATCH /api/{type}/{id}': {
        prepare(body, { params: { id }, req }) {
          const named = ifMatch(req) ?? (body as { revision?: unknown } | undefined)?.revision
          return withoutUnchanged(body, saving.versionOf(type, id, typeof named === 'string' ? named : undefined))
        },
        async answer({ params: { id }, body, revision, author, once, res }) {
          const result = await once((write) =>
            saving.update(type, id, body as ContentPatch, { revision, author, write }),
          )
          return unlessConflict(result, notFound[type], (saved) => whole(res, saved.id))
        },
      },
      async 'DELETE /api/{type}/{id}'({ params: { id }, revision, author, once }) {
        const result = await once((write) => saving.remove(type, id, { revision, author, write }))
        return unlessConflict(result, notFound[type], (gone) => ({ deleted: true, id: gone.id }))
      },
      'GET /api/{type}/{id}/links': async ({ params: { id } }) => found(type, await inboundLinks(type, id)),
      'GET /api/{type}/deleted': () => items.deleted(type),
      'GET /api/{type}/{id}/history': async ({ params: { id } }) => found(type, await items.history(type, id)),
      'GET /api/{type}/{id}/history/{commit}': async ({ params: { id, commit } }) =>
        found(type, await items.version(type, id, commit)) as never,
      async 'POST /api/{type}/{id}/restore'({ params: { id }, body: { commit }, author, once, res }) {
        const result = await once((write) => saving.restore(type, id, { commit, author, write }))
        return unlessConflict(result, notFound[type], (restored) => whole(res, restored.id))
      },
    },
    type,
  )

  function whole(res: Response, id: number): Promise<AdminItem> {
    return wholeItem(items, res, type, id)
  }
}

/** A whole item; its revision is the ETag. Throws HttpError 404. */
export async function wholeItem<Type extends ContentType>(
  items: ItemParts['items'],
  res: Response,
  type: Type,
  id: number,
) {
  const item = found(type, await items.one(type, id))
  res.set('ETag', `"${item.revision}"`)
  return item as AdminAnswerOf<ReturnType<typeof itemCalls<Type>>['GET /api/{type}/{id}']>
}

function publishedList(site: SiteReader, type: ContentType) {
  return { articles: site.articles, news: site.news, newsletters: site.newsletters }[type]()
}

async function publishedItem(site: SiteReader, type: ContentType, id: number) {
  if (type === 'articles') {
    const article = site.articleById(id)
    return article && publicArticle(article, await site.body(article))
  }
  if (type === 'news') {
    const item = site.newsItem(id)
    return item && publicNewsItem(item, await site.body(item))
  }
  const issue = site.newsletter(id)
  return issue && publicNewsletter(issue, await site.body(issue))
}

/** The value, or HttpError 404. */
function found<Value>(type: ContentType, value: Value | null): Value {
  if (value === null) throw new HttpError(404, notFound[type])
  return value
}
