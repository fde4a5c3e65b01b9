import {
  type ComparedBlock,
  compareTexts,
  sideOfComparison,
} from '#domain/markdown/reading/compare-texts.ts'
import { type ComparedRun, wordsOf } from '#domain/markdown/reading/compare-words.ts'
import { type JoinedText, joinLines, joinTexts } from '#domain/markdown/reading/join-texts.ts'
import { shownBlocks } from '#domain/markdown/reading/shown-blocks.ts'
import type { MergePlace } from './merge-places.ts'

/** The versions of a part of the body as readers see them, with differing words marked. */
export interface ReadPlace {
  before: ReadonlyArray<ComparedBlock>
  yours: ReadonlyArray<ComparedBlock>
  theirs: ReadonlyArray<ComparedBlock>
}

/** Longer texts are shown as they are in the file, because a conflict must open at once. */
const longest = 60_000

/**
 * Compares the versions of a part of the body; null when they are too long. In the base, words that
 * either side has changed are marked.
 */
export function readPlace({ before, yours, theirs }: MergePlace): ReadPlace | null {
  if ([before ?? '', yours, theirs].some((text) => text.length > longest)) return null
  const side = (from: string, to: string, which: 'before' | 'after') =>
    sideOfComparison(compareTexts(from, to), which)
  if (before === null)
    return {
      before: [],
      yours: side(theirs, yours, 'after'),
      theirs: side(theirs, yours, 'before'),
    }
  const others = side(before, theirs, 'before')
  return {
    before: side(before, yours, 'before').map((block, at) => either(block, others[at]!)),
    yours: side(before, yours, 'after'),
    theirs: side(before, theirs, 'after'),
  }
}

/** One block in two comparisons: marked where either marks it. */
function either(one: ComparedBlock, other: ComparedBlock): ComparedBlock {
  const others = wordsOf(other.runs)
  const runs = wordsOf(one.runs).map(
    (word, at): ComparedRun =>
      others[at]?.change === 'removed' ? { ...word, change: 'removed' } : word,
  )
  return { ...one, runs }
}

/**
 * The proposals for the places, by their ids (rulings, section 9): the joined text where both
 * changed different words, and the changed text of a part at the place to which the other moved it.
 */
export function proposalsFor(places: ReadonlyArray<MergePlace>): ReadonlyMap<string, JoinedText> {
  return new Map(
    places.flatMap((place) => {
      const joined = proposalFor(place)
      return joined ? [[place.id, joined] as const] : []
    }),
  )
}

function proposalFor({
  sort,
  before,
  yours,
  theirs,
  editable,
  movedBy,
}: MergePlace): JoinedText | null {
  if (before === null || !editable || [before, yours, theirs].some((text) => text.length > longest))
    return null
  if (movedBy !== null) return moved(before, movedBy === 'yours' ? theirs : yours, movedBy)
  return sort === 'text' ? joinTexts(before, yours, theirs) : joinLines(before, yours, theirs)
}

function moved(before: string, changed: string, movedBy: 'yours' | 'theirs'): JoinedText {
  const by = movedBy === 'yours' ? ('theirs' as const) : ('yours' as const)
  const blocks = compareTexts(before, changed).map((block) => ({
    ...block,
    runs: block.runs.map((run) => ({ ...run, by: run.change === 'same' ? null : by })),
  }))
  return { text: changed, blocks }
}

/** The blocks of a text, for showing it without marks; null when it is too long. */
export function readText(text: string) {
  return text.length > longest ? null : shownBlocks(text)
}
