import { findHunks, type Hunk } from '../align.ts'
import { formatKey, type Run } from './run.ts'

export type WordChange = 'same' | 'added' | 'removed'

export interface ComparedRun extends Run {
  change: WordChange
}

/**
 * Two texts in one: the runs of both in order, removed ones before added ones. A word whose format
 * or link differs is another word.
 */
export function compareWords(
  before: ReadonlyArray<Run>,
  after: ReadonlyArray<Run>,
): Array<ComparedRun> {
  const [old, now] = [wordsOf(before), wordsOf(after)]
  const hunks = withoutCrumbs(findHunks(old.map(keyOf), now.map(keyOf)), old)
  const compared: Array<ComparedRun> = []
  const add = (runs: ReadonlyArray<Run>, change: WordChange) => {
    for (const run of runs) {
      const last = compared.at(-1)
      if (
        last?.change === change &&
        run.picture === undefined &&
        formatKey(last) === formatKey(run)
      )
        compared[compared.length - 1] = { ...last, text: last.text + run.text }
      else compared.push({ ...run, change })
    }
  }
  let at = 0
  for (const { start, end, otherStart, otherEnd } of hunks) {
    add(old.slice(at, start), 'same')
    add(old.slice(start, end), 'removed')
    add(now.slice(otherStart, otherEnd), 'added')
    at = end
  }
  add(old.slice(at), 'same')
  return compared
}

/** Each word, space and sign as a run of its own. */
export function wordsOf<Of extends Run>(runs: ReadonlyArray<Of>): Array<Of> {
  return runs.flatMap((run) => {
    if (run.picture !== undefined) return [run]
    return splitWords(run.text).map((text) => ({ ...run, text }))
  })
}

/** The words, spaces and signs of a text. */
export function splitWords(text: string): Array<string> {
  return text.match(/\s+|[\p{L}\p{N}]+|[^\s\p{L}\p{N}]/gu) ?? []
}

/** A text that is equal for equal runs. */
export function keyOf(run: Run): string {
  return `${run.text} ${formatKey(run)}`
}

/**
 * Joins changes with only spaces and signs between them, which would cut the changed words into
 * crumbs.
 */
function withoutCrumbs(hunks: ReadonlyArray<Hunk>, old: ReadonlyArray<Run>): Array<Hunk> {
  const joined: Array<Hunk> = []
  for (const hunk of hunks) {
    const last = joined.at(-1)
    const between = last ? old.slice(last.end, hunk.start) : []
    if (
      last &&
      hasBoth(last) &&
      hasBoth(hunk) &&
      between.every(({ text }) => !/[\p{L}\p{N}]/u.test(text))
    )
      joined[joined.length - 1] = { ...last, end: hunk.end, otherEnd: hunk.otherEnd }
    else joined.push(hunk)
  }
  return joined
}

const hasBoth = ({ start, end, otherStart, otherEnd }: Hunk) => start < end && otherStart < otherEnd
