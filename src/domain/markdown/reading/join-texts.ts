import { type MergeRegion, mergeRegions, sameItems } from '../merge-sequences.ts'
import { type ComparedRun, keyOf, splitWords, type WordChange, wordsOf } from './compare-words.ts'
import { formatKey, type Run } from './run.ts'
import { type ShownBlock, shownBlocks } from './shown-blocks.ts'

/** `by`: who has added or removed the words; null for words that nobody has changed. */
export interface JoinedRun extends ComparedRun {
  by: 'yours' | 'theirs' | 'both' | null
}

export interface JoinedBlock extends Omit<ShownBlock, 'runs'> {
  runs: ReadonlyArray<JoinedRun>
}

/** A proposal: the text with the changed words of both sides, and the same as readers see it. */
export interface JoinedText {
  text: string
  blocks: ReadonlyArray<JoinedBlock>
}

/**
 * Joins two edits of one Markdown text that changed different words, as a proposal (rulings,
 * section 9). Null where both changed the same words or put in words at the same place, where one
 * deleted the text, for code, and where the joined text would not read as both edits together do.
 */
export function joinTexts(base: string, yours: string, theirs: string): JoinedText | null {
  const text = joinSources(base, yours, theirs)
  if (text === null) return null
  const [was, mine, other, joined] = [base, yours, theirs, text].map(shownBlocks)
  if (!was || !mine || !other || was.length !== mine.length || was.length !== other.length)
    return null
  const blocks = was.map((block, at) => joinBlocks(block, mine[at]!, other[at]!))
  if (!isWhole(blocks) || !isReadAlike(blocks, joined!)) return null
  return { text, blocks }
}

/** The same for a line without formats, such as a title. */
export function joinLines(base: string, yours: string, theirs: string): JoinedText | null {
  const text = joinSources(base, yours, theirs)
  const [was, mine, other] = [base, yours, theirs].map((line) =>
    wordsOf([{ text: line, marks: [] }]),
  )
  const runs = text === null ? null : joinRuns(was!, mine!, other!)
  if (text === null || runs === null) return null
  return { text, blocks: [{ kind: 'paragraph', depth: 0, indent: 0, quotes: 0, bullet: '', runs }] }
}

function joinSources(base: string, yours: string, theirs: string): string | null {
  if ([base, yours, theirs].some((text) => text.trim() === '')) return null
  const regions = joinedRegions(splitWords(base), splitWords(yours), splitWords(theirs), String)
  return regions === null ? null : regions.flatMap(resultOf).join('')
}

/** The regions of two edits; null when they overlap or touch. */
function joinedRegions<Item>(...input: Parameters<typeof mergeRegions<Item>>) {
  const regions = mergeRegions(...input)
  return regions.some(({ by }) => by === 'conflict') ? null : regions
}

function resultOf<Item>({ by, yours, theirs }: MergeRegion<Item>): Array<Item> {
  return by === 'theirs' ? theirs : yours
}

function joinBlocks(was: ShownBlock, mine: ShownBlock, other: ShownBlock): JoinedBlock | null {
  const frames = [was, mine, other].map(frameOf) as [string, string, string]
  const frame =
    frames[1] === frames[0]
      ? other
      : frames[2] === frames[0] || frames[1] === frames[2]
        ? mine
        : null
  if (frame === null || was.kind === 'code') return null
  const runs = joinRuns(wordsOf(was.runs), wordsOf(mine.runs), wordsOf(other.runs))
  return runs && { ...frame, runs }
}

function frameOf({ runs: _, ...frame }: ShownBlock): string {
  return JSON.stringify(frame)
}

function joinRuns(
  was: ReadonlyArray<Run>,
  mine: ReadonlyArray<Run>,
  other: ReadonlyArray<Run>,
): Array<JoinedRun> | null {
  const regions = joinedRegions(was, mine, other, keyOf)
  if (regions === null) return null
  const runs: Array<JoinedRun> = []
  const add = (words: ReadonlyArray<Run>, change: WordChange, by: JoinedRun['by']) => {
    for (const word of words) {
      const last = runs.at(-1)
      if (last?.change === change && last.by === by && formatKey(last) === formatKey(word))
        runs[runs.length - 1] = { ...last, text: last.text + word.text }
      else runs.push({ ...word, change, by })
    }
  }
  for (const region of regions) {
    const by = region.by === 'conflict' ? null : region.by
    if (by !== null) add(region.base, 'removed', by)
    add(resultOf(region), by === null ? 'same' : 'added', by)
  }
  return runs
}

function isWhole(blocks: ReadonlyArray<JoinedBlock | null>): blocks is ReadonlyArray<JoinedBlock> {
  return blocks.every((block) => block !== null)
}

/** Whether the joined text is read as the joined blocks. */
function isReadAlike(blocks: ReadonlyArray<JoinedBlock>, read: ReadonlyArray<ShownBlock>): boolean {
  return (
    blocks.length === read.length &&
    blocks.every((block, at) => {
      const [kept, now] = [block.runs.filter(({ change }) => change !== 'removed'), read[at]!]
      return (
        frameOf(block) === frameOf(now) &&
        sameItems(wordsOf(kept).map(keyOf), wordsOf(now.runs).map(keyOf))
      )
    })
  )
}
