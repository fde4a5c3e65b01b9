import type { ContentType } from '#domain/content.ts'
import { type AnswerTo, adminCall } from './admin-call.ts'

/** A whole item. */
export type AdminItem<Type extends ContentType = ContentType> = AnswerTo<`GET /api/${Type}/{id}`>
/** Loads a whole item. */
export function loadItem(type: ContentType, id: number): Promise<AdminItem> {
  return adminCall(`GET /api/${type}/{id}`, { params: { id } })
}
/** An item after a save, with the commit of that save; null when there was nothing to commit. */
export type SavedItem<Type extends ContentType = ContentType> = AnswerTo<`PATCH /api/${Type}/{id}`>
/** A commit that changed an item. */
export type ItemCommit = AnswerTo<`GET /api/${ContentType}/{id}/history`>[number]
/**
 * An item as it was after a commit, null when that deleted it, and what the commit changed: a
 * unified diff without file headers.
 */
export type ItemAtCommit = AnswerTo<`GET /api/${ContentType}/{id}/history/{commit}`>
export type InboundLink = AnswerTo<`GET /api/${ContentType}/{id}/links`>[number]

/** Query keys: the path first, so that everything of a type can be refreshed by it. */
export const contentKeys = {
  all: (type: ContentType) => [`/api/${type}`] as const,
  list: (type: ContentType, query: object = {}) => [`/api/${type}`, query] as const,
  item: (type: ContentType, id: number) => [`/api/${type}`, id] as const,
  history: (type: ContentType, id: number) => [`/api/${type}`, id, 'history'] as const,
  facets: (type: ContentType) => [`/api/${type}`, 'facets'] as const,
  deleted: (type: ContentType) => [`/api/${type}`, 'deleted'] as const,
}
