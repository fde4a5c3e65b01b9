import { wordsOf } from '../reading-time.ts'
import { textBlocks } from '../text-analysis/text-blocks.ts'

/** A text as keywords are counted in it: no marks, no code. */
export interface SeoText {
  /** Runs of words between which no mark stands; a phrase never crosses one. Small letters. */
  clauses: Array<Array<string>>
  /** All words, the common ones too. */
  words: number
  /** The texts of the headings within it. */
  headings: Array<string>
  /** The first paragraph; empty when there is none. */
  opening: string
}

/** Reads Markdown or HTML as the words that a reader sees. */
export function seoText(content: string): SeoText {
  const blocks = textBlocks(markedHeadings(content))
  const clauses = blocks.flatMap(({ text }) =>
    text.split(/[.!?;:,()](?=\s|$)|\s[–—-]\s|[–—"“”]/).map((clause) => wordsOf(clause.toLowerCase())),
  )
  const ofKind = (wanted: string) => blocks.filter(({ kind }) => kind === wanted).map(({ text }) => text)
  return {
    clauses: clauses.filter((clause) => clause.length > 0),
    words: blocks.reduce((sum, { text }) => sum + wordsOf(text).length, 0),
    headings: ofKind('heading'),
    opening: ofKind('paragraph')[0] ?? '',
  }
}

/** HTML blocks on lines of their own, headings with Markdown's mark, so that one reading serves both. */
function markedHeadings(content: string): string {
  return content
    .replace(/<h([1-6])(?:\s[^<>]{0,500})?>/gi, (_, level: string) => `\n\n${'#'.repeat(Number(level))} `)
    .replace(
      /<\/?(?:p|h[1-6]|li|ul|ol|blockquote|pre|div|table|tr|td|th|br|hr|figure|figcaption)(?:\s[^<>]{0,500})?\/?>/gi,
      '\n\n',
    )
}
