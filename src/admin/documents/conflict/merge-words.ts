import { type TextPart, wordChanges } from './word-changes.ts'

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
