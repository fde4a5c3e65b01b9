import { withoutComments } from '#domain/markdown/without-comments.ts'
/** The approximate visible text of Markdown, for indexing its words. */
export interface PlainText {
  headings: Array<string>
  text: string
}

const named = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['nbsp', ' '],
  ['shy', ''],
  ['apos', "'"],
])

/**
 * Removes addresses, tags, comments, reference definitions and fence lines from Markdown; marks
 * that no word contains stay. Every pattern is bounded, so that the time is linear.
 */
export function plainText(markdown: string): PlainText {
  const headings: Array<string> = []
  const text = withoutComments(markdown)
    .replace(/<\/?[a-z][^<>]{0,1000}>/gi, ' ')
    .replace(/^ {0,3}\[[^[\]\n]{1,200}\]: .*$/gm, ' ')
    // Settings of a device: its name leads to the text as a heading does.
    .replace(
      /^[ \t>]{0,20}(?:```|~~~) {0,3}device[ \t]*\n[ \t>]{0,20}device:[ \t]*([^\n]{1,80})$/gm,
      '# $1',
    )
    .replace(/^ {0,3}(?:```|~~~).*$/gm, ' ')
    .replace(/!?\[([^[\]\n]{0,300})\]\([^()\n]{0,1000}\)/g, ' $1 ')
    .replace(/\[!(?:NOTE|TIP|IMPORTANT|WARNING|CAUTION)\]/gi, ' ')
    .replace(/https?:\/\/\S{1,2000}/g, ' ')
    .replace(/&(amp|lt|gt|quot|nbsp|shy|apos);/g, (_, name: string) => named.get(name) as string)
    .replace(/^ {0,3}#{1,6} (.*)$/gm, (_, heading: string) => {
      headings.push(heading)
      return ' '
    })
  return { headings, text }
}
