import type { ContentType } from '#domain/content.ts'
import type { Desk, HeldItem } from './desk.ts'

/**
 * The item that a client means by an id and the `revision` it started from; null when there is none. An id that two checkouts had given at the same time
 * is another item's after they met: then the revision is none of that item's, and leads to the one that got a new id.
 */
export async function itemMeant(
  desk: Desk,
  type: ContentType,
  id: number,
  revision: string | undefined,
): Promise<HeldItem | null> {
  const held = desk.current(type, id)
  if (!held || revision === undefined || revision === held.blob) return held
  const base = desk.versionAt(held.path, revision)
  if (!base) return held
  const { title, publishedAt } = base.fields
  const isTitle = (other: unknown) => other === title
  const isDate = (other: unknown) => publishedAt !== null && other === publishedAt
  // An edit rarely changes these: where they are the same, the history need not be asked.
  if (isTitle(held.fields.title) && held.fields.publishedAt === publishedAt) return held
  if (await isVersionOf(desk, type, id, revision)) return held
  for (const { item } of desk.parts.store.all(type))
    if (item.id !== id && (isTitle(item.title) || isDate(item.publishedAt)))
      if (await isVersionOf(desk, type, item.id, revision)) return desk.current(type, item.id)
  return held
}

async function isVersionOf(desk: Desk, type: ContentType, id: number, revision: string): Promise<boolean> {
  const versions = await desk.parts.history.versions(type, id)
  return versions?.some(({ blob }) => blob === revision) ?? false
}
