/**
 * A paragraph with one more word: at its end, from place 4 on at its beginning. Two people may
 * change different words of one paragraph.
 */
export function wordInParagraph(paragraph: string, word: string, place: number): string {
  return place < 4 ? `${paragraph} ${word}.` : `${word}: ${paragraph}`
}
