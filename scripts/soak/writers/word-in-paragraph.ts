/**
 * A text with one more word in one of its paragraphs: at its end, from place 4 on at its beginning.
 * Two people may change different words of one paragraph.
 */
export function wordInParagraph(text: string, word: string, place: number): string {
  const blocks = text.trimEnd().split('\n\n')
  const at = place % blocks.length
  const changed = place < 4 ? `${blocks[at]} ${word}.` : `${word}: ${blocks[at]}`
  return `${blocks.with(at, changed).join('\n\n')}\n`
}
