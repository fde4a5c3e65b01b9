/** Bytes; the slowest constructs known take a third of the limit at this length. */
const longText = 20_000
/** Far from the levels that a page may have (`limits.ts`), and from what a writer needs. */
const manyTags = 50
const manyMarks = 150
const deepIndent = 50

/** What may open a level in a paragraph: emphasis, HTML, the definition of a footnote. */
const mark = /[*_~]|<[a-z]|\]:/gi

/**
 * Whether a Markdown text is long, or has signs of deep nesting: only such a text may be one that can't be rendered, so that only such a one needs to be
 * tried. Reads the text a few times.
 */
export function isDoubtful(markdown: string): boolean {
  return (
    Buffer.byteLength(markdown) > longText ||
    openTags(markdown) > manyTags ||
    markdown.split('\n').some((line) => indent(line) > deepIndent) ||
    markdown.split(/\n[ \t\r]*\n/).some((paragraph) => (paragraph.match(mark)?.length ?? 0) > manyMarks)
  )
}

/** The most tags that are open at one place, as if every tag needed an end. */
function openTags(markdown: string): number {
  let open = 0
  let most = 0
  for (const [, slash] of markdown.matchAll(/<(\/?)[a-z]/gi)) {
    open = Math.max(0, open + (slash ? -1 : 1))
    most = Math.max(most, open)
  }
  return most
}

/** Columns before the first word of a line; what opens quotes and lists counts as well. */
function indent(line: string): number {
  let columns = 0
  for (const sign of line) {
    if (sign === '\t') columns += 4
    else if (' >*+-.)0123456789'.includes(sign)) columns += 1
    else break
  }
  return columns
}
