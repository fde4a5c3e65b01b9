import type { ContentType } from '#domain/content.ts'
import { itemTypes } from '#domain/item/types.ts'
import { type AnswerTo, answerTo, type ContentWrite } from './admin-call.ts'
import type { SavedItem } from './admin-content.ts'
import type { Inputs } from './call.ts'
import { refusalOf } from './refusal.ts'

/**
 * Makes a call that changes content. The editing session (`src/admin/editing`) alone imports this
 * file. Throws as `adminCall`.
 */
export const writeContent: <Key extends ContentWrite>(
  key: Key,
  ...input: Inputs<Key>
) => Promise<AnswerTo<Key>> = answerTo

/** How a write is made once although it may be sent again: the same key for the same attempt. */
interface Attempt {
  key: string
  /** Whose write it is: anybody else who is signed in by now is asked to sign in as them. */
  user?: number | undefined
}

/**
 * `PATCH /api/{type}/{id}` with the changed fields and the revision that they started from. Throws
 * 'Failed to update {type}' with the refusal as its cause: 409 with all versions when somebody else
 * changed the same, 409 with a sentence when the file can't be written now, 422 with `issues`.
 */
export const updateItem = (
  type: ContentType,
  id: number,
  { patch, revision, ...attempt }: Attempt & { patch: object; revision: string },
) =>
  telling(`Failed to update ${itemTypes[type].one}`, () => {
    const body = { ...patch, revision }
    return writeContent(`PATCH /api/${type}/{id}`, { params: { id }, body, ...attempt }) as Promise<
      SavedItem<ContentType>
    >
  })

/**
 * `POST /api/{type}`. Throws 'Failed to create {type}' (specification, section 8) with the refusal
 * as its cause, which `reasonOf` and `issuesOf` see.
 */
export const createItem = (type: ContentType, fields: object, attempt: Attempt) =>
  telling(`Failed to create ${itemTypes[type].one}`, () => postItem(type, fields, attempt))

const postItem = (type: ContentType, fields: object, attempt: Attempt & { replayOnly?: boolean }) =>
  // What is missing in the fields is refused with the sentences that the form shows.
  writeContent(`POST /api/${type}`, { body: fields as never, ...attempt }) as Promise<
    SavedItem<ContentType>
  >

/**
 * What a write under this key has saved, whose answer was lost; null when nothing, or when that is
 * gone again. Writes nothing.
 */
export async function findWritten(
  type: ContentType,
  fields: object,
  attempt: Attempt,
): Promise<SavedItem<ContentType> | null> {
  try {
    return await postItem(type, fields, { ...attempt, replayOnly: true })
  } catch (error) {
    if (refusalOf(error)?.status === 404) return null
    throw error
  }
}

/**
 * `DELETE /api/{type}/{id}`; the item can be restored from the commit that the list of deleted
 * items names. Throws 'Failed to delete {type}' with its cause.
 */
export const deleteItem = (
  type: ContentType,
  id: number,
  revision: string | null,
  attempt: Attempt,
) =>
  telling(`Failed to delete ${itemTypes[type].one}`, () =>
    writeContent(`DELETE /api/${type}/{id}`, { params: { id }, revision, ...attempt }),
  )

async function telling<Answer>(what: string, write: () => Promise<Answer>): Promise<Answer> {
  try {
    return await write()
  } catch (cause) {
    throw new Error(what, { cause })
  }
}
