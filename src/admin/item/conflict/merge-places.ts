import type { MergeChunk } from '#domain/markdown/merge-bodies.ts'

export type Side = 'before' | 'yours' | 'theirs' | 'both'

/** What was decided for a place. */
export type Decision = { kind: Side } | { kind: 'edited'; text: string }

/** What was chosen so far, as plain JSON. `text` is the whole body written by hand, which counts while `byHand`. */
export interface Choices {
  /** By the id of the place. */
  decided: Readonly<Record<string, Decision>>
  text: string | null
  byHand: boolean
}

export const noChoices: Choices = { decided: {}, text: null, byHand: false }

/** A place that both changed: a field, or a part of the body. */
export interface MergePlace {
  id: string
  sort: 'field' | 'text'
  label: string
  /** What a part of the body is, and the heading that it stands under; empty for a field. */
  about: string
  /** As texts, to be looked at. Null where there is no such version. */
  before: string | null
  yours: string
  theirs: string
  both: string | null
  /** Whether anything else may be written instead. */
  editable: boolean
  /** What all agree on around a part of the body. */
  above: string
  below: string
}

export const fieldId = (field: string) => `field:${field}`
export const chunkId = (index: number) => `text:${index}`

/** The places of a body, each with what stands around it. `hasBase`: whether what both began from is known. */
export function bodyPlaces(chunks: ReadonlyArray<MergeChunk>, hasBase = true): Array<MergePlace> {
  const places: Array<MergePlace> = []
  let under = ''
  for (const [index, chunk] of chunks.entries()) {
    if (chunk.kind === 'agreed') {
      under = lastHeading(chunk.text) ?? under
      continue
    }
    const { base, yours, theirs } = chunk
    const [above, below] = [chunks[index - 1], chunks[index + 1]]
    const isItem = above?.kind === 'agreed' && endsWithMark(above.text)
    places.push({
      id: chunkId(index),
      sort: 'text',
      label: `Text ${places.length + 1}`,
      about: `${isItem ? 'list item' : kindOf(yours.trim() || theirs.trim() || base.trim())}${under && ` under “${under}”`}`,
      before: hasBase ? base.trim() : null,
      yours: yours.trim(),
      theirs: theirs.trim(),
      both: yours.trim() !== '' && theirs.trim() !== '' ? bothOf(chunk).trim() : null,
      editable: true,
      above: above?.kind === 'agreed' ? above.text : '',
      below: below?.kind === 'agreed' ? below.text : '',
    })
    under = lastHeading(yours) ?? under
  }
  return places
}

const kinds: ReadonlyArray<[RegExp, string]> = [
  [/^#{1,6}\s/, 'heading'],
  [/^(?:```|~~~)/, 'code'],
  [/^\|/, 'table'],
  [/^(?:[-*+]|\d+[.)])\s/, 'list'],
  [/^>/, 'quote'],
  [/^!\[/, 'picture'],
]

function kindOf(markdown: string): string {
  return kinds.find(([pattern]) => pattern.test(markdown))?.[1] ?? 'paragraph'
}

/** Whether a text is read better with letters of one width: code and tables. */
export function isTabular(markdown: string): boolean {
  return /^(?:```|~~~|\|)/.test(markdown)
}

/** Whether a text ends with the mark of a list item whose own text comes next. */
function endsWithMark(text: string): boolean {
  const bare = text.trimEnd()
  return bare.length < text.length && /^\s*(?:[-*+]|\d+[.)])$/.test(bare.slice(bare.lastIndexOf('\n') + 1))
}

function lastHeading(markdown: string): string | null {
  const headings = [...markdown.replace(/^(```|~~~)[\s\S]*?^\1/gm, '').matchAll(/^#{1,6}[ \t]+([^\n]+)/gm)]
  return (
    headings
      .at(-1)?.[1]
      ?.trimEnd()
      .replace(/(?<!#)#+$/, '')
      .trim() || null
  )
}

/** Whether nothing is left to decide here. */
export function isSettled({ id, sort }: MergePlace, { decided, byHand }: Choices): boolean {
  return (sort === 'text' && byHand) || decided[id] !== undefined
}

/** The places that are still to be settled. */
export const openPlaces = (places: ReadonlyArray<MergePlace>, choices: Choices): Array<MergePlace> =>
  places.filter((place) => !isSettled(place, choices))

/** The same choice for all that is left. */
export function withRest(places: ReadonlyArray<MergePlace>, choices: Choices, kind: Side): Choices {
  const rest = openPlaces(places, choices).map(({ id }) => [id, { kind }])
  return { ...choices, decided: { ...choices.decided, ...Object.fromEntries(rest) } }
}

/** What a place comes to by a decision, as a text. */
export function decidedText(place: Pick<MergePlace, Side>, decision: Decision | undefined): string {
  if (decision?.kind === 'edited') return decision.text
  return (decision && place[decision.kind]) ?? place.yours
}

/** The body with what was decided; yours where nothing was yet. */
export function chosenText(chunks: ReadonlyArray<MergeChunk>, choices: Choices): string {
  if (choices.byHand && choices.text !== null) return choices.text
  return chunks
    .map((chunk, index) => {
      if (chunk.kind === 'agreed') return chunk.text
      const decision = choices.decided[chunkId(index)] ?? { kind: 'yours' }
      if (decision.kind === 'edited') return withEdges(chunk, decision.text)
      if (decision.kind === 'before') return chunk.base
      return decision.kind === 'both' ? bothOf(chunk) : chunk[decision.kind]
    })
    .join('')
}

/** A field's value by what was decided; `theirs` where nothing was. */
export function decidedValue(
  versions: { base: unknown; yours: unknown; theirs: unknown },
  decision: Decision | undefined,
): unknown {
  switch (decision?.kind) {
    case 'edited':
      return decision.text
    case 'before':
      return versions.base
    case 'yours':
      return versions.yours
    case 'both':
      return bothLists(versions) ?? versions.yours
    default:
      return versions.theirs
  }
}

/** What both did to a list of words: nothing that one took out, everything that one put in. Null for other values. */
export function bothLists({ base, yours, theirs }: { base: unknown; yours: unknown; theirs: unknown }) {
  if (!isWords(yours) || !isWords(theirs)) return null
  const before = isWords(base) ? base : []
  return [
    ...theirs.filter((word) => yours.includes(word) || !before.includes(word)),
    ...yours.filter((word) => !before.includes(word) && !theirs.includes(word)),
  ]
}

function isWords(value: unknown): value is Array<string> {
  return Array.isArray(value) && value.every((one) => typeof one === 'string')
}

type Conflict = Extract<MergeChunk, { kind: 'conflict' }>

/** Theirs, then yours, as blocks of their own; rows and items of one block stay together. */
function bothOf({ theirs, yours }: Conflict): string {
  const lead = /^\s*/.exec(yours)?.[0] ?? ''
  const apart = kindOf(yours.trim()) === kindOf(theirs.trim()) && /^(?:\||[-*+]\s|\d+[.)]\s|>)/.test(yours.trim())
  return `${theirs}${lead.includes('\n') ? '' : apart ? '\n' : '\n\n'}${yours}`
}

/** A text of one's own with the white space around it that the versions have. */
function withEdges({ yours, theirs, base }: Conflict, text: string): string {
  const sample = [yours, theirs, base].find((one) => one.trim() !== '') ?? ''
  if (text.trim() === '') return ''
  return `${/^\s*/.exec(sample)?.[0] ?? ''}${text.trim()}${sample.slice(sample.trimEnd().length)}`
}
