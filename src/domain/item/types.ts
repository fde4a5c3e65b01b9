import { categoryLabel } from '../categories.ts'
import type { ContentType, ItemOf } from '../content.ts'
import type { SiteReader } from '../site-reader.ts'
import type { ItemSummary } from './summary.ts'

/** What the site knows of a type of items besides its fields. */
interface ItemType<Type extends ContentType> {
  /** One of them, as messages and commits name it. */
  singular: string
  notFound: string
  /** The first part of an item's address; the second part is its slug or its id. */
  folder: string
  addressedBy: 'slug' | 'id'
  /** The page that lists them, of which there are several where there are many items. */
  listAddress: string
  /** The feed of this type alone, and what stands behind the site's name in its title. */
  feed: { address: string; title: string } | null
  /** The published ones, newest first. */
  list(site: SiteReader, limit?: number): Array<ItemSummary[Type]>
  /** A published one, or null. */
  whole(site: SiteReader, id: number): ItemOf[Type] | null
  /** What lists and feeds say of an item. */
  teaser(item: ItemSummary[Type]): string
  /** Under which words feeds put it. */
  labels(item: ItemSummary[Type]): Array<string>
}

/** The types of items: what reads, lists, feeds, finds or names an item asks here. */
export const itemTypes: { readonly [Type in ContentType]: ItemType<Type> } = {
  articles: {
    singular: 'article',
    notFound: 'Article not found',
    folder: 'article',
    addressedBy: 'slug',
    listAddress: '/category/all',
    feed: null,
    list: (site, limit) => site.articles(limit),
    whole: (site, id) => site.articleById(id),
    teaser: ({ excerpt }) => excerpt,
    labels: ({ category, tags }) => [categoryLabel(category), ...tags],
  },
  news: {
    singular: 'news',
    notFound: 'News item not found',
    folder: 'news',
    addressedBy: 'id',
    listAddress: '/news',
    feed: { address: '/news/rss.xml', title: ' · News' },
    list: (site, limit) => site.news(limit),
    whole: (site, id) => site.newsItem(id),
    teaser: ({ excerpt }) => excerpt,
    labels: ({ category }) => [category],
  },
  newsletters: {
    singular: 'newsletter',
    notFound: 'Newsletter not found',
    folder: 'newsletter',
    addressedBy: 'id',
    listAddress: '/newsletters',
    feed: { address: '/newsletters/rss.xml', title: ' · Newsletter' },
    list: (site, limit) => site.newsletters(limit),
    whole: (site, id) => site.newsletter(id),
    teaser: ({ description }) => description,
    labels: () => [],
  },
}

/** Where an item of a type is read. */
export function itemAddress(type: ContentType, { id, slug }: { id: number; slug: string }): string {
  const { folder, addressedBy } = itemTypes[type]
  return `/${folder}/${addressedBy === 'slug' ? slug : id}`
}

/** The type of the item that has an address, and its slug or id; null for any other address. An id is a number of at most 15 digits. */
export function itemAt(address: string): { type: ContentType; key: string | number } | null {
  const [, folder, name = '', ...more] = address.split('/')
  if (name === '' || more.length > 0) return null
  for (const [type, { folder: own, addressedBy }] of Object.entries(itemTypes) as Array<
    [ContentType, ItemType<never>]
  >) {
    if (own !== folder) continue
    if (addressedBy === 'slug') return { type, key: name }
    return /^\d{1,15}$/.test(name) ? { type, key: Number(name) } : null
  }
  return null
}
