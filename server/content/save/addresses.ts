import type { ContentType } from '#domain/content.ts'
import type { ItemOf } from '#domain/item/summary.ts'
import { itemAddress, itemTypes } from '#domain/item/types.ts'
import { isSlug, isSlugOf, slugify } from '#domain/slug.ts'
import { type Claims, noClaims } from '../../platform/claims.ts'
import { firstFreeSlug } from '../../platform/first-free.ts'
import { normalAddress } from '../catalog/redirects.ts'
import type { ContentStore } from '../catalog/store.ts'
import type { StoredItem } from '../catalog/stored-items.ts'
import { addressClaim } from './claims.ts'
import { SaveRefused } from './committing.ts'

/** The address of an article with a slug, as aliases in files are written: not percent-encoded. */
export const articleAddress = (slug: string) =>
  normalAddress(itemAddress('articles', { id: 0, slug }))

/**
 * Whether the slug is part of the address of items of a type and must be unique; otherwise it only
 * names the file.
 */
export const isAddressed = (type: ContentType) => itemTypes[type].addressedBy === 'slug'

/** The current and former owners of addresses with a slug. */
export interface TakenAddresses {
  /** The language of the site, in which titles become slugs. */
  language: string
  /**
   * The item with a slug, or the one that its old address redirects to; null for none. Ignores the
   * item `own`.
   */
  holder(slug: string, own: number | null): { title: string; kind: 'now' | 'before' } | null
  /** Whether a save that is not visible yet has claimed the address with a slug. */
  isClaimed(slug: string): boolean
}

export function takenAddresses(
  type: ContentType,
  items: ReadonlyArray<StoredItem<ItemOf[ContentType]>>,
  language: string,
  claimed: Claims = noClaims,
): TakenAddresses {
  const now = new Map<string, ItemOf[ContentType]>()
  const before = new Map<string, ItemOf[ContentType]>()
  for (const { item } of items) {
    now.set(item.slug, item)
    for (const alias of item.aliases) before.set(normalAddress(alias), item)
  }
  return {
    language,
    isClaimed: (slug) => claimed.has(addressClaim(itemAddress(type, { id: 0, slug }))),
    holder(slug, own) {
      const holder = now.get(slug)
      if (holder && holder.id !== own) return { title: holder.title, kind: 'now' }
      const earlier = before.get(normalAddress(itemAddress(type, { id: 0, slug })))
      return earlier && earlier.id !== own ? { title: earlier.title, kind: 'before' } : null
    },
  }
}

/** The owners in the whole site. */
export function takenIn(
  store: Pick<ContentStore, 'all' | 'reader'>,
  type: ContentType,
  claimed?: Claims,
): TakenAddresses {
  return takenAddresses(
    type,
    isAddressed(type) ? store.all(type) : [],
    store.reader.settings().language,
    claimed,
  )
}

/**
 * The slug for one that a person has typed: an empty or reserved one becomes `article-ID`. Throws
 * SaveRefused when another article has it, or when it is an old address of another article
 * (rulings, section 6b).
 */
export function typedSlug(
  typed: string,
  type: ContentType,
  id: number,
  taken: TakenAddresses,
): string {
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
 * The slug for one that a client has sent. The slug of the title was made by a program, so it gets
 * a number when it is taken (rulings, section 9); any other is handled by `typedSlug`. Throws
 * SaveRefused.
 */
export function sentSlug(
  sent: string,
  title: string,
  type: ContentType,
  id: number,
  taken: TakenAddresses,
): string {
  return sent !== '' && isSlugOf(title, sent)
    ? slugOfTitle(title, type, id, taken)
    : typedSlug(sent, type, id, taken)
}

/**
 * The slug of a title, with `-2`, `-3` … at the end when it is taken; `article-ID` or similar when
 * the title has none.
 */
export function slugOfTitle(
  title: string,
  type: ContentType,
  id: number,
  taken: TakenAddresses,
): string {
  const made = slugify(title, taken.language)
  if (!isSlug(made)) return `${itemTypes[type].singular}-${id}`
  return isAddressed(type) ? freeSlug(made, id, taken) : made
}

/** The slug, with `-2`, `-3` … at the end when it is taken. */
export function freeSlug(wanted: string, id: number, taken: TakenAddresses): string {
  return firstFreeSlug(wanted, (slug) => !taken.holder(slug, id) && !taken.isClaimed(slug))
}

/**
 * The old addresses of an article whose slug changes: its former address is added, its new one
 * removed (no chains, no loops).
 */
export function aliasesAfter(
  aliases: ReadonlyArray<string>,
  from: string,
  to: string,
): Array<string> {
  const gone = [articleAddress(to), articleAddress(from)]
  const others = aliases.filter((alias) => !gone.includes(normalAddress(alias)))
  return [...others, articleAddress(from)]
}

/** Old addresses together with later ones, without the item's own address. */
export function aliasesBetween(
  then: ReadonlyArray<string>,
  since: ReadonlyArray<string>,
  own: string | null,
): Array<string> {
  return [...new Set([...then, ...since])].filter((alias) => normalAddress(alias) !== own)
}
