import type { ListedPicture, PictureUse } from '#domain/media.ts'
import { adminList } from './admin-call.ts'
import { valueIn } from './refusal.ts'

/** What is known of one picture by its address, such as what uses it; null when there is none. */
export async function findPicture(
  url: string,
  signal?: AbortSignal,
): Promise<ListedPicture | null> {
  const { items } = await adminList('GET /api/media', {
    query: { q: mediaPath(url).slice(0, 200) },
    signal,
  })
  return items.find((one) => one.url === url) ?? null
}

/** What uses a picture, as the refusal of its deletion says it; empty for every other error. */
export function usesIn(error: unknown): Array<PictureUse> {
  const usedBy = valueIn(error, 'usedBy')
  return Array.isArray(usedBy) ? usedBy : []
}

/** The path below `media/` that an address stands for. */
export function mediaPath(url: string): string {
  return decodeURIComponent(url.replace(/^\/media\//, ''))
}
