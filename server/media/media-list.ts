import { z } from 'zod'
import type { mediaListQuery } from '#domain/media.ts'
import { pictureMatcher } from '#domain/picture-matcher.ts'
import { decodeCursor, pageFrom } from '../http/request-parts.ts'

interface Placed {
  path: string
  addedAt: string | null
}

/**
 * Filters pictures by `q` (words in the name or in the titles of items that use it) and pages them
 * by `limit` and `cursor`, the path of the last picture of the page before. Returns the page,
 * `total` matches, and in `next` the query of the next page or null. Throws HttpError 400 for an
 * invalid cursor.
 */
export function pictureList<Item extends Placed & { usedBy: ReadonlyArray<{ title: string }> }>(
  items: ReadonlyArray<Item>,
  { q, kind, limit, cursor }: z.output<typeof mediaListQuery>,
): { items: Array<Item>; total: number; next: string | null } {
  const matching = items.filter(pictureMatcher(q))
  const from = cursor === undefined ? 0 : placeAfter(matching, decodeCursor(cursorShape, cursor))
  const place = ({ path, addedAt }: Placed) => ({ path, addedAt })
  return pageFrom(matching, from, limit, place, { ...(q && { q }), ...(kind && { kind }) })
}

/** The index after the picture `last`; when it was deleted, the index at which it would be. */
function placeAfter(items: ReadonlyArray<Placed>, last: Placed): number {
  const at = items.findIndex(({ path }) => path === last.path)
  if (at >= 0) return at + 1
  const older = items.findIndex(({ path, addedAt }) =>
    addedAt === last.addedAt
      ? path > last.path
      : addedAt !== null && (last.addedAt === null || addedAt < last.addedAt),
  )
  return older < 0 ? items.length : older
}

const cursorShape = z.object({ path: z.string(), addedAt: z.string().nullable() })
