import type { Parents } from 'mdast'
import { containerMeaning, isSilent } from './meaning.ts'
import { mergeSequences } from './merge-sequences.ts'
import {
  blocksText,
  closing,
  columns,
  gapOf,
  indentOf,
  nearGap,
  opening,
  read,
  type Side,
  sourceOf,
} from './merge-side.ts'
import { alignThree, movedByBoth, names, ofEach, type Place, type Sides } from './three-way.ts'

/**
 * A part of a merged text. The parts, with one version chosen for each conflict, make up the whole
 * text.
 */
export type MergeChunk =
  | { kind: 'agreed'; text: string }
  | { kind: 'conflict'; base: string; yours: string; theirs: string }

type Conflict = Extract<MergeChunk, { kind: 'conflict' }>

export type MergedBody =
  | { kind: 'merged'; text: string }
  | { kind: 'conflict'; chunks: Array<MergeChunk> }

/**
 * Merges two edits of one text (rulings, section 4) by blocks, then by items, rows and lines within
 * them. Edits of different blocks merge, also of neighbours; equal edits count once. Two different
 * edits of the same place are a conflict.
 */
export function mergeBodies(base: string, yours: string, theirs: string): MergedBody {
  if (yours === theirs || theirs === base) return { kind: 'merged', text: yours }
  if (yours === base) return { kind: 'merged', text: theirs }
  const { chunks, meanings } = mergeContainers({
    base: read(base),
    yours: read(yours),
    theirs: read(theirs),
  })
  const joined = withoutEmpty(chunks)
  if (joined.some(({ kind }) => kind === 'conflict')) return { kind: 'conflict', chunks: joined }
  const text = joined.map((chunk) => (chunk.kind === 'agreed' ? chunk.text : '')).join('')
  if (hasMeanings(text, meanings)) return { kind: 'merged', text }
  return { kind: 'conflict', chunks: [{ kind: 'conflict', base, yours, theirs }] }
}

/**
 * Parts in order, and the meanings that the blocks must have when parsed again; null for a block
 * merged by lines.
 */
interface Merged {
  chunks: Array<MergeChunk>
  meanings: Array<string | null>
}

/** A place of the merged text and the blocks of each version at it. */
interface Row extends Merged {
  at: Place
}

function mergeContainers(sides: Sides<Side<Parents>>): Merged {
  const version = ({ node, text }: Side<Parents>) => ({
    items: node.children,
    keys: node.children.map((child) => sourceOf(text, child)),
  })
  const versions = ofEach(sides, version)
  const places = alignThree(versions)
  const moved = movedByBoth(places, versions)
  const rows = places
    .map((place) => mergePlace(place, sides, moved.has(place)))
    .filter(({ chunks }) => chunks.length > 0)
  const chunks: Array<MergeChunk> = [{ kind: 'agreed', text: pickEqual(ofEach(sides, opening)) }]
  for (const [index, row] of rows.entries()) {
    const above = rows[index - 1]
    const below = rows[index + 1]
    const isBehindFirst = index === 1 && optionalIn(rows[0]!) !== null
    const gap = above && !isBehindFirst ? gapBetween(above, row, sides) : ''
    const optional = optionalIn(row)
    if (!optional) chunks.push({ kind: 'agreed', text: gap }, ...row.chunks)
    else chunks.push(withGaps(optional, gap, !above && below ? gapBetween(row, below, sides) : ''))
  }
  chunks.push({ kind: 'agreed', text: pickEqual(ofEach(sides, closing)) })
  return { chunks, meanings: rows.flatMap(({ meanings }) => meanings) }
}

/**
 * The conflict that a row consists of when one of the versions has no block there: choosing that
 * one must not leave a gap.
 */
function optionalIn({ chunks: [only, ...more] }: Row): Conflict | null {
  return only?.kind === 'conflict' && more.length === 0 && (only.yours === '' || only.theirs === '')
    ? only
    : null
}

function withGaps({ base, yours, theirs }: Conflict, before: string, behind: string): Conflict {
  const within = (text: string) => (text === '' ? '' : before + text + behind)
  return { kind: 'conflict', base: within(base), yours: within(yours), theirs: within(theirs) }
}

function mergePlace(at: Place, sides: Sides<Side<Parents>>, isMovedByBoth: boolean): Row {
  if (isMovedByBoth) return { at, ...agreement(at, sides) }
  const { base, yours, theirs } = ofEach(sides, (side, name) => blocksText(side, at[name]))
  if (theirs === base) return { at, ...taken(sides.yours, at.yours) }
  if (yours === base) return { at, ...taken(sides.theirs, at.theirs) }
  const isKept = names.every((name) => at[name].length === 1)
  return { at, ...(isKept ? mergeBlock(at, sides) : agreement(at, sides)) }
}

/** The place as agreed when both sides made the same change, otherwise a conflict. */
function agreement(at: Place, sides: Sides<Side<Parents>>): Merged {
  const { base, yours, theirs } = ofEach(sides, (side, name) => blocksText(side, at[name]))
  if (yours === theirs) return taken(sides.yours, at.yours)
  return { chunks: [{ kind: 'conflict', base, yours, theirs }], meanings: [null] }
}

