import type { Article, ContentType, NewsItem, Newsletter, RenderedBody } from '#domain/content.ts'
import { adminRead, adminWrite } from './admin-request.ts'

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

/** A body as the public page would show it. Newsletters have their articles too. */
export type PreviewedBody = Pick<RenderedBody, 'html' | 'toc'> & { articles?: RenderedBody['articles'] }

/** How a write is made once although it may be sent again: the same key for the same attempt. */
interface Attempt {
  key: string
}

const path = (type: ContentType, id?: number) => (id === undefined ? `/api/${type}` : `/api/${type}/${id}`)
const once = ({ key }: Attempt) => ({ 'Idempotency-Key': key })

/** `GET /api/{type}/{id}`. Throws `RequestError` 404. */
export const readItem = <Type extends ContentType>(type: Type, id: number) => adminRead<AdminItem<Type>>(path(type, id))

/**
 * `PATCH /api/{type}/{id}` with the changed fields and the revision that they started from. Throws `RequestError`: 409 with all versions when somebody
 * else changed the same, 409 with a sentence when the file can't be written now, 422 with `issues`.
 */
export const updateItem = <Type extends ContentType>(
  type: Type,
  id: number,
  change: { patch: object; revision: string } & Attempt,
) =>
  adminWrite<AdminItem<Type>>('PATCH', path(type, id), {
    payload: { ...change.patch, revision: change.revision },
    headers: once(change),
  })

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
