import { applyChanges, findHunks } from '#domain/markdown/align.ts'
import { mergeSequences } from '#domain/markdown/merge-sequences.ts'

/**
 * A YAML text with the changes between two others, of which `before` says the same as it. Yields
 * texts, the one with the fewest other bytes first.
 */
export function* carriedOver(text: string, before: string, after: string): Generator<string> {
  for (const merge of [mergedWords, mergedBackwards, changedLines]) {
    const edited = mergedKeys(text, before, after, merge)
    if (merge === changedLines || !doublesComment(edited, [text, after])) yield edited
  }
}

/**
 * The text of a key of the root that does not change stays; in the others, `merge` decides about
 * lines that are spelled differently.
 */
function mergedKeys(text: string, before: string, after: string, merge: MergeSpelling): string {
  const [own, base, edited] = [text, before, after].map((one) => one.split(/^(?=[^\s#\-\]}])/m))
  if (own!.length !== base!.length) return mergedText(text, before, after, merge)
  const parts: Array<string> = []
  let done = 0
  for (const { start, end, otherStart, otherEnd } of findHunks(base!, edited!)) {
    const [theirs, was, yours] = [
      own!.slice(start, end),
      base!.slice(start, end),
      edited!.slice(otherStart, otherEnd),
    ].map((keys) => keys.join(''))
    parts.push(...own!.slice(done, start), mergedText(theirs!, was!, yours!, merge))
    done = end
  }
  return [...parts, ...own!.slice(done)].join('')
}

function mergedText(text: string, before: string, after: string, merge: MergeSpelling): string {
  const [own, base, edited] = [text, before, after].map((one) => one.split(/(?<=\n)/))
  return mergeSequences(base!, edited!, own!)
    .map((part) =>
      part.kind === 'agreed'
        ? part.items.join('')
        : merge(part.theirs.join(''), part.base.join(''), part.yours.join('')),
    )
    .join('')
}

/** `text` with the changes between `before`, its other spelling, and `after`. */
type MergeSpelling = (text: string, before: string, after: string) => string

function mergedWords(...texts: Parameters<MergeSpelling>): string {
  const [own, base, edited] = texts.map(wordsOf)
  return applyChanges(own!, base!, edited!)
    .map(({ item }) => item.key)
    .join('')
}

/** The same from the end: words that both add at one place have the other order. */
function mergedBackwards(...texts: Parameters<MergeSpelling>): string {
  const [own, base, edited] = texts.map((text) => wordsOf(text).reverse())
  return applyChanges(own!, base!, edited!)
    .map(({ item }) => item.key)
    .reverse()
    .join('')
}

const changedLines: MergeSpelling = (_text, _before, after) => after

/** Whether a comment is more often in a text than in each of the others. */
function doublesComment(text: string, others: ReadonlyArray<string>): boolean {
  const comments = text.match(/(?<=^|\s)#.*/gm) ?? []
  return comments.some((comment) =>
    others.every((other) => timesIn(other, comment) < timesIn(text, comment)),
  )
}

const timesIn = (text: string, part: string) => text.split(part).length - 1

const wordsOf = (text: string) =>
  Array.from(text.match(/\n *|[^\S\n]+(?:#.*)?|[\p{L}\p{N}_]+|./gu) ?? [], (key) => ({ key }))
