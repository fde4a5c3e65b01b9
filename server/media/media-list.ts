import { z } from 'zod'
import type { mediaListQuery } from '#domain/media.ts'
import { pictureMatcher } from '#domain/picture-matcher.ts'
import { HttpError } from '../http/http-error.ts'

interface Placed {
  path: string
  addedAt: string | null
}

/**
 * Filters a list of pictures by `q` (words of the name or of the titles of what uses it) and cuts it by `limit` and `cursor`. The cursor is the path of the last
 * picture before. `total` is how many match, `next` is the query of the following page, or null. Throws HttpError 400.
 */
export function pictureList<Item extends Placed & { usedBy: ReadonlyArray<{ title: string }> }>(
  items: ReadonlyArray<Item>,
  { q, limit, cursor }: z.output<typeof mediaListQuery>,
): { items: Array<Item>; total: number; next: string | null } {
  const matching = items.filter(pictureMatcher(q))
  const from = cursor === undefined ? 0 : placeAfter(matching, decodeCursor(cursor))
  const page = matching.slice(from, limit === undefined ? undefined : from + limit)
  const last = page.at(-1)
  if (limit === undefined || !last || from + limit >= matching.length)
    return { items: page, total: matching.length, next: null }
  const next = new URLSearchParams({ limit: String(limit), cursor: encodeCursor(last), ...(q && { q }) })
  return { items: page, total: matching.length, next: next.toString() }
}

/** Behind the picture itself; when it is gone, where it would stand. */
function placeAfter(items: ReadonlyArray<Placed>, last: Placed): number {
  const at = items.findIndex(({ path }) => path === last.path)
  if (at >= 0) return at + 1
  const older = items.findIndex(({ path, addedAt }) =>
    addedAt === last.addedAt ? path > last.path : addedAt !== null && (last.addedAt === null || addedAt < last.addedAt),
  )
  return older < 0 ? items.length : older
}

const cursorShape = z.object({ path: z.string(), addedAt: z.string().nullable() })

function encodeCursor({ path, addedAt }: Placed): string {
  return Buffer.from(JSON.stringify({ path, addedAt })).toString('base64url')
}

function decodeCursor(text: string): Placed {
  try {
    return cursorShape.parse(JSON.parse(Buffer.from(text, 'base64url').toString()))
  } catch {
    throw new HttpError(400, 'The cursor is not one of ours.')
  }
}
