import type { MergeChunk } from '#domain/markdown/merge-bodies.ts'

export type Side = 'before' | 'yours' | 'theirs' | 'both'

/** The decision for a place. `joined`: the proposal, with its text. */
export type Decision = { kind: Side } | { kind: 'edited' | 'joined'; text: string }

/**
 * All decisions of a conflict, as plain JSON. `text` is the whole body edited by hand; it counts
 * while `byHand` is true.
 */
export interface Choices {
  /** By id of the place. */
  decided: Readonly<Record<string, Decision>>
  text: string | null
  byHand: boolean
}

export const noChoices: Choices = { decided: {}, text: null, byHand: false }

/** A conflicting field, or a conflicting part of the body. */
export interface MergePlace {
  id: string
  sort: 'field' | 'text'
  label: string
  /** Kind of a part of the body, and the heading above it; empty for a field. */
  about: string
  /** The versions as text; null where a version does not exist. */
  before: string | null
  yours: string
  theirs: string
  both: string | null
  /** Whether a text of one's own is allowed. */
  editable: boolean
  /** Who moved this part of the body elsewhere while the other changed it here. */
  movedBy: 'yours' | 'theirs' | null
  /** Unchanged text around a part of the body. */
  above: string
  below: string
}

export const fieldId = (field: string) => `field:${field}`
export const chunkId = (index: number) => `text:${index}`

/**
 * The conflicting parts of a body with the text around them. `hasBase`: whether the base is known.
 */
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
      movedBy: movedPart(chunks, index)?.by ?? null,
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

function kindOf(markdown: string) {
  return kinds.find(([pattern]) => pattern.test(markdown))?.[1] ?? 'paragraph'
}

/** Whether a text needs a monospaced font: code and tables. */
export function isTabular(markdown: string): boolean {
  return /^(?:```|~~~|\|)/.test(markdown)
}

/** Whether a text ends with a list marker whose item follows. */
function endsWithMark(text: string): boolean {
  const bare = text.trimEnd()
  return (
    bare.length < text.length &&
    /^\s*(?:[-*+]|\d+[.)])$/.test(bare.slice(bare.lastIndexOf('\n') + 1))
  )
}

function lastHeading(markdown: string): string | null {
  const headings = [
    ...markdown.replace(/^(```|~~~)[\s\S]*?^\1/gm, '').matchAll(/^#{1,6}[ \t]+([^\n]+)/gm),
  ]
  return (
    headings
      .at(-1)?.[1]
      ?.trimEnd()
      .replace(/(?<!#)#+$/, '')
      .trim() || null
  )
}

/** Whether the place is decided. */
export function isResolved({ id, sort }: MergePlace, { decided, byHand }: Choices): boolean {
  return (sort === 'text' && byHand) || decided[id] !== undefined
}

/** The undecided places. */
export const openPlaces = (
  places: ReadonlyArray<MergePlace>,
  choices: Choices,
): Array<MergePlace> => places.filter((place) => !isResolved(place, choices))

/** Makes the same decision for all undecided places. */
export function withRest(places: ReadonlyArray<MergePlace>, choices: Choices, kind: Side): Choices {
  return withDecided(
    choices,
    openPlaces(places, choices).map(({ id }) => [id, { kind }]),
  )
}

/** The choices with more decisions, by the ids of their places. */
export function withDecided(
  choices: Choices,
  decided: ReadonlyArray<readonly [string, Decision]>,
): Choices {
  return { ...choices, decided: { ...choices.decided, ...Object.fromEntries(decided) } }
}

/** The text of a place after a decision. */
export function decidedText(place: Pick<MergePlace, Side>, decision: Decision | undefined): string {
  if (decision && 'text' in decision) return decision.text
  return (decision && place[decision.kind]) ?? place.yours
}

/** The body after the decisions; `yours` where undecided. */
export function chosenText(chunks: ReadonlyArray<MergeChunk>, choices: Choices): string {
  if (choices.byHand && choices.text !== null) return choices.text
  const parts = chunks.map((chunk, index) => {
    if (chunk.kind === 'agreed') return chunk.text
    const decision = choices.decided[chunkId(index)] ?? { kind: 'yours' }
    if ('text' in decision) return withEdges(chunk, decision.text)
    if (decision.kind === 'before') return chunk.base
    return decision.kind === 'both' ? bothOf(chunk) : chunk[decision.kind]
  })
  for (const index of chunks.keys()) {
    const decision = choices.decided[chunkId(index)]
    const moved = decision?.kind === 'joined' ? movedPart(chunks, index) : null
    if (!moved || decision?.kind !== 'joined') continue
    parts[index] = ''
    parts[moved.to] = parts[moved.to]!.split(moved.block).join(decision.text)
  }
  return parts.join('')
}

/**
 * The agreed part to which one side moved a block that the other side changed; null when it was not
 * moved, or cannot be found for sure.
 */
function movedPart(chunks: ReadonlyArray<MergeChunk>, index: number) {
  const chunk = chunks[index]
  if (chunk?.kind !== 'conflict' || chunk.base.trim() === '') return null
  const [mine, other] = [chunk.yours.trim(), chunk.theirs.trim()]
  if ((mine === '') === (other === '')) return null
  const block = chunk.base.trim()
  const places = chunks.flatMap((one, at) =>
    one.kind === 'agreed' && one.text.includes(block) ? [{ at, ...one }] : [],
  )
  const [only] = places
  if (!only || places.length > 1 || only.text.split(block).length > 2) return null
  const isBlock = only.text.split(/\n[ \t]*\n/).some((one) => one.trim() === block)
  return isBlock
    ? { by: mine === '' ? ('yours' as const) : ('theirs' as const), to: only.at, block }
    : null
}

/** The value of a field after the decisions; `theirs` where undecided. */
export function decidedValue(
  versions: { base: unknown; yours: unknown; theirs: unknown },
  decision: Decision | undefined,
): unknown {
  switch (decision?.kind) {
    case 'edited':
    case 'joined':
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

/**
 * Three-way merge of lists of text: removes what either side removed, keeps what either side added.
 * Null for other values.
 */
export function bothLists({
  base,
  yours,
  theirs,
}: {
  base: unknown
  yours: unknown
  theirs: unknown
}) {
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

/**
 * Both texts as separate blocks, theirs first; rows of a table and items of a list stay together.
 */
function bothOf({ theirs, yours }: Conflict): string {
  const lead = /^\s*/.exec(yours)?.[0] ?? ''
  const apart =
    kindOf(yours.trim()) === kindOf(theirs.trim()) &&
    /^(?:\||[-*+]\s|\d+[.)]\s|>)/.test(yours.trim())
  return `${theirs}${lead.includes('\n') ? '' : apart ? '\n' : '\n\n'}${yours}`
}

/** Adds the surrounding white space of the versions to an edited text. */
function withEdges({ yours, theirs, base }: Conflict, text: string): string {
  const sample = [yours, theirs, base].find((one) => one.trim() !== '') ?? ''
  if (text.trim() === '') return ''
  return `${/^\s*/.exec(sample)?.[0] ?? ''}${text.trim()}${sample.slice(sample.trimEnd().length)}`
}
