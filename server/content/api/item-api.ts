import { type Response, Router } from 'express'
import type { z } from 'zod'
import type { AdminAnswerOf } from '#contract/call-types.ts'
import { itemCalls } from '#contract/content.ts'
import { type ContentType, contentTypes } from '#domain/content.ts'
import type { ContentPatch } from '#domain/content-input.ts'
import { itemTypes } from '#domain/item/types.ts'
import { filtersIn, type itemListQuery } from '#domain/list-filters.ts'
import type { SiteReader } from '#domain/site-reader.ts'
import { sendCompressed } from '../../http/compression.ts'
import { HttpError } from '../../http/http-error.ts'
import { type CallGate, mountCalls, sent } from '../../http/mount-calls.ts'
import { ifMatch, linkNext } from '../../http/request-parts.ts'
import { sendPieces } from '../../http/send-pieces.ts'
import type { Links } from '../links/create-links.ts'
import type { SaveResult } from '../save/committing.ts'
import type { createSaving } from '../save/items.ts'
import { withoutUnchanged } from '../save/requested-fields.ts'
import type { createAdminItems } from './admin-items.ts'
import { createBulkRuns } from './bulk-runs.ts'
import { listPage } from './list-query.ts'
import { publicItem } from './public-items.ts'
import { unlessConflict, unlessRefused } from './save-answer.ts'

export interface ItemParts {
  site: SiteReader
  items: ReturnType<typeof createAdminItems>
  links: Pick<Links, 'inbound'>
  saving: ReturnType<typeof createSaving>
}

type SavedItem = Extract<SaveResult, { kind: 'saved' }>

/**
 * Reading, writing and the history of items of every type (specification, section 7; rulings,
 * sections 4 and 6).
 */
export function itemApi(parts: ItemParts, gate: CallGate): Router {
  return Router().use(contentTypes.map((type) => itemsOf(type, parts, gate)))
}

function itemsOf(
  type: ContentType,
  { site, items, links, saving }: ItemParts,
  gate: CallGate,
): Router {
  const calls = itemCalls(type)
  const runs = createBulkRuns()
  const saved = (res: Response, made: SavedItem) => savedItem(items, res, type, made)
  return mountCalls<typeof calls>(
    calls,
    gate,
    {
      'GET /api/{type}': ({ person, query, res }) =>
        sendList(type, { site, items }, query, res, person !== null),
      'GET /api/{type}/facets': () => items.facets(type),
      'GET /api/{type}/ids': ({ query }) => {
        const { language } = site.settings()
        const { items: all } = listPage(items.listed(type, filtersIn(query)), query, language)
        return { ids: all.map(({ id }) => id) }
      },
      async 'POST /api/{type}/bulk'({ body: { ids, change }, once, person, req }) {
        const by = { person: person.user.id, key: req.get('Idempotency-Key'), of: ids.length }
        const { kind: _, ...answer } = await runs.run(by, (onProgress) =>
          once((saver) => saving.bulk(type, ids, change, { ...saver, onProgress })),
        )
        return answer
      },
      'GET /api/{type}/bulk/{key}': ({ params: { key }, person }) =>
        runs.progress(person.user.id, key),
      async 'POST /api/{type}/export'({ body: { ids }, res }) {
        res.type('zip').attachment(`${type}.zip`)
        return sendPieces(res, items.archive(type, ids))
      },
      async 'GET /api/{type}/{id}'({ params: { id }, person, res }) {
        if (person)
          return (await wholeItem(items, res, type, id)) as AnswerOf<
            ContentType,
            'GET /api/{type}/{id}'
          >
        return found(type, await publishedItem(site, type, id))
      },
      async 'POST /api/{type}'({ body, once, res }) {
        const result = await once((by) => saving.create(type, body as ContentPatch, by))
        return unlessRefused(result, itemTypes[type].notFound, (created) => {
          res.location(`/api/${type}/${created.id}`)
          return saved(res, created)
        })
      },
      'PATCH /api/{type}/{id}': {
        async prepare(body, { params: { id }, req }) {
          const named = ifMatch(req) ?? (body as { revision?: unknown } | undefined)?.revision
          return withoutUnchanged(
            body,
            await saving.versionOf(type, id, typeof named === 'string' ? named : undefined),
          )
        },
        async answer({ params: { id }, body, revision, once, res }) {
          const result = await once((by) =>
            saving.update(type, id, body as ContentPatch, { revision, ...by }),
          )
          return unlessConflict(result, itemTypes[type].notFound, (changed) => saved(res, changed))
        },
      },
      async 'DELETE /api/{type}/{id}'({ params: { id }, revision, once }) {
        const result = await once((by) => saving.remove(type, id, { revision, ...by }))
        return unlessConflict(result, itemTypes[type].notFound, ({ id, commit = null }) => ({
          deleted: true,
          id,
          commit,
        }))
      },
      'GET /api/{type}/{id}/links': async ({ params: { id } }) =>
        found(type, await links.inbound(type, id)),
      'GET /api/{type}/deleted': () => items.deleted(type),
      'GET /api/{type}/{id}/history': async ({ params: { id } }) =>
        found(type, await items.history(type, id)),
      'GET /api/{type}/{id}/history/{commit}': async ({
        params: { id, commit },
        query: { against },
      }) => found(type, await items.version(type, id, commit, against)) as never,
      async 'POST /api/{type}/{id}/restore'({ params: { id }, body: { commit }, once, res }) {
        const result = await once((by) => saving.restore(type, id, { commit, ...by }))
        return unlessConflict(result, itemTypes[type].notFound, (restored) => saved(res, restored))
      },
    },
    type,
  )
}

