import type { Nodes } from 'mdast'
import { divider, markOf, type Parting, parting, withOtherMark } from './junction.ts'
import { endOf, parseMarkdown, startOf } from './parse.ts'
import type { PreserveContext } from './preserve-context.ts'
import type { Block } from './segments.ts'
import { continuation, type Source } from './source.ts'

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
   * Of a new block: what begins its lines and how many empty lines are before it, if not as in the
   * rest of its container.
   */
  place?: { lead: string; gap: number }
  /** Whether the text is the editor's own output. */
  verbatim?: boolean
}

/**
 * Joins blocks to one text. The empty lines between two neighbours from the file stay as they are;
 * blocks that would run together are separated. A comment always precedes the pieces at the indexes
 * in `divided`.
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
  return parting({
    above: side(above),
    below: { ...side(below), lead: leadOf(below, prefix, ctx) },
    prefix,
  })
}

/** Whether two new neighbours have another meaning together than alone. */
export function runTogether(above: Piece, below: Piece, ctx: PreserveContext): boolean {
  if (areNeighbors(above, below, ctx)) return false
  const kinds = (text: string) =>
    parseMarkdown(text)
      .root.children.map(({ type }) => type)
      .join()
  const second = leadOf(below, '', ctx) + below.text
  return (
    kinds(`${above.text}\n\n${second}`) !==
    [kinds(above.text), kinds(second)].filter(Boolean).join()
  )
}

/**
 * Whether only the words of a block changed, so that it needs no other separation from its
 * neighbours.
 */
function hasSameKind({ original, edited }: Piece): boolean {
  return original !== undefined && (!edited || edited.type === original.type)
}

function areNeighbors(above: Piece, below: Piece, ctx: PreserveContext): boolean {
  return !above.edited && !below.edited && wereNeighbors(above, below, ctx)
}

function wereNeighbors(above: Piece, below: Piece, { source }: PreserveContext): boolean {
  const { original: first } = above
  const { original: second } = below
  if (!first || !second || !above.inPlace || !below.inPlace) return false
  return /^[> \t\n]*$/.test(
    source.text.slice(source.lineEnd(endOf(first)), source.lineStart(startOf(second))),
  )
}

function withNewMark(
  above: Piece,
  below: Piece,
  next: Piece | undefined,
  ctx: PreserveContext,
): Piece | null {
  const marks = [above, next].map((piece) => piece && markOf(piece.text))
  const text = withOtherMark(below.text, leadOf(below, '', ctx), marks)
  return text === null ? null : { ...below, text }
}

function between(
  above: Piece,
  below: Piece,
  prefix: string,
  gap: number,
  ctx: PreserveContext,
  how: Parting,
): string {
  const { source, edited } = ctx
  if (above.verbatim && below.verbatim && above.edited && below.edited && how === 'none') {
    const wasBetween = edited.text.slice(endOf(above.edited), startOf(below.edited))
    if (wasBetween.trim() === '' && wasBetween.includes('\n'))
      return source.withLineEnds(wasBetween)
  }
  const tail = above.original ? tailOf(above.original, ctx) : ''
  const lead = how === 'at the margin' ? prefix : leadOf(below, prefix, ctx)
  const empty = emptyLines(above, below, prefix, gap, ctx)
  if (how !== 'divider') return tail + empty + lead
  const end = source.eol
  return `${tail}${empty}${prefix}${divider}${end}${`${prefix.trimEnd()}${end}`.repeat(gap)}${lead}`
}

/** The text before the first line of a block. */
function leadOf({ original, place }: Piece, prefix: string, { source }: PreserveContext): string {
  const own = original && source.lead(original)
  // The first block of an item follows the list marker, which must not be repeated.
  return own !== undefined && /^[> \t]*$/.test(own) ? own : (place?.lead ?? prefix)
}

/** The white space from the end of one block to the start of the next. */
function emptyLines(
  above: Piece,
  below: Piece,
  prefix: string,
  gap: number,
  ctx: PreserveContext,
): string {
  const { source } = ctx
  if (above.original && below.original && wereNeighbors(above, below, ctx))
    return source.slice(endOfLines(above.original, ctx), source.lineStart(startOf(below.original)))
  // Behind other blocks, such as the second half of a paragraph, what stood before the next one
  // stays.
  const ahead =
    below.inPlace && below.original && !below.isFirst ? emptyLinesBefore(below.original, ctx) : ''
  if (ahead) return ahead
  const end = source.eol
  return end + `${prefix.trimEnd()}${end}`.repeat(gap)
}

/** What is behind a block in its last line, and the empty lines at the end of a quote. */
export function tailOf(block: Block, ctx: PreserveContext): string {
  return ctx.source.slice(endOf(block), endOfLines(block, ctx))
}

/** The end of the last line of a block. */
export function endOfLines(block: Block, { source }: PreserveContext): number {
  const end = source.lineEnd(endOf(block))
  const quote = quoteAtEnd(block)
  if (!quote) return end
  const lead = continuation(source.lead(quote))
  const indent = quote === block ? 0 : lead.length - lead.lastIndexOf('>') - 1
  const own = new RegExp(
    `(?:\\n(?:[ \\t]*>){${depthOf(quote, source)}}[ \\t]{${indent},}>[> \\t]*(?=\\n|$))*`,
    'y',
  )
  own.lastIndex = end
  return end + (own.exec(source.text)?.[0].length ?? 0)
}

function quoteAtEnd(block: Nodes | undefined): Nodes | undefined {
  if (!block || block.type === 'blockquote') return block
  return 'children' in block ? quoteAtEnd(block.children.at(-1)) : undefined
}

/**
 * The empty lines before a block; those with more quote markers than around it belong to a quote
 * above.
 */
function emptyLinesBefore(block: Block, { source }: PreserveContext): string {
  const end = source.lineStart(startOf(block))
  const empty = new RegExp(`^(?:[ \\t]*>){0,${depthOf(block, source)}}[ \\t]*$`)
  let start = end
  while (start > 0 && empty.test(source.text.slice(source.lineStart(start - 1), start - 1)))
    start = source.lineStart(start - 1)
  // Starts after the line feed of the block above.
  return start > 0 && start < end ? source.slice(start - 1, end) : ''
}

/** The number of quotes around a block. */
function depthOf(block: Nodes, source: Source): number {
  return source.lead(block).split('>').length - 1
}
