import { findHunks, type Hunk } from '../align.ts'
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
  const [was, mine, other] = [splitWords(base), splitWords(yours), splitWords(theirs)]
  const steps = joinSteps(was, mine, other)
  if (steps === null) return null
  return steps
    .map(({ by, from, to }) => partsOf(by, was, mine, other).slice(from, to).join(''))
    .join('')
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
  const steps = joinSteps(was.map(keyOf), mine.map(keyOf), other.map(keyOf))
  const runs: Array<JoinedRun> = []
  const add = (words: ReadonlyArray<Run>, change: WordChange, by: JoinedRun['by']) => {
    for (const word of words) {
      const last = runs.at(-1)
      if (last?.change === change && last.by === by && formatKey(last) === formatKey(word))
        runs[runs.length - 1] = { ...last, text: last.text + word.text }
      else runs.push({ ...word, change, by })
    }
  }
  for (const { by, from, to, gone } of steps ?? []) {
    if (gone) add(was.slice(gone.start, gone.end), 'removed', by)
    add(partsOf(by, was, mine, other).slice(from, to), by === null ? 'same' : 'added', by)
  }
  return steps && runs
}

/**
 * A part of the result: items `from` to `to` of the side that made it, of the base for none;
 * `gone`: the items of the base that it replaces.
 */
interface Step {
  by: JoinedRun['by']
  from: number
  to: number
  gone?: { start: number; end: number }
}

function partsOf<Item>(
  by: Step['by'],
  base: ReadonlyArray<Item>,
  yours: ReadonlyArray<Item>,
  theirs: ReadonlyArray<Item>,
) {
  if (by === null) return base
  return by === 'theirs' ? theirs : yours
}

/** The result of two edits of a sequence, in parts; null when they overlap or touch. */
function joinSteps(
  base: ReadonlyArray<string>,
  yours: ReadonlyArray<string>,
  theirs: ReadonlyArray<string>,
): Array<Step> | null {
  const [mine, other] = [findHunks(base, yours), findHunks(base, theirs)]
  const same = (one: Hunk) =>
    other.some(
      (two) =>
        one.start === two.start &&
        one.end === two.end &&
        sameItems(
          yours.slice(one.otherStart, one.otherEnd),
          theirs.slice(two.otherStart, two.otherEnd),
        ),
    )
  const both = mine.filter(same)
  const isBoth = ({ start, end }: Hunk) =>
    both.some((one) => one.start === start && one.end === end)
  const hunks = [
    ...mine.map((hunk) => ({ hunk, by: isBoth(hunk) ? ('both' as const) : ('yours' as const) })),
    ...other.filter((hunk) => !isBoth(hunk)).map((hunk) => ({ hunk, by: 'theirs' as const })),
  ].sort((one, two) => one.hunk.start - two.hunk.start || one.hunk.end - two.hunk.end)
  const steps: Array<Step> = []
  let at = 0
  for (const [index, { hunk, by }] of hunks.entries()) {
    const { start, end, otherStart, otherEnd } = hunk
    const above = hunks[index - 1]
    if (above && above.by !== by && start <= above.hunk.end) return null
    steps.push(
      { by: null, from: at, to: start },
      { by, from: otherStart, to: otherEnd, gone: { start, end } },
    )
    at = end
  }
  return [...steps, { by: null, from: at, to: base.length }]
}

function sameItems(one: ReadonlyArray<string>, other: ReadonlyArray<string>): boolean {
  return one.length === other.length && one.every((item, at) => item === other[at])
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