function taken(side: Side<Parents>, indexes: ReadonlyArray<number>): Merged {
  if (indexes.length === 0) return { chunks: [], meanings: [] }
  const blocks = indexes.map((index) => side.node.children[index]!)
  const meanings = blocks
    .filter((block) => !isSilent(block))
    .map((block) => side.text.meanings.of(block))
  return { chunks: [{ kind: 'agreed', text: blocksText(side, indexes) }], meanings }
}

/** Merges a block that both sides changed. */
function mergeBlock(at: Place, sides: Sides<Side<Parents>>): Merged {
  const three = ofEach(
    sides,
    ({ text, node }, name): Side => ({ text, node: node.children[at[name][0]!]! }),
  )
  const containers = asContainers(three)
  const merged = containers ? mergeContainers(containers) : mergeLines(three)
  if (!merged || (containers && merged.meanings.length === 0)) return agreement(at, sides)
  if (!containers) return merged
  if (isSilent(three.yours.node)) return { ...merged, meanings: [] }
  const whole = merged.meanings.every((meaning) => meaning !== null)
  const isList = containers.yours.node.type === 'list' || containers.yours.node.type === 'table'
  return {
    ...merged,
    meanings: [
      whole && !isList
        ? containerMeaning(containers.yours.node, merged.meanings as Array<string>)
        : null,
    ],
  }
}

/** The three blocks as containers of one kind whose markers merge, or null. */
function asContainers(three: Sides<Side>): Sides<Side<Parents>> | null {
  if (!containerTypes.has(three.base.node.type) || !areEqual(three, ({ node }) => node.type))
    return null
  const sides = three as Sides<Side<Parents>>
  if (names.some((name) => sides[name].node.children.length === 0)) return null
  const { base, yours, theirs } = ofEach(sides, opening)
  const merges = yours === theirs || yours === base || theirs === base
  return merges && areEqual(sides, columns) && areEqual(sides, indentOf) ? sides : null
}

const containerTypes = new Set(['list', 'listItem', 'blockquote', 'footnoteDefinition', 'table'])

function areEqual<Of>(sides: Sides<Of>, value: (of: Of) => unknown): boolean {
  return new Set(names.map((name) => value(sides[name]))).size === 1
}

function mergeLines({ base, yours, theirs }: Sides<Side>): Merged | null {
  const lines = ({ text, node }: Side) => text.source.node(node).split(/(?<=\n)/)
  const parts = mergeSequences(lines(base), lines(yours), lines(theirs))
  const ok = parts.flatMap((part) => (part.kind === 'agreed' ? [part.items.join('')] : []))
  if (ok.length < parts.length) return null
  return {
    chunks: [{ kind: 'agreed', text: ok.join('') }],
    meanings: isSilent(yours.node) ? [] : [null],
  }
}

/** The white space between two places, from one of the versions; otherwise an empty line. */
function gapBetween(above: Row, below: Row, sides: Sides<Side<Parents>>): string {
  const { base, yours, theirs } = ofEach(sides, (side, name) =>
    gapOf(side, above.at[name], below.at[name]),
  )
  if (yours !== null && theirs !== null) return pickEqual({ base: base ?? yours, yours, theirs })
  const known = yours ?? theirs ?? base
  if (known !== null) return known
  const near = names.flatMap((name) => [
    nearGap(sides[name], below.at[name], -1),
    nearGap(sides[name], above.at[name], 0),
  ])
  return longest(near.filter((gap) => gap !== null)) ?? '\n\n'
}

/**
 * Of three versions of white space or a marker, the changed one; the longer one when both sides
 * changed it.
 */
function pickEqual({ base, yours, theirs }: Sides<string>): string {
  if (yours === theirs || theirs === base) return yours
  return yours === base ? theirs : (longest([yours, theirs]) ?? yours)
}

function longest(texts: ReadonlyArray<string>): string | undefined {
  return [...texts].sort((a, b) => b.length - a.length || (a < b ? -1 : 1))[0]
}

function withoutEmpty(chunks: ReadonlyArray<MergeChunk>): Array<MergeChunk> {
  const joined: Array<MergeChunk> = []
  for (const chunk of chunks) {
    const last = joined.at(-1)
    if (chunk.kind === 'conflict') joined.push(chunk)
    else if (last?.kind === 'agreed')
      joined[joined.length - 1] = { kind: 'agreed', text: last.text + chunk.text }
    else if (chunk.text) joined.push(chunk)
  }
  return joined
}

function hasMeanings(text: string, meanings: ReadonlyArray<string | null>): boolean {
  const { text: parsed, node } = read(text)
  const blocks = parsed.meanings.ofAll(node.children)
  return (
    blocks.length === meanings.length &&
    meanings.every((meaning, index) => meaning === null || meaning === blocks[index])
  )
}
