import type { Article, ContentType, NewsItem, Newsletter, RenderedBody } from '#domain/content.ts'
import type { ContentPatch } from '#domain/content-input.ts'
import { adminRead, adminRequest, adminWrite, newIdempotencyKey } from './admin-request.ts'
import { nextCursor } from './next-cursor.ts'
import { refusalOf } from './request.ts'

/** What an administrator's answer carries besides the fields of the item. */
interface Edited {
  status: 'published' | 'scheduled' | 'draft'
  /** What the file says of itself; an item without a date is a draft as well. */
  draft: boolean
  /** The git blob id of the file; a change names the one that it started from. */
  revision: string
}

/** The body as it stands in the file and as visitors see it. */
interface WithBody {
  markdown: string
  /** Sanitised HTML. */
  content: string
  formattedContent: string
  /** Where it stands on the site. */
  url: string
  /** Why the body can't be shown. */
  contentProblem?: string
}

interface IssueArticles {
  articles: Array<{ title: string; excerpt: string; content: string; markdown: string }>
}

interface Fields {
  articles: Omit<Article, 'aliases' | 'blob'>
  news: Omit<NewsItem, 'aliases' | 'blob'>
  newsletters: Omit<Newsletter, 'aliases' | 'blob'>
}

/** An item in the list of a type; drafts and scheduled ones are among them. */
export type AdminListItem<Type extends ContentType = ContentType> = Fields[Type] & Edited

/** A whole item. */
export type AdminItem<Type extends ContentType = ContentType> = AdminListItem<Type> &
  WithBody &
  (Type extends 'newsletters' ? IssueArticles : unknown)

/** A commit that changed an item. */
export interface ItemCommit {
  commit: string
  author: { name: string; email: string }
  /** ISO instant. */
  date: string
  message: string
}

/** An item as it was after a commit, null when that deleted it, and what the commit changed: a unified diff without file headers. */
export interface ItemAtCommit<Type extends ContentType = ContentType> extends ItemCommit {
  item: AdminItem<Type> | null
  diff: string
}

/** Who links to an item: another item, or a page of its own (`id` is null). */
export interface InboundLink {
  type: ContentType | 'pages'
  id: number | null
  title: string
  url: string
  status: Edited['status']
}

/** A deleted item, with the commit that deleted it. */
export interface DeletedItem extends ItemCommit {
  id: number
  title: string
}

export interface ListQuery {
  q?: string
  sort?: 'newest' | 'oldest' | 'title' | 'title-desc'
  /** With a limit the list comes in pages. */
  limit?: number
  cursor?: string
}

export interface ItemList<Type extends ContentType> {
  items: Array<AdminListItem<Type>>
  /** How many match in all. */
  total: number
  /** The cursor of the next page; null on the last one. */
  next: string | null
}

/** A body as the public page would show it. Newsletters have their articles too. */
export type PreviewedBody = Pick<RenderedBody, 'html' | 'toc'> & { articles?: RenderedBody['articles'] }

/** How a write is made once although it may be sent again: the same key for the same attempt. */
interface Attempt {
  key: string
  /** Whose write it is: anybody else who is signed in by now is asked to sign in as them. */
  user?: number
}

const path = (type: ContentType, id?: number) => (id === undefined ? `/api/${type}` : `/api/${type}/${id}`)
const once = ({ key, user }: Attempt) => ({
  'Idempotency-Key': key,
  ...(user !== undefined && { 'X-Session-User': String(user) }),
})

/** The word for one item of a type in the specification's internal messages (rulings, section 6b). */
const itemWord: Readonly<Record<ContentType, string>> = {
  articles: 'article',
  news: 'news item',
  newsletters: 'newsletter',
}

/** Query keys: the path first, so that everything of a type can be refreshed by it. */
export const contentKeys = {
  all: (type: ContentType) => [`/api/${type}`] as const,
  list: (type: ContentType, query: ListQuery = {}) => [`/api/${type}`, query] as const,
  item: (type: ContentType, id: number) => [`/api/${type}`, id] as const,
  history: (type: ContentType, id: number) => [`/api/${type}`, id, 'history'] as const,
  deleted: (type: ContentType) => [`/api/${type}`, 'deleted'] as const,
}

/** `GET /api/{type}`: drafts and scheduled items too, without bodies. A non-list answer counts as empty (specification, section 7). */
export async function listItems<Type extends ContentType>(
  type: Type,
  query: ListQuery = {},
  signal?: AbortSignal,
): Promise<ItemList<Type>> {
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== '')
  const parameters = new URLSearchParams(given.map(([name, value]) => [name, String(value)]))
  const address = given.length > 0 ? `${path(type)}?${parameters}` : path(type)
  const response = await adminRequest(address, signal ? { signal } : {})
  const answer: unknown = await response.json()
  const items = Array.isArray(answer) ? (answer as Array<AdminListItem<Type>>) : []
  return { items, total: Number(response.headers.get('X-Total-Count') ?? items.length), next: nextCursor(response) }
}

/** `GET /api/{type}/{id}`. Throws `RequestError` 404. */
export const readItem = <Type extends ContentType>(type: Type, id: number) => adminRead<AdminItem<Type>>(path(type, id))

