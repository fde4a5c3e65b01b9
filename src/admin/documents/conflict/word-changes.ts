import { findHunks } from '#domain/markdown/align.ts'
import { splitWords } from '#domain/markdown/reading/compare-words.ts'

export interface TextPart {
  text: string
  changed: boolean
}

/**
 * Compares two texts word by word: for each, its parts and whether they differ from the other text.
 */
export function wordChanges(
  before: string,
  after: string,
): { before: Array<TextPart>; after: Array<TextPart> } {
  const [old, now] = [splitWords(before), splitWords(after)]
  const hunks = findHunks(old, now)
  return {
    before: partsOf(old, hunks),
    after: partsOf(
      now,
      hunks.map(({ otherStart: start, otherEnd: end }) => ({ start, end })),
    ),
  }
}

function partsOf(
  words: ReadonlyArray<string>,
  changes: ReadonlyArray<{ start: number; end: number }>,
): Array<TextPart> {
  const parts: Array<TextPart> = []
  const add = (start: number, end: number | undefined, changed: boolean) => {
    const text = words.slice(start, end).join('')
    if (text !== '') parts.push({ text, changed })
  }
  let at = 0
  for (const { start, end } of changes) {
    add(at, start, false)
    add(start, end, true)
    at = end
  }
  add(at, undefined, false)
  return parts
}
