import { divider, markOf, type Parting, parting, withOtherMark } from './junction.ts'
import { endOf, parseMarkdown, startOf } from './parse.ts'
import type { PreserveContext } from './preserve-context.ts'
import type { Block } from './segments.ts'

/** A block of the text to be written. */
export interface Piece {
  text: string
  /** The meaning that the block must have when it is parsed again; null for a block without one. */
  meaning: string | null
  /** The block of the original file that it comes from. */
  original?: Block
  /** Whether the block is at its original place. */
  inPlace: boolean
  /** Whether nothing in its container was before it in the file. */
  isFirst?: boolean
  edited?: Block
  /**
   * Of a new block: what begins its lines and how many empty lines are before it, if not as in the rest of
   * its container.
   */
  place?: { lead: string; gap: number }
  /** Whether the text is the editor's own output. */
  verbatim?: boolean
}

/**
 * Joins blocks to one text. The empty lines between two neighbours from the file stay as they are; blocks that would
 * run together are separated. A comment always precedes the pieces at the indexes in `divided`.
 */
export function joinPieces(
  pieces: ReadonlyArray<Piece>,
  prefix: string,
  gap: number,
  ctx: PreserveContext,
  divided: ReadonlySet<number> = new Set(),
): string {
  let text = ''
  let above: Piece | undefined
  for (const [index, piece] of pieces.entries()) {
    let below = piece
    if (above) {
      let how = divided.has(index) ? 'divider' : partingOf(above, piece, prefix, ctx)
      if (how === 'another mark') {
        const marked = prefix === '' ? withNewMark(above, piece, pieces[index + 1], ctx) : null
        how = marked ? 'none' : 'divider'
        below = marked ?? piece
      }
      text += between(above, piece, prefix, piece.place?.gap ?? gap, ctx, how)
    }
    text += below.text
    above = below
  }
  return text
}

function partingOf(above: Piece, below: Piece, prefix: string, ctx: PreserveContext): Parting {
  if (hasSameKind(above) && hasSameKind(below) && wereNeighbors(above, below, ctx)) return 'none'
  const side = (piece: Piece) => ({ node: (piece.edited ?? piece.original)!, text: piece.text })
  return parting({ above: side(above), below: { ...side(below), lead: leadOf(below, prefix, ctx) }, prefix })
}

/** Whether two new neighbours have another meaning together than alone. */
export function runTogether(above: Piece, below: Piece, ctx: PreserveContext): boolean {
  if (areNeighbors(above, below, ctx)) return false
  const kinds = (text: string) =>
    parseMarkdown(text)
      .root.children.map(({ type }) => type)
      .join()
  const second = leadOf(below, '', ctx) + below.text
  return kinds(`${above.text}\n\n${second}`) !== [kinds(above.text), kinds(second)].filter(Boolean).join()
}

/** Whether only the words of a block changed, so that it needs no other separation from its neighbours. */
function hasSameKind({ original, edited }: Piece): boolean {
  return original !== undefined && (!edited || edited.type === original.type)
}

/** Whether both blocks are unchanged and neighbours in the original. */
function areNeighbors(above: Piece, below: Piece, ctx: PreserveContext): boolean {
  return !above.edited && !below.edited && wereNeighbors(above, below, ctx)
}

/** Whether both blocks were neighbours in the original and did not move. */
function wereNeighbors(above: Piece, below: Piece, ctx: PreserveContext): boolean {
  const { original: first } = above
  const { original: second } = below
  if (!first || !second || !above.inPlace || !below.inPlace) return false
  const [after, ahead] = [linesBehind(first, ctx), linesBefore(second, ctx)]
  return after.start === ahead.start || after.end === ahead.end
}

/** The list below with another marker than its neighbours, if it is short enough. */
function withNewMark(above: Piece, below: Piece, next: Piece | undefined, ctx: PreserveContext): Piece | null {
  const marks = [above, next].map((piece) => piece && markOf(piece.text))
  const text = withOtherMark(below.text, leadOf(below, '', ctx), marks)
  return text === null ? null : { ...below, text }
}

