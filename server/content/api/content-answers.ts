import type { Response } from 'express'
import type { ContentType } from '#domain/content.ts'
import { itemTypes } from '#domain/item/types.ts'
import { HttpError } from '../../http/http-error.ts'

/** How a save ended that was not refused; `server/content` says it. */
export type SaveResult =
  | { kind: 'saved'; id: number }
  | { kind: 'missing' }
  | { kind: 'conflict'; message: string; base: object | null; theirs: object; yours: object; conflicts: Array<unknown> }

export interface ItemReader {
  one(type: ContentType, id: number): Promise<(object & { revision: string }) | null>
}

/** The value, or HttpError 404. */
export function found<Value>(type: ContentType, value: Value | null): Value {
  if (value === null) throw new HttpError(404, itemTypes[type].notFound)
  return value
}

/** Answers a whole item; its revision is the ETag. Throws HttpError 404. */
export async function sendItem(res: Response, items: ItemReader, type: ContentType, id: number): Promise<void> {
  const item = found(type, await items.one(type, id))
  res.set('ETag', `"${item.revision}"`).json(item)
}

/** Calls `saved` when a save went well; answers 409 with all versions otherwise. Throws HttpError 404 for a missing item. */
export async function answerSave(
  res: Response,
  type: ContentType,
  result: SaveResult,
  saved: (id: number) => unknown,
): Promise<void> {
  switch (result.kind) {
    case 'saved':
      await saved(result.id)
      return
    case 'missing':
      found(type, null)
      return
    case 'conflict': {
      const { kind: _, ...versions } = result
      res.status(409).json(versions)
    }
  }
}
