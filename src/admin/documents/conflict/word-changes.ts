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

/**
 * Marks differing words in three versions of a place; in the base, words that either side has
 * changed.
 */
export function mergeWords(
  before: string | null,
  yours: string,
  theirs: string,
): Record<'before' | 'yours' | 'theirs', ReadonlyArray<TextPart>> {
  if (before === null) {
    const changes = wordChanges(theirs, yours)
    return { before: [], yours: changes.after, theirs: changes.before }
  }
  const [mine, other] = [wordChanges(before, yours), wordChanges(before, theirs)]
  return { before: either(mine.before, other.before), yours: mine.after, theirs: other.after }
}

/** Combines two markings of one text: marked where either is. */
function either(one: ReadonlyArray<TextPart>, other: ReadonlyArray<TextPart>): Array<TextPart> {
  const parts: Array<TextPart> = []
  const [mine, theirs] = [[...one], [...other]]
  for (;;) {
    const [a, b] = [mine[0], theirs[0]]
    if (!a || !b) return parts
    const length = Math.min(a.text.length, b.text.length)
    const part = { text: a.text.slice(0, length), changed: a.changed || b.changed }
    const last = parts.at(-1)
    if (last?.changed === part.changed) last.text += part.text
    else parts.push(part)
    for (const [list, head] of [
      [mine, a],
      [theirs, b],
    ] as const)
      if (head.text.length === length) list.shift()
      else list[0] = { ...head, text: head.text.slice(length) }
  }
}
