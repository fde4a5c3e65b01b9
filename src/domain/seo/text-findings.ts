import { counted } from '../count-words.ts'
import { wordsOf } from '../reading-time.ts'
import { type Finding, finding, good, type SeoItem } from './finding.ts'
import type { SeoText } from './seo-text.ts'
import { cutText, shownTitleLength } from './snippet.ts'

/**
 * Findings about the shape of a text: headings, links, its beginning, pictures, and its title in
 * search results.
 */

/** Texts of this length or more need headings, in words. */
export const headingsFrom = 250
/** No part should be longer, in words. */
const longestPart = 600
/** A text of this length has something to do with another page, in words. */
const linksFrom = 300
const longestOpening = 100

export function titleLengthFinding(title: string): Finding | null {
  const { length } = title.trim()
  if (length <= shownTitleLength) return null
  return finding(
    'improve',
    `The title has ${length} characters.`,
    `Search engines show about ${shownTitleLength} and cut the rest: “${cutText(title, shownTitleLength)}”.`,
    'Shorten it, or put the most telling words first.',
  )
}

export function headingFinding({ headings, words, longestPart: longest }: SeoText): Finding | null {
  if (words < headingsFrom) return null
  const why = 'Headings let readers find their part, and search engines lead straight to it.'
  if (headings.length === 0)
    return finding(
      words < longestPart ? 'improve' : 'problem',
      'The text has no headings.',
      why,
      'Put a heading above each part.',
    )
  if (longest >= longestPart)
    return finding(
      'improve',
      `A part of ${longest} words has no heading.`,
      why,
      'Divide it where the subject changes.',
    )
  const what = `The text has ${counted(headings.length, 'heading', 'headings')}.`
  return good(what, why)
}

/** Links to other pages of the site; the address of a picture or a sound is none. */
export function linkFinding({ content, origin }: SeoItem, { words }: SeoText): Finding | null {
  const own =
    origin && content.replaceAll(`](${origin}/`, '](/').replaceAll(`href="${origin}/`, 'href="/')
  const hasLink = /(?:\]\(\s{0,9}<?|\]:\s{1,9}|href\s{0,9}=\s{0,9}["'])\/(?!\/|media\/)/.test(
    own || content,
  )
  const why =
    'Links lead readers on, and show search engines which pages of a site belong together.'
  if (hasLink) return good('The text links to this site.', why)
  if (words < linksFrom) return null
  return finding(
    'improve',
    'The text has no link to another page of this site.',
    why,
    'Link to an article, a news item or a download that goes further.',
  )
}

export function openingFinding({ opening }: SeoText): Finding | null {
  const words = wordsOf(opening).length
  if (words <= longestOpening) return null
  return finding(
    'improve',
    `The first paragraph has ${words} words.`,
    'People decide by the first lines whether to go on; on a phone this is more than a screen.',
    `Say in ${longestOpening / 2} words what the text is about, and start a new paragraph.`,
  )
}

export function pictureFinding(content: string): Finding | null {
  const markdown = content.match(/!\[\s{0,20}\](?:\(|\[)/g)?.length ?? 0
  const tags = content.match(/<img\s[^<>]{0,2000}>/gi) ?? []
  const unnamed = markdown + tags.filter((tag) => !/\salt\s*=\s*["']?[^"'\s>]/i.test(tag)).length
  if (unnamed === 0) return null
  return finding(
    'problem',
    unnamed === 1 ? 'A picture has no alt text.' : `${unnamed} pictures have no alt text.`,
    'Who cannot see a picture hears its alt text; search engines find pictures by it.',
    'Say in a few words what each picture shows.',
  )
}