/**
 * `PATCH /api/{type}/{id}` with the changed fields and the revision that they started from. Throws 'Failed to update {type}' with the refusal as its
 * cause: 409 with all versions when somebody else changed the same, 409 with a sentence when the file can't be written now, 422 with `issues`.
 */
export const updateItem = <Type extends ContentType>(
  type: Type,
  id: number,
  change: { patch: object; revision: string } & Attempt,
) =>
  telling(`Failed to update ${itemWord[type]}`, () =>
    adminWrite<AdminItem<Type>>('PATCH', path(type, id), {
      payload: { ...change.patch, revision: change.revision },
      headers: once(change),
    }),
  )

/** `GET /api/{type}/{id}/history`: the commits of an item, newest first. */
export const readHistory = (type: ContentType, id: number) => adminRead<Array<ItemCommit>>(`${path(type, id)}/history`)

/** `GET /api/{type}/{id}/history/{commit}`. */
export const readVersion = (type: ContentType, id: number, commit: string) =>
  adminRead<ItemAtCommit>(`${path(type, id)}/history/${commit}`)

/** `POST /api/{type}/{id}/restore`: a new commit with the text of an old one. Answers the item. */
export const restoreVersion = <Type extends ContentType>(
  type: Type,
  id: number,
  restoring: { commit: string } & Attempt,
) =>
  adminWrite<AdminItem<Type>>('POST', `${path(type, id)}/restore`, {
    payload: { commit: restoring.commit },
    headers: once(restoring),
  })

/** `GET /api/{type}/{id}/links`: what links to an item. */
export const readInboundLinks = (type: ContentType, id: number) =>
  adminRead<Array<InboundLink>>(`${path(type, id)}/links`)

/** `POST /api/articles/{id}/move`: another slug, the old address leading to it, links to it rewritten in the same commit. Answers the article. */
export const moveArticle = (id: number, to: { slug: string; rewriteLinks: boolean } & Attempt) =>
  adminWrite<AdminItem<'articles'>>('POST', `${path('articles', id)}/move`, {
    payload: { slug: to.slug, rewriteLinks: to.rewriteLinks },
    headers: once(to),
  })

/** `POST /api/preview`: the body as the public page would show it; writes nothing. */
export const previewBody = (item: {
  type: ContentType
  id?: number
  content: string
  articles?: ReadonlyArray<object>
}) => adminWrite<PreviewedBody>('POST', '/api/preview', { payload: { contentFormat: 'markdown', ...item } })

/**
 * `POST /api/{type}`. Throws 'Failed to create {type}' (specification, section 8) with the refusal as its cause, which `reasonOf` and `issuesOf` see.
 */
export const createItem = <Type extends ContentType>(type: Type, fields: ContentPatch, attempt?: Attempt) =>
  telling(`Failed to create ${itemWord[type]}`, () =>
    adminWrite<AdminItem<Type>>('POST', path(type), {
      payload: fields,
      headers: once(attempt ?? { key: newIdempotencyKey() }),
    }),
  )

/** What `createItem` has made under this key of these fields, whose answer was lost; null when nothing. Makes nothing. */
export async function findCreated<Type extends ContentType>(
  type: Type,
  fields: Record<string, unknown>,
  attempt: Attempt,
): Promise<AdminItem<Type> | null> {
  return replayed((headers) => adminWrite('POST', path(type), { payload: fields, headers }), attempt)
}

/** The same of `updateItem`. */
export async function findUpdated<Type extends ContentType>(
  type: Type,
  id: number,
  { patch, revision, ...attempt }: { patch: object; revision: string } & Attempt,
): Promise<AdminItem<Type> | null> {
  const payload = { ...patch, revision }
  return replayed((headers) => adminWrite('PATCH', path(type, id), { payload, headers }), attempt)
}

async function replayed<Answer>(
  write: (headers: Record<string, string>) => Promise<Answer | null>,
  attempt: Attempt,
): Promise<Answer | null> {
  try {
    return await write({ ...once(attempt), 'Idempotency-Replay': 'only' })
  } catch (error) {
    // It was made, and is gone again.
    if (refusalOf(error)?.status === 404) return null
    throw error
  }
}

/** `DELETE /api/{type}/{id}`; the item can be restored from the commit that `readDeleted` names. Throws 'Failed to delete {type}' with its cause. */
export const deleteItem = (type: ContentType, id: number, revision?: string, attempt?: Attempt) =>
  telling(`Failed to delete ${itemWord[type]}`, () =>
    adminWrite<{ deleted: true; id: number }>('DELETE', path(type, id), {
      headers: {
        ...once(attempt ?? { key: newIdempotencyKey() }),
        ...(revision !== undefined && { 'If-Match': `"${revision}"` }),
      },
    }),
  )

/** `GET /api/{type}/deleted`: what went last comes first. */
export const readDeleted = (type: ContentType) => adminRead<Array<DeletedItem>>(`${path(type)}/deleted`)

async function telling<Answer>(what: string, write: () => Promise<Answer>): Promise<Answer> {
  try {
    return await write()
  } catch (cause) {
    throw new Error(what, { cause })
  }
}

/** `GET /api/newsletters/imported`: the newsletters that came from mails. */
export const readImported = () =>
  adminRead<Array<{ messageId: string; id: number; title: string }>>('/api/newsletters/imported')
