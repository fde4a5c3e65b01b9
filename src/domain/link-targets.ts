import { z } from 'zod'
import { contentTypes, isContentType } from './content.ts'
import { editDistance } from './edit-distance.ts'
import { itemTypes } from './item/types.ts'

/** What a link can lead to: a page of an item, a download, a fixed page, or a heading of one. */
export const linkKinds = [...contentTypes, 'downloads', 'pages', 'headings'] as const
export type LinkKind = (typeof linkKinds)[number]

/** The singular of a kind, as lists show it. */
export function linkKindName(kind: LinkKind): string {
  const name = isContentType(kind) ? itemTypes[kind].singular : kind.slice(0, -1)
  return name.charAt(0).toUpperCase() + name.slice(1)
}

/** A page or heading of this site that a link can lead to. */
export const linkTarget = z.strictObject({
  kind: z.enum(linkKinds),
  id: z.int().optional().describe('Of an item or a download.'),
  url: z.string().describe('The short path, for use in Markdown.'),
  title: z.string().describe('For a heading its text.'),
  page: z.string().optional().describe('The title of a heading’s page.'),
  status: z.enum(['published', 'scheduled', 'draft']),
})
export type LinkTarget = z.infer<typeof linkTarget>

/** The words of a search. What can't be read as text finds nothing, as a text that is too short. */
export const searchWords = z.preprocess(
  (q) => (typeof q === 'string' ? q.trim().slice(0, 200) : ''),
  z.string().max(200).optional(),
)

export const linkSearch = z.object({
  q: searchWords.describe(
    'Words of a title or heading, the last one as a prefix; without any, the newest pages.',
  ),
})

/** The most addresses that one call checks. */
export const mostChecked = 300

export const linkCheck = z.strictObject({ urls: z.array(z.string().max(2000)).max(mostChecked) })

/** Where an address leads. */
export const checkedLink = z.strictObject({
  url: z.string(),
  title: z
    .string()
    .nullable()
    .describe('The title of the page, or the text of the heading; null when there is none.'),
  problem: z
    .string()
    .nullable()
    .describe('Why visitors cannot follow the link; null when they can.'),
})
export type CheckedLink = z.infer<typeof checkedLink>

/**
 * A text in the form in which titles and queries are compared: lowercase, without diacritics, one
 * space between words.
 */
export function foldedWords(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}

/**
 * Returns a function that rates a folded title for a query: 2 when it starts with the query, 1 when
 * each word of the query begins one of its words, 0 otherwise.
 */
export function titleRating(query: string): (folded: string) => 0 | 1 | 2 {
  const whole = foldedWords(query)
  const words = whole.split(' ').map((word) => ` ${word}`)
  return (folded) => {
    if (folded.startsWith(whole)) return 2
    const line = ` ${folded}`
    return words.every((word) => line.includes(word)) ? 1 : 0
  }
}

/** Whether each word of a query begins a word of a folded title, but for typing errors. */
export function isNear(query: string, folded: string): boolean {
  const words = folded.split(' ')
  return foldedWords(query)
    .split(' ')
    .every((typed) => {
      const most = typed.length < 4 ? 0 : typed.length < 8 ? 1 : 2
      return words.some((word) => editDistance(typed, word, most, true) <= most)
    })
}
