import { divider, markOf, type Parting, parting, withOtherMark } from './junction.ts'
import { endOf, parseMarkdown, startOf } from './parse.ts'
import type { Block } from './plan.ts'
import type { Workshop } from './workshop.ts'

/** A block as it will stand in the file. */
export interface Piece {
  text: string
  /** The meaning that it must have when it is parsed again; null for a block without a meaning at its place. */
  meaning: string | null
  /** Where its first and last line stand in the file. */
  original?: Block
  /** It is at the place where it was in the file. */
  inPlace: boolean
  edited?: Block
  /** As the editor wrote it. */
  verbatim?: boolean
}

/**
 * Joins blocks to one text: the empty lines between two neighbors of the file stay as they are, and blocks that would run together are separated. The
 * pieces at the indexes in `divided` always get a comment before them.
 */
export function joinPieces(
  pieces: ReadonlyArray<Piece>,
  prefix: string,
  gap: number,
  shop: Workshop,
  divided: ReadonlySet<number> = new Set(),
): string {
  let text = ''
  let above: Piece | undefined
  for (const [index, piece] of pieces.entries()) {
    let below = piece
    if (above) {
      let how = divided.has(index) ? 'divider' : partingOf(above, piece, prefix, shop)
      if (how === 'another mark') {
        const marked = prefix === '' ? markedAnew(above, piece, pieces[index + 1], shop) : null
        how = marked ? 'none' : 'divider'
        below = marked ?? piece
      }
      text += between(above, piece, prefix, gap, shop, how)
    }
    text += below.text
    above = below
  }
  return text
}

function partingOf(above: Piece, below: Piece, prefix: string, shop: Workshop): Parting {
  if (hasSameKind(above) && hasSameKind(below) && wereNeighbors(above, below, shop)) return 'none'
  const side = (piece: Piece) => ({ node: (piece.edited ?? piece.original)!, text: piece.text })
  return parting({ above: side(above), below: { ...side(below), lead: leadOf(below, prefix, shop) }, prefix })
}

/** Whether two pieces that did not stand together before are other blocks when they stand below each other than each one alone. */
export function runTogether(above: Piece, below: Piece, shop: Workshop): boolean {
  if (areNeighbors(above, below, shop)) return false
  const kinds = (text: string) =>
    parseMarkdown(text)
      .root.children.map(({ type }) => type)
      .join()
  const second = leadOf(below, '', shop) + below.text
  return kinds(`${above.text}\n\n${second}`) !== [kinds(above.text), kinds(second)].filter(Boolean).join()
}

/** A block whose words alone changed: what separates it from its neighbors still does. */
function hasSameKind({ original, edited }: Piece): boolean {
  return original !== undefined && (!edited || edited.type === original.type)
}

/** Blocks that are as they were, where they were. */
function areNeighbors(above: Piece, below: Piece, shop: Workshop): boolean {
  return !above.edited && !below.edited && wereNeighbors(above, below, shop)
}

/** Blocks that stood below each other, where they were. */
function wereNeighbors(above: Piece, below: Piece, shop: Workshop): boolean {
  const { original: first } = above
  const { original: second } = below
  if (!first || !second || !above.inPlace || !below.inPlace) return false
  const [after, ahead] = [linesBehind(first, shop), linesBefore(second, shop)]
  return after.start === ahead.start || after.end === ahead.end
}

/** A list that is short enough for another mark than its neighbors have. */
function markedAnew(above: Piece, below: Piece, next: Piece | undefined, shop: Workshop): Piece | null {
  const marks = [above, next].map((piece) => piece && markOf(piece.text))
  const text = withOtherMark(below.text, leadOf(below, '', shop), marks)
  return text === null ? null : { ...below, text }
}

function between(above: Piece, below: Piece, prefix: string, gap: number, shop: Workshop, how: Parting): string {
  const { source, edited } = shop
  if (above.verbatim && below.verbatim && above.edited && below.edited && how === 'none') {
    const wasBetween = edited.text.slice(endOf(above.edited), startOf(below.edited))
    if (wasBetween.trim() === '' && wasBetween.includes('\n')) return source.withLineEnds(wasBetween)
  }
  const tail = above.original ? source.slice(endOf(above.original), source.lineEnd(endOf(above.original))) : ''
  const lead = how === 'at the margin' ? prefix : leadOf(below, prefix, shop)
  const empty = emptyLines(above, below, prefix, gap, shop)
  if (how !== 'divider') return tail + empty + lead
  const end = source.eol
  return `${tail}${empty}${prefix}${divider}${end}${`${prefix.trimEnd()}${end}`.repeat(gap)}${lead}`
}

/** What stands before the first line of a block. */
function leadOf({ original }: Piece, prefix: string, shop: Workshop): string {
  return original ? ownLead(original, prefix, shop) : prefix
}

function ownLead(block: Block, prefix: string, { source }: Workshop): string {
  const start = source.lineStart(startOf(block))
  const lead = source.slice(start, startOf(block))
  // The first block of an item stands behind its mark, which is not to be repeated.
  return /^[> \t]*$/.test(lead) ? lead : prefix
}

/** From the end of the line above to the start of the line below. */
function emptyLines(above: Piece, below: Piece, prefix: string, gap: number, shop: Workshop): string {
  const { source } = shop
  const after = above.inPlace && above.original ? linesBehind(above.original, shop) : null
  const ahead = below.inPlace && below.original ? linesBefore(below.original, shop) : null
  if (after && ahead) {
    if (after.start === ahead.start || after.end === ahead.end) return source.slice(after.start, after.end)
    // Blocks between them are gone. An empty line may be what keeps these two apart.
    const wide = ahead.empty || !after.empty ? ahead : after
    if (wide.empty || gap === 0) return source.slice(wide.start, wide.end)
  }
  const end = source.eol
  return end + `${prefix.trimEnd()}${end}`.repeat(gap)
}

interface Lines {
  start: number
  end: number
  empty: boolean
}

function linesBehind(block: Block, { source }: Workshop): Lines {
  const start = source.lineEnd(endOf(block))
  const match = /(?:\n[> \t]*(?=\n))*\n?/y
  match.lastIndex = start
  const end = start + (match.exec(source.text)?.[0].length ?? 0)
  return { start, end, empty: source.text.slice(start, end).split('\n').length > 2 }
}

function linesBefore(block: Block, { source }: Workshop): Lines {
  const end = source.lineStart(startOf(block))
  let start = end
  while (start > 0 && /^[> \t]*$/.test(source.text.slice(source.lineStart(start - 1), start - 1)))
    start = source.lineStart(start - 1)
  // From the line feed that ends the block above.
  return { start: Math.max(0, start - 1), end, empty: end - start > 0 }
}
