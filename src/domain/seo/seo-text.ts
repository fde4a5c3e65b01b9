import { clausesOf, wordsOf } from '../reading-time.ts'
import { type TextBlock, textBlocks } from '../text-analysis/text-blocks.ts'

/** The plain text of an item, without markup and code, split for counting keywords. */
export interface SeoText {
  /**
   * Runs of lower-case words without punctuation between them; a phrase never crosses two clauses.
   */
  clauses: Array<Array<string>>
  /** The number of all words, including common ones. */
  words: number
  headings: Array<string>
  /** The number of words of the longest part without a heading. */
  longestPart: number
  /** The first paragraph; empty when there is none. */
  opening: string
}

/** Reads Markdown or HTML as a reader sees it. */
export function seoText(content: string): SeoText {
  const blocks = textBlocks(markedHeadings(content))
  const ofKind = (wanted: string) =>
    blocks.filter(({ kind }) => kind === wanted).map(({ text }) => text)
  return {
    clauses: blocks.flatMap(({ text }) => clausesOf(text)),
    words: blocks.reduce((sum, { text }) => sum + wordsOf(text).length, 0),
    headings: ofKind('heading'),
    longestPart: longestPart(blocks),
    opening: ofKind('paragraph')[0] ?? '',
  }
}

function longestPart(blocks: ReadonlyArray<TextBlock>): number {
  let [longest, words] = [0, 0]
  for (const { kind, text } of blocks) {
    words = kind === 'heading' ? 0 : words + wordsOf(text).length
    longest = Math.max(longest, words)
  }
  return longest
}

/**
 * Puts HTML blocks on separate lines and writes headings as Markdown, so that one parser reads
 * both.
 */
function markedHeadings(content: string): string {
  return content
    .replace(
      /<h([1-6])(?:\s[^<>]{0,500})?>/gi,
      (_, level: string) => `\n\n${'#'.repeat(Number(level))} `,
    )
    .replace(
      /<\/?(?:p|h[1-6]|li|ul|ol|blockquote|pre|div|table|tr|td|th|br|hr|figure|figcaption)(?:\s[^<>]{0,500})?\/?>/gi,
      '\n\n',
    )
}
