import type { Html } from 'mdast'
import { findHunks, type Hunk } from './align.ts'
import { voidElements } from './html-body.ts'
import { type HtmlToken, htmlTokens } from './html-tokens.ts'
import { exactKey, type FileToken, rawHtmlOf, type ShownText } from './raw-html.ts'

/** A range of a text and what replaces it. */
export interface Replacement {
  from: number
  to: number
  text: string
}

/**
 * Carries what was edited within a file's blocks of HTML into these blocks, so that their lines, indentation, comments
 * and attributes stay (rulings, section 3). Returns the file with these edits and the HTML that would be shown for it:
 * between that and the edited HTML, only the edits of Markdown are left, and those of HTML that have no certain place.
 */
export function withRawHtmlEdits({ base, shown }: ShownText, edited: string): ShownText {
  const raw = rawHtmlOf({ base, shown })
  if (!raw) return { base, shown }
  const { source, file, before, places } = raw
  const now = htmlTokens(edited)
  const inFile: Array<Replacement> = []
  const inShown: Array<Replacement> = []
  for (const change of wholeElements(findHunks(before.map(exactKey), now.map(exactKey)), before, now)) {
    const fresh = now.slice(change.otherStart, change.otherEnd)
    const place = placeOf(change, file, places)
    if (!place) continue
    const old = file.slice(place.start, place.end).map(({ token }) => token!)
    const behind = file[place.start - 1]
    const keepsSpace = old.length > 0 && fresh.length > 0 && old[0]!.spaced === fresh[0]!.spaced
    if (!keepsSpace && (behind?.token === undefined || behind.block !== place.block)) continue
    if (!isWritable(old, before.slice(change.start, change.end), fresh)) continue
    const from = keepsSpace ? old[0]!.start : behind!.token!.end
    const words = fresh.map(({ spaced, start, end }, index) => {
      const space = spaced && (index > 0 || !keepsSpace) ? ' ' : ''
      return space + edited.slice(start, end)
    })
    inFile.push({ from, to: old.at(-1)?.end ?? from, text: words.join('') })
    const shownFrom = keepsSpace ? before[change.start]!.start : before[change.start - 1]!.end
    const editedFrom = keepsSpace ? fresh[0]!.start : (now[change.otherStart - 1]?.end ?? 0)
    inShown.push({
      from: shownFrom,
      to: before.slice(change.start, change.end).at(-1)?.end ?? shownFrom,
      text: edited.slice(editedFrom, fresh.at(-1)?.end ?? editedFrom),
    })
  }
  return {
    base: replaced(inFile, source.text.length, (from, to) => source.slice(from, to)),
    shown: replaced(inShown, shown.length, (from, to) => shown.slice(from, to)),
  }
}

/** Joins changes until each has both tags of its elements, as around words that were made bold; others are left out. */
function wholeElements(
  changes: ReadonlyArray<Hunk>,
  before: ReadonlyArray<HtmlToken>,
  now: ReadonlyArray<HtmlToken>,
): Array<Hunk> {
  const whole: Array<Hunk> = []
  for (let index = 0; index < changes.length; index += 1) {
    const { start, otherStart } = changes[index]!
    for (const [further, { end, otherEnd }] of changes.slice(index, index + mostJoined).entries()) {
      if (!isBalanced(before.slice(start, end)) || !isBalanced(now.slice(otherStart, otherEnd))) continue
      whole.push({ start, end, otherStart, otherEnd })
      index += further
      break
    }
  }
  return whole
}

const mostJoined = 8

function isBalanced(tokens: ReadonlyArray<HtmlToken>): boolean {
  const open: Array<string> = []
  for (const { kind, name } of tokens) {
    if (kind === 'start' && !voidElements.has(name)) open.push(name)
    if (kind === 'end' && open.pop() !== name) return false
  }
  return open.length === 0
}

/** The tokens of one block of HTML that a change replaces, or between which it inserts; null when it has no such place. */
function placeOf(
  { start, end }: Hunk,
  file: ReadonlyArray<FileToken>,
  places: ReadonlyMap<number, number>,
): { start: number; end: number; block: Html } | null {
  const isInsertion = start === end
  const first = places.get(isInsertion ? start - 1 : start)
  const last = places.get(isInsertion ? start : end - 1)
  if (first === undefined || last === undefined) return null
  const { block } = file[first]!
  const length = isInsertion ? 1 : end - 1 - start
  if (!block || file[last]!.block !== block || last - first !== length) return null
  return isInsertion ? { start: last, end: last, block } : { start: first, end: last + 1, block }
}

/** Whether new tokens may stand in the file: attributes that the page added or lost are not written over others. */
function isWritable(
  old: ReadonlyArray<HtmlToken>,
  before: ReadonlyArray<HtmlToken>,
  fresh: ReadonlyArray<HtmlToken>,
): boolean {
  const tags = fresh.filter(({ kind }) => kind === 'start')
  if (tags.length === 0) return true
  const isAsShown = old.every(({ kind, text }, index) => kind !== 'start' || text === before[index]!.text)
  return isAsShown && tags.every(({ text }) => !/\s(?!(?:href|src|alt|title)=)[a-z-]{1,40}(?:=|\s|>)/i.test(text))
}

/** A text with its ranges replaced; `slice` gives the parts between them. */
export function replaced(
  replacements: ReadonlyArray<Replacement>,
  length: number,
  slice: (from: number, to: number) => string,
): string {
  let done = 0
  const parts: Array<string> = []
  for (const { from, to, text } of replacements) {
    parts.push(slice(done, from), text)
    done = to
  }
  return parts.join('') + slice(done, length)
}
