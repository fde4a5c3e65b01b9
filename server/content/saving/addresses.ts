import type { Article, ContentType } from '#domain/content.ts'
import { itemAddress, itemTypes } from '#domain/item/types.ts'
import { isSlug, slugify, slugMaxLength } from '#domain/slug.ts'
import type { StoredItem } from '../stored-items.ts'
import { SaveRefused } from './save-refused.ts'

export const articleAddress = (slug: string) => itemAddress('articles', { id: 0, slug })

/** Whether a slug is a part of the address of such items, so that each has its own; elsewhere it only names the file. */
const isAddressed = (type: ContentType) => itemTypes[type].addressedBy === 'slug'

/** Who has an article address, or had it before. */
export interface TakenAddresses {
  /** The article that has a slug now, or that its old address leads to; null when nobody does. `own` does not count. */
  holder(slug: string, own: number | null): { title: string; kind: 'now' | 'before' } | null
}

export function takenAddresses(articles: ReadonlyArray<StoredItem<Article>>): TakenAddresses {
  const now = new Map<string, Article>()
  const before = new Map<string, Article>()
  for (const { item } of articles) {
    now.set(item.slug, item)
    for (const alias of item.aliases) before.set(alias, item)
  }
  return {
    holder(slug, own) {
      const holder = now.get(slug)
      if (holder && holder.id !== own) return { title: holder.title, kind: 'now' }
      const earlier = before.get(articleAddress(slug))
      return earlier && earlier.id !== own ? { title: earlier.title, kind: 'before' } : null
    },
  }
}

/**
 * The slug that an article gets when a client sends `typed`: an empty or reserved one becomes `article-ID`. Throws SaveRefused when another article has
 * it, or had it and is found by it (rulings, section 6b).
 */
export function typedSlug(typed: string, type: ContentType, id: number, taken: TakenAddresses): string {
  if (!isSlug(typed)) return `${itemTypes[type].singular}-${id}`
  const holder = isAddressed(type) ? taken.holder(typed, id) : null
  if (!holder) return typed
  throw new SaveRefused([
    {
      path: 'slug',
      message:
        holder.kind === 'now'
          ? `The slug '${typed}' is taken by '${holder.title}'.`
          : `The address of '${typed}' leads to '${holder.title}', which had it before.`,
    },
  ])
}

/**
 * The slug that an item gets when a client sends one. The slug of its own title was made and not typed, so that it gets a number where it is taken (rulings, section
 * 9); any other is `typedSlug`. Throws SaveRefused.
 */
export function sentSlug(sent: string, title: string, type: ContentType, id: number, taken: TakenAddresses): string {
  return sent !== '' && sent === slugify(title) ? slugOfTitle(title, type, id, taken) : typedSlug(sent, type, id, taken)
}

/** The slug of a title: `-2`, `-3` … behind it while it is taken; one made of the id when nothing is left of the title. */
export function slugOfTitle(title: string, type: ContentType, id: number, taken: TakenAddresses): string {
  const made = slugify(title)
  if (!isSlug(made)) return `${itemTypes[type].singular}-${id}`
  if (!isAddressed(type)) return made
  for (let number = 1; ; number += 1) {
    const slug = number === 1 ? made : numbered(made, number)
    if (!taken.holder(slug, id)) return slug
  }
}

/** A slug with a number behind it, no longer than slugs may be. */
export function numbered(slug: string, number: number): string {
  const end = `-${number}`
  return slug.slice(0, slugMaxLength - end.length).replace(/[-_]+$/, '') + end
}

/** Old addresses of an article whose slug changes: the one that it leaves is added, the one that it takes goes away (no chains, no loops). */
export function aliasesAfter(aliases: ReadonlyArray<string>, from: string, to: string): Array<string> {
  const kept = aliases.filter((alias) => alias !== articleAddress(to) && alias !== articleAddress(from))
  return [...kept, articleAddress(from)]
}

/** Old addresses together with those that came later, without the address that the item has. */
export function aliasesBetween(
  then: ReadonlyArray<string>,
  since: ReadonlyArray<string>,
  own: string | null,
): Array<string> {
  return [...new Set([...then, ...since])].filter((alias) => alias !== own)
}