function between(above: Piece, below: Piece, prefix: string, gap: number, ctx: PreserveContext, how: Parting): string {
  const { source, edited } = ctx
  if (above.verbatim && below.verbatim && above.edited && below.edited && how === 'none') {
    const wasBetween = edited.text.slice(endOf(above.edited), startOf(below.edited))
    if (wasBetween.trim() === '' && wasBetween.includes('\n')) return source.withLineEnds(wasBetween)
  }
  const tail = above.original ? source.slice(endOf(above.original), source.lineEnd(endOf(above.original))) : ''
  const lead = how === 'at the margin' ? prefix : leadOf(below, prefix, ctx)
  const empty = emptyLines(above, below, prefix, gap, ctx)
  if (how !== 'divider') return tail + empty + lead
  const end = source.eol
  return `${tail}${empty}${prefix}${divider}${end}${`${prefix.trimEnd()}${end}`.repeat(gap)}${lead}`
}

/** The text before the first line of a block. */
function leadOf({ original, place }: Piece, prefix: string, ctx: PreserveContext): string {
  return original ? ownLead(original, prefix, ctx) : (place?.lead ?? prefix)
}

function ownLead(block: Block, prefix: string, { source }: PreserveContext): string {
  const start = source.lineStart(startOf(block))
  const lead = source.slice(start, startOf(block))
  // The first block of an item follows the list marker, which must not be repeated.
  return /^[> \t]*$/.test(lead) ? lead : prefix
}

/** The white space from the end of one block to the start of the next. */
function emptyLines(above: Piece, below: Piece, prefix: string, gap: number, ctx: PreserveContext): string {
  const { source } = ctx
  const depth = prefix.split('>').length - 1
  const after = above.inPlace && above.original ? linesBehind(above.original, ctx, depth) : null
  const ahead = below.inPlace && below.original ? linesBefore(below.original, ctx) : null
  if (after && ahead) {
    // A quote above may end with empty lines of its own.
    if (after.start === ahead.start || after.end === ahead.end) return source.slice(after.start, ahead.end)
    // Blocks between these two were removed. Only an empty line may separate them.
    const wide = ahead.empty || !after.empty ? ahead : after
    if (wide.empty || gap === 0) return source.slice(wide.start, wide.end)
  }
  // Behind a new block, such as the second half of a paragraph, what stood before the next one stays.
  if (ahead?.empty && ahead.start > 0 && !after && !below.isFirst) return source.slice(ahead.start, ahead.end)
  const end = source.eol
  return end + `${prefix.trimEnd()}${end}`.repeat(gap)
}

interface Lines {
  start: number
  end: number
  empty: boolean
}

/** The empty lines behind a block; with a depth, a line with more quote markers begins the quote behind them. */
function linesBehind(block: Block, { source }: PreserveContext, depth?: number): Lines {
  const start = source.lineEnd(endOf(block))
  const markers = depth === undefined ? '[> \\t]*' : `(?:[ \\t]*>){0,${depth}}[ \\t]*`
  const match = new RegExp(`(?:\\n${markers}(?=\\n))*\\n?`, 'y')
  match.lastIndex = start
  const end = start + (match.exec(source.text)?.[0].length ?? 0)
  return { start, end, empty: source.text.slice(start, end).split('\n').length > 2 }
}

function linesBefore(block: Block, { source }: PreserveContext): Lines {
  const end = source.lineStart(startOf(block))
  let start = end
  while (start > 0 && /^[> \t]*$/.test(source.text.slice(source.lineStart(start - 1), start - 1)))
    start = source.lineStart(start - 1)
  // Starts after the line feed of the block above.
  return { start: Math.max(0, start - 1), end, empty: end - start > 0 }
}
