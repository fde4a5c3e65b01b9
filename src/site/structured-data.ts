import type {
  Article as ArticleData,
  BlogPosting,
  BreadcrumbList,
  NewsArticle,
  ProfilePage,
  WebSite,
  WithContext,
} from 'schema-dts'
import type { ContentType } from '#domain/content.ts'
import type { ItemOf } from '#domain/item/summary.ts'
import { itemAddress, sharePicture, teaserOf } from '#domain/item/types.ts'
import { encodedAddress } from '#domain/shown-at.ts'
import { vocabularyOf } from '#domain/site/vocabulary.ts'
import { type Author, authorAddress, type Byline } from '#domain/site-authors.ts'
import type { SiteSettings } from '#domain/site-settings.ts'

/**
 * Structured data (JSON-LD) for search engines. `siteUrl` is the origin without a trailing slash.
 */
export interface SiteIdentity {
  /** The authors that the item names. */
  bylines?: ReadonlyArray<Byline>
  settings: SiteSettings
  siteUrl: string
}

/** What the data of each type has besides what all items have. */
const itemKinds: {
  [Type in ContentType]: (
    item: ItemOf[Type],
    settings: SiteSettings,
  ) => ArticleData | BlogPosting | NewsArticle
} = {
  articles: ({ category, tags, readTime, series }, settings) => ({
    '@type': 'BlogPosting',
    ...(category !== '' && {
      articleSection: vocabularyOf(settings).categories.label(category),
    }),
    keywords: tags,
    timeRequired: `PT${readTime}M`,
    ...(series !== null && { isPartOf: { '@type': 'CreativeWorkSeries', name: series } }),
  }),
  news: ({ tags }) => ({ '@type': 'NewsArticle', keywords: tags }),
  newsletters: () => ({ '@type': 'Article' }),
}

/** The data of an item. */
export function itemData<Type extends ContentType>(
  type: Type,
  item: ItemOf[Type],
  { settings, siteUrl, bylines = [] }: SiteIdentity,
): object {
  const { title: headline, publishedAt, updatedAt } = item
  const path = itemAddress(type, item)
  const description = teaserOf(type, item)
  const organization = {
    '@type': 'Organization' as const,
    name: settings.name,
    url: `${siteUrl}/`,
  }
  return {
    '@context': 'https://schema.org',
    ...itemKinds[type](item, settings),
    headline,
    ...(description && { description }),
    ...(publishedAt && { datePublished: publishedAt }),
    ...((updatedAt ?? publishedAt) && { dateModified: updatedAt ?? publishedAt }),
    author: bylines.length === 0 ? organization : bylines.map((byline) => person(byline, siteUrl)),
    publisher: organization,
    mainEntityOfPage: `${siteUrl}${path}`,
    image: [`${siteUrl}${sharePicture(path)}`],
    inLanguage: settings.language,
  }
}

export function webSite({ settings, siteUrl }: SiteIdentity): WithContext<WebSite> {
  return {
    '@context': 'https://schema.org',
    '@type': 'WebSite',
    name: settings.name,
    description: settings.description,
    url: `${siteUrl}/`,
    inLanguage: settings.language,
    potentialAction: {
      '@type': 'SearchAction',
      target: { '@type': 'EntryPoint', urlTemplate: `${siteUrl}/search?q={term}` },
      // The property that Google reads; the types only have the general one.
      ...({ 'query-input': 'required name=term' } as object),
    },
  }
}

/** The breadcrumbs of a page; the last one is the page itself. */
export function breadcrumbList(
  crumbs: Array<{ label: string; href: string }>,
  siteUrl: string,
): WithContext<BreadcrumbList> {
  return {
    '@context': 'https://schema.org',
    '@type': 'BreadcrumbList',
    itemListElement: crumbs.map((crumb, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name: crumb.label,
      item: `${siteUrl}${crumb.href}`,
    })),
  }
}

function person({ name, key }: Byline, siteUrl: string) {
  return {
    '@type': 'Person' as const,
    name,
    ...(key !== null && { url: `${siteUrl}${authorAddress(key)}` }),
  }
}

/** The page of an author. */
export function profilePage(
  author: Author,
  { siteUrl }: Pick<SiteIdentity, 'siteUrl'>,
): WithContext<ProfilePage> {
  const url = `${siteUrl}${authorAddress(author.key)}`
  return {
    '@context': 'https://schema.org',
    '@type': 'ProfilePage',
    mainEntity: {
      '@type': 'Person',
      name: author.name,
      url,
      ...(author.bio !== '' && { description: author.bio }),
      ...(author.picture !== null && {
        image: encodedAddress(
          author.picture.startsWith('/') ? siteUrl + author.picture : author.picture,
        ),
      }),
      ...(author.links.length > 0 && { sameAs: author.links.map((link) => link.url) }),
    },
  }
}
