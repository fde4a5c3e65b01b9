import type { ContentType } from '#domain/content.ts'
import type { HeldItem, SavingContext } from './saving-context.ts'

/**
 * The item that a client means by an id and the `revision` it started from; null when there is none. An id that two checkouts had given at the same time
 * is another item's after they met: then the revision is none of that item's, and leads to the one that got a new id.
 */
export async function itemMeant(
  context: SavingContext,
  type: ContentType,
  id: number,
  revision: string | undefined,
): Promise<HeldItem | null> {
  const held = context.current(type, id)
  if (!held || revision === undefined || revision === held.blob) return held
  const base = context.versionAt(held.path, revision)
  if (!base) return held
  const { title, publishedAt } = base.fields
  const isTitle = (other: unknown) => other === title
  const isDate = (other: unknown) => publishedAt !== null && other === publishedAt
  // An edit rarely changes these: where they are the same, the history need not be asked.
  if (isTitle(held.fields.title) && held.fields.publishedAt === publishedAt) return held
  if (await isVersionOf(context, type, id, revision)) return held
  for (const { item } of context.parts.store.all(type))
    if (item.id !== id && (isTitle(item.title) || isDate(item.publishedAt)))
      if (await isVersionOf(context, type, item.id, revision)) return context.current(type, item.id)
  return held
}

async function isVersionOf(context: SavingContext, type: ContentType, id: number, revision: string): Promise<boolean> {
  const versions = await context.parts.history.versions(type, id)
  return versions?.some(({ blob }) => blob === revision) ?? false
}
