import type { Html } from 'mdast'
import { findHunks, type Hunk } from './align.ts'
import { voidElements } from './html-body.ts'
import { type HtmlToken, htmlTokens } from './html-tokens.ts'
import { elementOf, openingTag, plainHtml } from './plain-element.ts'
import { exactKey, type FileToken, rawHtmlOf, type ShownText } from './raw-html.ts'
import { continuation, indentRest, type Replacement, replaced, type Source } from './source.ts'

/**
 * Carries what was edited within a file's blocks of HTML into these blocks, so that their lines,
 * indentation, comments and attributes stay (rulings, section 3). Returns the file with these edits
 * and the HTML that would be shown for it: between that and the edited HTML, only the edits of
 * Markdown are left, and those of HTML that have no certain place.
 */
export function withRawHtmlEdits({ base, shown }: ShownText, edited: string): ShownText {
  const raw = rawHtmlOf({ base, shown })
  if (!raw) return { base, shown }
  const { source, file, before, places } = raw
  const now = htmlTokens(edited)
  const inFile: Array<Replacement> = []
  const inShown: Array<Replacement> = []
  for (const change of wholeElements(
    findHunks(before.map(exactKey), now.map(exactKey)),
    before,
    now,
  )) {
    const fresh = now.slice(change.otherStart, change.otherEnd)
    const place = placeOf(change, file, places)
    if (!place) continue
    const old = file.slice(place.start, place.end).map(({ token }) => token!)
    const behind = file[place.start - 1]
    const keepsSpace = old.length > 0 && fresh.length > 0 && old[0]!.spaced === fresh[0]!.spaced
    if (!keepsSpace && (behind?.token === undefined || behind.block !== place.block)) continue
    const tags = tagsInFile(old, before.slice(change.start, change.end), fresh)
    const words = fresh.map(({ kind, spaced, start, end }, index) => {
      const space = spaced && (index > 0 || !keepsSpace) ? ' ' : ''
      return space + (kind === 'start' ? tags.shift() : edited.slice(start, end))
    })
    const text = inLines(words.join(''), place.block, source)
    if (text === null) continue
    const from = keepsSpace ? old[0]!.start : behind!.token!.end
    inFile.push({ from, to: old.at(-1)?.end ?? from, text })
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

/**
 * Joins changes until each leaves the elements around it as they are, as that of words that were
 * made bold; others are left out.
 */
function wholeElements(
  changes: ReadonlyArray<Hunk>,
  before: ReadonlyArray<HtmlToken>,
  now: ReadonlyArray<HtmlToken>,
): Array<Hunk> {
  const whole: Array<Hunk> = []
  for (let index = 0; index < changes.length; index += 1) {
    const { start, otherStart } = changes[index]!
    for (const [further, { end, otherEnd }] of changes.slice(index, index + mostJoined).entries()) {
      if (openedBy(before.slice(start, end)) !== openedBy(now.slice(otherStart, otherEnd))) continue
      whole.push({ start, end, otherStart, otherEnd })
      index += further
      break
    }
  }
  return whole
}

const mostJoined = 8

/**
 * The elements that tags close and open around others, as text: none for a paragraph that ends
 * where another begins.
 */
function openedBy(tokens: ReadonlyArray<HtmlToken>): string {
  const open: Array<string> = []
  const closed: Array<string> = []
  for (const { kind, name } of tokens) {
    if (kind === 'start' && !voidElements.has(name)) open.push(name)
    if (kind === 'end' && (open.length === 0 || open.pop() !== name)) closed.push(name)
  }
  return closed.join() === open.toReversed().join() ? '' : `${closed} ${open}`
}

/**
 * The tokens of one block of HTML that a change replaces, or between which it inserts; null when it
 * has no such place.
 */
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

/**
 * New opening tags as they stand in the file: a tag whose attributes were edited keeps those that
 * no page shows, and no tag gets those that only the page has.
 */
function tagsInFile(
  old: ReadonlyArray<HtmlToken>,
  before: ReadonlyArray<HtmlToken>,
  fresh: ReadonlyArray<HtmlToken>,
): Array<string> {
  const opening = (tokens: ReadonlyArray<HtmlToken>) =>
    tokens.filter(({ kind }) => kind === 'start')
  const [own, shown, edited] = [opening(old), opening(before), opening(fresh)]
  const areSame =
    own.length === edited.length && own.every(({ name }, index) => name === edited[index]!.name)
  return edited.map(({ text }, index) =>
    areSame ? mergedTag(own[index]!.text, shown[index]!.text, text) : newTag(text),
  )
}

function newTag(text: string): string {
  const element = elementOf(text)
  return element ? openingTag(plainHtml(element)) : text
}

/** The tag of the file with the attributes that differ between the shown tag and the edited one. */
function mergedTag(own: string, shown: string, edited: string): string {
  const [file, was, now] = [own, shown, edited].map(elementOf)
  if (!file || !was || !now) return own
  const [before, after] = [plainHtml(was).properties, plainHtml(now).properties]
  const properties = { ...file.properties }
  for (const name of Object.keys({ ...before, ...after }))
    if (String(before[name]) !== String(after[name])) properties[name] = after[name]
  return openingTag({ ...file, properties })
}

/**
 * A text with the markers of the container around a block in its further lines; null when it would
 * end the block.
 */
function inLines(text: string, block: Html, source: Source): string | null {
  if (!text.includes('\n')) return text
  if (/\n[ \t]*\n/.test(text) && !/^<pre[\s>]/i.test(block.value)) return null
  const lead = source.lead(block)
  return source.withLineEnds(indentRest(text, continuation(lead)))
}
