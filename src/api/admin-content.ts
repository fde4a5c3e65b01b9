import type { ContentType } from '#domain/content.ts'
import type { ContentPatch } from '#domain/content-input.ts'
import { type AnswerTo, adminCall } from './admin-call.ts'
import { newIdempotencyKey } from './admin-request.ts'
import { refusalOf } from './request.ts'

/** A whole item. */
export type AdminItem<Type extends ContentType = ContentType> = AnswerTo<`GET /api/${Type}/{id}`>
/** A commit that changed an item. */
export type ItemCommit = AnswerTo<`GET /api/${ContentType}/{id}/history`>[number]
/** An item as it was after a commit, null when that deleted it, and what the commit changed: a unified diff without file headers. */
export type ItemAtCommit = AnswerTo<`GET /api/${ContentType}/{id}/history/{commit}`>
export type InboundLink = AnswerTo<`GET /api/${ContentType}/{id}/links`>[number]

/** How a write is made once although it may be sent again: the same key for the same attempt. */
interface Attempt {
  key: string
  /** Whose write it is: anybody else who is signed in by now is asked to sign in as them. */
  user?: number
}

/** The word for one item of a type in the specification's internal messages (rulings, section 6b). */
const itemWord: Readonly<Record<ContentType, string>> = {
  articles: 'article',
  news: 'news item',
  newsletters: 'newsletter',
}

/** Query keys: the path first, so that everything of a type can be refreshed by it. */
export const contentKeys = {
  all: (type: ContentType) => [`/api/${type}`] as const,
  list: (type: ContentType, query: object = {}) => [`/api/${type}`, query] as const,
  item: (type: ContentType, id: number) => [`/api/${type}`, id] as const,
  history: (type: ContentType, id: number) => [`/api/${type}`, id, 'history'] as const,
  deleted: (type: ContentType) => [`/api/${type}`, 'deleted'] as const,
}

/** `GET /api/{type}/{id}`. Throws `RequestError` 404. */
export const readItem = <Type extends ContentType>(type: Type, id: number) =>
  adminCall(`GET /api/${type as ContentType}/{id}`, { params: { id } }) as Promise<AdminItem<Type>>

/**
 * `PATCH /api/{type}/{id}` with the changed fields and the revision that they started from. Throws 'Failed to update {type}' with the refusal as its
 * cause: 409 with all versions when somebody else changed the same, 409 with a sentence when the file can't be written now, 422 with `issues`.
 */
export const updateItem = <Type extends ContentType>(type: Type, id: number, change: Change) =>
  telling(`Failed to update ${itemWord[type]}`, () => patchItem(type, id, change))

interface Change extends Attempt {
  patch: object
  revision: string
}

const patchItem = <Type extends ContentType>(type: Type, id: number, change: Change & { replayOnly?: boolean }) => {
  const { patch, revision, ...attempt } = change
  const body = { ...patch, revision }
  return adminCall(`PATCH /api/${type as ContentType}/{id}`, { params: { id }, body, ...attempt }) as Promise<
    AdminItem<Type>
  >
}

/**
 * `POST /api/{type}`. Throws 'Failed to create {type}' (specification, section 8) with the refusal as its cause, which `reasonOf` and `issuesOf` see.
 */
export const createItem = <Type extends ContentType>(type: Type, fields: ContentPatch, attempt?: Attempt) =>
  telling(`Failed to create ${itemWord[type]}`, () => postItem(type, fields, attempt ?? { key: newIdempotencyKey() }))

const postItem = <Type extends ContentType>(type: Type, fields: object, attempt: Attempt & { replayOnly?: boolean }) =>
  // What is missing in the fields is refused with the sentences that the form shows.
  adminCall(`POST /api/${type as ContentType}`, { body: fields as never, ...attempt }) as Promise<AdminItem<Type>>

/** What `createItem` has made under this key of these fields, whose answer was lost; null when nothing. Makes nothing. */
export const findCreated = <Type extends ContentType>(
  type: Type,
  fields: Record<string, unknown>,
  attempt: Attempt,
): Promise<AdminItem<Type> | null> => unlessGone(postItem(type, fields, { ...attempt, replayOnly: true }))

/** The same of `updateItem`. */
export const findUpdated = <Type extends ContentType>(
  type: Type,
  id: number,
  change: Change,
): Promise<AdminItem<Type> | null> => unlessGone(patchItem(type, id, { ...change, replayOnly: true }))

async function unlessGone<Answer>(write: Promise<Answer>): Promise<Answer | null> {
  try {
    return await write
  } catch (error) {
    // It was made, and is gone again.
    if (refusalOf(error)?.status === 404) return null
    throw error
  }
}

/** `DELETE /api/{type}/{id}`; the item can be restored from the commit that the list of deleted items names. Throws 'Failed to delete {type}' with its cause. */
export const deleteItem = (type: ContentType, id: number, revision?: string, attempt?: Attempt) =>
  telling(`Failed to delete ${itemWord[type]}`, () =>
    adminCall(`DELETE /api/${type}/{id}`, { params: { id }, revision, ...(attempt ?? { key: newIdempotencyKey() }) }),
  )

async function telling<Answer>(what: string, write: () => Promise<Answer>): Promise<Answer> {
  try {
    return await write()
  } catch (cause) {
    throw new Error(what, { cause })
  }
}
