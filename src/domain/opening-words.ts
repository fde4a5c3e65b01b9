import { cutText } from './seo/snippet.ts'
import { plainLine } from './text-analysis/plain-line.ts'
import { joinParts } from './words/join-parts.ts'

const longest = 200
/** The number of characters in which the first paragraph is searched. */
const looked = 8_000
/** Starts of lines that are no paragraphs: headings, quotes, lists, tables, pictures, HTML, MDX. */
const noParagraph = /^(?:[#>|<!{+]|[-*] |\d{1,9}[.)] |import |export |---|===|\[\^?[^\]]{1,200}\]:)/

/**
 * The first paragraph of a Markdown text as plain text, cut to 200 characters; '' when it has none.
 */
export function openingWords(markdown: string): string {
  const paragraph: Array<string> = []
  let fence = ''
  for (const raw of markdown.slice(0, looked).split('\n')) {
    const line = raw.trim()
    const mark = /^(?:```|~~~)/.exec(line)?.[0]
    if (mark && (fence === '' || fence === mark)) fence = fence === '' ? mark : ''
    else if (fence === '' && line !== '' && (paragraph.length > 0 || !noParagraph.test(line)))
      // A backslash at the end breaks the line.
      paragraph.push(line.replace(/(?<!\\)\\$/, ''))
    else if (paragraph.length > 0) break
  }
  return cutText(plainLine(joinParts(paragraph)), longest)
}