type AnswerOf<
  Type extends ContentType,
  Key extends keyof ReturnType<typeof itemCalls<Type>>,
> = AdminAnswerOf<ReturnType<typeof itemCalls<Type>>[Key]>

/** A whole item; its revision is the ETag. Throws HttpError 404. */
async function wholeItem(items: ItemParts['items'], res: Response, type: ContentType, id: number) {
  const item = found(type, await items.one(type, id))
  res.set('ETag', `"${item.revision}"`)
  return item
}

/** An item after a save, with the commit of that save; null when there was nothing to commit. */
export async function savedItem<Type extends ContentType>(
  items: ItemParts['items'],
  res: Response,
  type: Type,
  { id, commit = null }: SavedItem,
) {
  return { ...(await wholeItem(items, res, type, id)), commit } as AnswerOf<
    Type,
    'PATCH /api/{type}/{id}'
  >
}

async function publishedItem(site: SiteReader, type: ContentType, id: number) {
  const item = site.item(type, id)
  return item && publicItem(type, item, await site.body(item))
}

/** The value, or HttpError 404. */
function found<Value>(type: ContentType, value: Value | null): Value {
  if (value === null) throw new HttpError(404, itemTypes[type].notFound)
  return value
}

/** Sends a page of the list of a type; to whoever is signed in with unpublished items. */
async function sendList(
  type: ContentType,
  { site, items }: Pick<ItemParts, 'site' | 'items'>,
  query: z.output<typeof itemListQuery>,
  res: Response,
  isSignedIn: boolean,
) {
  const { language } = site.settings()
  const filters = filtersIn(query)
  const all = isSignedIn ? items.listed(type, filters) : site.items(type)
  const { items: listed, total, next } = listPage(all, query, language, filters)
  linkNext(res, next)
  // A browser without a network sorts the list that it has as the server does.
  if (isSignedIn) res.set({ 'X-Total-Count': String(total), 'Content-Language': language })
  // Only the items of this page are built: a site may have thousands.
  const shown = isSignedIn ? listed.flatMap(({ id }) => items.inList(type, id) ?? []) : listed
  await sendCompressed(res, shown)
  return sent
}
