import { z } from 'zod'
import { plainText, requiredText } from './plain-text.ts'
import { isSlug, slugOfName } from './slug.ts'

const link = z.object({ name: plainText().min(1), url: z.url({ protocol: /^https?$/ }) })

/** What the list `authors` in `site.yaml` and the files in `content/authors` say of a person. */
export const authorShape = {
  name: requiredText('name is required').max(120, 'At most 120 characters'),
  /**
   * The last part of the address of the page, and what the files of articles name; by default it is
   * made from the name.
   */
  key: plainText()
    .refine(isSlug, 'A key has lowercase letters, digits, hyphens and underscores only')
    .optional(),
  bio: plainText().max(2000).default(''),
  picture: z
    .string()
    .trim()
    .regex(
      /^(?:\/(?!\/)|https?:\/\/)/,
      'A picture is a path that starts with / or an http(s) address',
    )
    .optional(),
  links: z.array(link).default([]),
}

/** An author in `site.yaml`. */
export const siteAuthor = z.object(authorShape)

/** An author of articles, news or issues. */
export interface Author {
  key: string
  name: string
  /** One or two sentences; empty for none. */
  bio: string
  picture: string | null
  links: Array<{ name: string; url: string }>
  /**
   * The blob of the author's file, whose text stands on the page; null for an author in
   * `site.yaml`.
   */
  blob: string | null
}

/** An author as an item names them; the key is null for a name that is not on the site's list. */
export interface Byline {
  name: string
  key: string | null
}

/** The authors that an item names by key or by name, with their names on `authors`. */
export function bylinesOf(
  named: ReadonlyArray<string>,
  authors: ReadonlyArray<Pick<Author, 'key' | 'name'>>,
): Array<Byline> {
  return named.map((one) => {
    const author = authors.find(
      ({ key, name }) => key === one || name.toLowerCase() === one.toLowerCase(),
    )
    return { name: author?.name ?? one, key: author?.key ?? null }
  })
}

/**
 * The key of an author without one of their own; null when the name has no letter that an address
 * can contain.
 */
export function keyOfName(name: string): string | null {
  return slugOfName(name)
}

/** Address of the page of an author, percent-encoded. */
export function authorAddress(key: string): string {
  return `/author/${encodeURIComponent(key)}`
}
