import { byType, type ContentType, type FileKind } from '../content.ts'
import { hasField } from './item-fields.ts'

/** The most usual of the keys that keep a text back; `keptBackBy` reads them all. */
export const unpublished = 'published'

/**
 * Widely used names of fields, read where the site's own name is missing and never written
 * (rulings, 6b). First match wins.
 */
export const fieldAliases: Readonly<
  Record<FileKind, ReadonlyArray<readonly [alias: string, field: string]>>
> = {
  ...byType<Record<ContentType, ReadonlyArray<readonly [string, string]>>>((type) => [
    ...dateAliases(),
    ...textAliases().filter(([, field]) => hasField(type, 'excerpt') && hasField(type, field)),
    ...imageAliases(),
    ['redirect_from', 'aliases'],
    ['authors', 'author'],
  ]),
  downloads: imageAliases(),
  pages: [
    ['description', 'metaDescription'],
    ['redirect_from', 'aliases'],
    [unpublished, 'draft'],
  ],
}

function dateAliases(): Array<readonly [string, string]> {
  return [
    ['date', 'publishedAt'],
    ['pubDate', 'publishedAt'],
    ['pubDatetime', 'publishedAt'],
    ['publishDate', 'publishedAt'],
    ['published_at', 'publishedAt'],
    [unpublished, 'draft'],
  ]
}

function textAliases(): Array<readonly [string, string]> {
  return [
    ['summary', 'excerpt'],
    ['description', 'excerpt'],
    ['description', 'metaDescription'],
    ['categories', 'category'],
  ]
}

function imageAliases(): Array<readonly [string, string]> {
  return [
    ['image', 'imageUrl'],
    ['cover', 'imageUrl'],
    ['heroImage', 'imageUrl'],
    ['feature_image', 'imageUrl'],
    ['featured_image', 'imageUrl'],
  ]
}
