/**
 * A place in the text of a page, by which the editor finds the same place, and the page it again.
 */
export interface TextPlace {
  /** The number of the article of an issue; 0 in any other text. */
  part: number
  /** The number of the block among those of its text. */
  block: number
  /** What the block begins with. */
  words: string
}

const wordsLength = 80
const leastLikeness = 8

/** The place of the block with number `block`, whose text is `text`. */
export function textPlace(part: number, block: number, text: string): TextPlace {
  const words = [
    ...text
      .slice(0, 2 * wordsLength)
      .trim()
      .replace(/\s+/g, ' '),
  ]
  return { part, block, words: words.slice(0, wordsLength).join('') }
}

/** The place as the fragment of an address. */
export function placeHash({ part, block, words }: TextPlace): string {
  return `#${part}.${block}.${encodeURIComponent(words)}`
}

/**
 * The number of the block that a place means: the one whose text begins most like its words, and of
 * several the one with the nearest number. Spaces do not count, because an editor has none where a
 * page has a line break. -1 without blocks.
 */
export function blockAt(texts: ReadonlyArray<string>, { block, words }: TextPlace): number {
  const wanted = withoutSpaces(words)
  let best = -1
  let bestLength = -1
  texts.forEach((text, number) => {
    const length = likeness(wanted, withoutSpaces(text.slice(0, 4 * wordsLength)))
    const isNearer = Math.abs(number - block) < Math.abs(best - block)
    if (length > bestLength || (length === bestLength && isNearer)) {
      best = number
      bestLength = length
    }
  })
  return best
}

const withoutSpaces = (text: string) => text.replace(/\s+/g, '')

/** The length of the common start; 0 for a few equal letters of different texts. */
function likeness(one: string, other: string): number {
  let length = 0
  while (length < one.length && one[length] === other[length]) length++
  return length < Math.min(one.length, other.length, leastLikeness) ? 0 : length
}
