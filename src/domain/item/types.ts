import { type ContentType, contentTypes } from '../content.ts'
import { percentDecoded } from '../percent-decoded.ts'
import type { ItemFields } from './item-fields.ts'
import type { ItemSummary } from './summary.ts'

/** The labels of the site's categories by their keys. */
interface Labels {
  label(category: string): string
}

/** The words of the site that items need outside pages. */
type Text = (key: 'news' | 'newsCategory' | 'sharedIssue', values?: { number: number }) => string

interface Words {
  categories: Labels
  text: Text
}

/**
 * What a category of news is called: the one that a file without a category has, in the words of
 * the site.
 */
export function newsCategory(category: string, text: Text): string {
  return category === 'news' ? text('newsCategory') : category
}

/** Texts of the site that name a list. */
type ListName = 'articles' | 'foundArticles' | 'news' | 'newsletter' | 'newsletters'

/** The description of a type of items, besides its fields. */
interface ItemType<Type extends ContentType> {
  /** Name of one item in commits, slugs and names of schemas. */
  singular: string
  /** Singular and plural in messages. */
  one: string
  several: string
  /** Label of its tab in the admin. */
  title: string
  notFound: string
  /** Names of its schemas in the API reference: whole item, and item in a list. */
  schemas: { item: string; summary: string }
  /** First segment of an item's address; the second one is its slug or its id. */
  folder: string
  addressedBy: 'slug' | 'id'
  /** Address of the list page; further pages have `?page=`. */
  listAddress: string
  /** The feed of this type, with the text behind the site's name in its title. */
  feed: { address: string; title: ListName } | null
  /** The field with the short description in lists and feeds. */
  teaser: {
    [One in Type]: 'excerpt' extends keyof ItemFields[One] ? 'excerpt' : 'description'
  }[Type]
  /** Whether an item must have a body. */
  needsBody: boolean
  /** State of a new item when the request names none (rulings, section 9). */
  beginsAs: 'published' | 'draft'
  /** Whether categories are those of the site or free text, and the category of a new item. */
  categories: { kind: 'listed' | 'free'; first: string } | null
  /** Categories of an item in feeds. */
  labels(item: ItemSummary[Type], profile: Words): Array<string>
  /** The text above its results in the search. */
  foundAs: ListName
  /** Category of an item as text for the search. */
  searchedAs(item: ItemSummary[Type], categories: Labels): string
  /** Text above the title in the picture for link previews, and the name of its colors. */
  sharedAs(item: ItemSummary[Type], profile: Words): { kicker: string; topic: string }
}

/** The registry of types: pages, lists, feeds, search and messages are derived from it. */
export const itemTypes: { readonly [Type in ContentType]: ItemType<Type> } = {
  articles: {
    singular: 'article',
    one: 'article',
    several: 'articles',
    title: 'Articles',
    notFound: 'Article not found',
    schemas: { item: 'Article', summary: 'ArticleSummary' },
    folder: 'article',
    addressedBy: 'slug',
    listAddress: '/category/all',
    feed: null,
    teaser: 'excerpt',
    needsBody: true,
    beginsAs: 'published',
    categories: { kind: 'listed', first: 'workflow' },
    labels: ({ category, tags }, { categories }) => [categories.label(category), ...tags],
    foundAs: 'foundArticles',
    searchedAs: ({ category }, categories) => categories.label(category),
    sharedAs: ({ category }, { categories }) => ({
      kicker: categories.label(category),
      topic: category,
    }),
  },
  news: {
    singular: 'news',
    one: 'news item',
    several: 'news items',
    title: 'News',
    notFound: 'News item not found',
    schemas: { item: 'NewsItem', summary: 'NewsSummary' },
    folder: 'news',
    addressedBy: 'id',
    listAddress: '/news',
    feed: { address: '/news/rss.xml', title: 'news' },
    teaser: 'excerpt',
    needsBody: true,
    beginsAs: 'published',
    categories: { kind: 'free', first: 'news' },
    labels: ({ category }, { text }) => [newsCategory(category, text)],
    foundAs: 'news',
    searchedAs: ({ category }) => category,
    sharedAs: (_item, { text }) => ({ kicker: text('news'), topic: 'news' }),
  },
  newsletters: {
    singular: 'newsletter',
    one: 'newsletter',
    several: 'newsletters',
    title: 'Newsletters',
    notFound: 'Newsletter not found',
    schemas: { item: 'Newsletter', summary: 'NewsletterSummary' },
    folder: 'newsletter',
    addressedBy: 'id',
    listAddress: '/newsletters',
    feed: { address: '/newsletters/rss.xml', title: 'newsletter' },
    teaser: 'description',
    needsBody: false,
    beginsAs: 'draft',
    categories: null,
    labels: () => [],
    foundAs: 'newsletters',
    searchedAs: ({ issueNumber }) => `Issue ${issueNumber}`,
    sharedAs: ({ issueNumber }, { text }) => ({
      kicker: text('sharedIssue', { number: issueNumber }),
      topic: 'newsletter',
    }),
  },
}

/** Adds the indefinite article to a noun. */
export function withArticle(noun: string): string {
  return `${/^[aeiou]/.test(noun) ? 'an' : 'a'} ${noun}`
}

/** The short description of an item in lists and feeds. */
export function teaserOf(type: ContentType, item: ItemSummary[ContentType]): string {
  return String((item as Readonly<Record<string, unknown>>)[itemTypes[type].teaser])
}

/** Public address of an item, percent-encoded (RFC 3986, 2.1). */
export function itemAddress(type: ContentType, { id, slug }: { id: number; slug: string }): string {
  const { folder, addressedBy } = itemTypes[type]
  return `/${folder}/${addressedBy === 'slug' ? encodeURIComponent(slug) : id}`
}

/** The address of the picture that is shared for the item at an address. */
export const sharePicture = (address: string): string => `/share${address}.png`

/**
 * Parses a public address, percent-encoded or not: the type, and the slug or id (at most 15
 * digits). Null for any other address.
 */
export function itemAt(address: string): { type: ContentType; key: string | number } | null {
  const [, folder, name = '', ...more] = address.split('/')
  if (name === '' || more.length > 0) return null
  for (const type of contentTypes) {
    const { folder: own, addressedBy } = itemTypes[type]
    if (own !== folder) continue
    const slug = addressedBy === 'slug' ? percentDecoded(name) : null
    if (slug !== null) return { type, key: slug }
    return /^\d{1,15}$/.test(name) ? { type, key: Number(name) } : null
  }
  return null
}
