import type { Nodes, RootContent } from 'mdast'
import { toString as textOf } from 'mdast-util-to-string'
import { findHunks } from './align.ts'
import type { Meanings } from './meaning.ts'
import { pairAlike, wordsIn } from './pairing.ts'
import { withoutComments } from './without-comments.ts'

export type Block = RootContent

/**
 * Blocks of the file and the editor's version of them: one for one, or several for several. `bases`
 * is empty when the editor did not show them.
 */
export interface Segment {
  originals: ReadonlyArray<Block>
  bases: ReadonlyArray<Block>
}

export interface Sides {
  original: Meanings
  base: Meanings
  edited: Meanings
  /** Whether a block has a changed footnote inside, at any depth; its meaning does not tell. */
  hasChangedNote(block: Nodes): boolean
}

/**
 * Divides the blocks of a container into segments. Blocks that stand for one another keep together:
 * if a conversion made one block of several or several of one, none of them counts as hidden or as
 * added by the editor.
 */
export function correspond(
  originals: ReadonlyArray<Block>,
  bases: ReadonlyArray<Block>,
  sides: Sides,
): Array<Segment> {
  if (sides.original === sides.base)
    return originals.map((block) => ({ originals: [block], bases: [block] }))
  const hunks = findHunks(
    originals.map((block) => sides.original.of(block)),
    bases.map((block) => sides.base.of(block)),
  )
  const isLopsided = lopsidedness(originals, bases)
  const segments: Array<Segment> = []
  let at = 0
  for (const hunk of [
    ...hunks,
    {
      start: originals.length,
      end: originals.length,
      otherStart: bases.length,
      otherEnd: bases.length,
    },
  ]) {
    const shift = hunk.otherStart - hunk.start
    for (; at < hunk.start; at += 1)
      segments.push({ originals: [originals[at]!], bases: [bases[at + shift]!] })
    const own = ofHunk(
      originals.slice(hunk.start, hunk.end),
      bases.slice(hunk.otherStart, hunk.otherEnd),
    )
    segments.push(...joinedAround(own, isLopsided))
    at = hunk.end
  }
  return joinedAround(withWholeHtml(segments), isLopsided)
}

/**
 * Segments of a region that the editor rewrote: similar blocks are paired, the runs between them
 * form one segment.
 */
function ofHunk(originals: ReadonlyArray<Block>, bases: ReadonlyArray<Block>): Array<Segment> {
  const same =
    originals.length === bases.length &&
    originals.every((block, index) => block.type === bases[index]!.type)
  const pairs = same
    ? originals.map((_, index): [number, number] => [index, index])
    : pairAlike(originals as ReadonlyArray<Nodes>, bases)
  const segments: Array<Segment> = []
  let from: [number, number] = [0, 0]
  for (const [index, other] of [...pairs, [originals.length, bases.length] as const]) {
    const between = {
      originals: originals.slice(from[0], index),
      bases: bases.slice(from[1], other),
    }
    if (between.originals.length + between.bases.length > 0) segments.push(between)
    if (index < originals.length && other < bases.length)
      segments.push({ originals: [originals[index]!], bases: [bases[other]!] })
    from = [index + 1, other + 1]
  }
  return segments
}

/**
 * Finds segments whose text is on one side only, although the other side has most of its words
 * elsewhere: they belong to another segment. Text that the other side does not have is hidden, or
 * the editor added it. HTML of the file may be hidden too: a script, for instance.
 */
function lopsidedness(
  originals: ReadonlyArray<Block>,
  bases: ReadonlyArray<Block>,
): (segment: Segment) => boolean {
  const known = new Map<ReadonlyArray<Block>, ReadonlyMap<string, number>>()
  const isElsewhere = (blocks: ReadonlyArray<Block>, others: ReadonlyArray<Block>) => {
    const words = [...wordsIn(blocks.map(shownText).join('\n')).keys()]
    if (words.length === 0) return false
    const all = known.get(others) ?? wordsIn(others.map((block) => textOf(block)).join('\n'))
    known.set(others, all)
    return 2 * words.filter((word) => all.has(word)).length >= words.length
  }
  return (segment) => {
    if (segment.originals.length === 0) return isElsewhere(segment.bases, originals)
    if (segment.bases.length > 0) return false
    return isElsewhere(
      segment.originals.filter(({ type }) => type !== 'html'),
      bases,
    )
  }
}

function shownText(block: Block): string {
  const text =
    block.type === 'html' ? withoutComments(block.value) : textOf(block, { includeHtml: false })
  return block.type === 'html' ? text.replace(/<[^<>]*>/g, ' ') : text
}

/** Joins each segment that `isPart` accepts with its neighbours. */
function joinedAround(
  segments: ReadonlyArray<Segment>,
  isPart: (segment: Segment) => boolean,
): Array<Segment> {
  const parts = segments.map(isPart)
  const result: Array<Segment> = []
  for (const [index, segment] of segments.entries())
    if (index > 0 && (parts[index] || parts[index - 1])) result.push(joinOf(result.pop()!, segment))
    else result.push(segment)
  return result
}

function joinOf(one: Segment, other: Segment): Segment {
  return {
    originals: [...one.originals, ...other.originals],
    bases: [...one.bases, ...other.bases],
  }
}

/** Joins the blocks from an opening tag to its closing tag when the base has them as one block. */
function withWholeHtml(segments: ReadonlyArray<Segment>): Array<Segment> {
  const result: Array<Segment> = []
  let open = 0
  for (const segment of segments) {
    const own = segment.originals.reduce((sum, block) => sum + openTags(block), 0)
    if (open > 0) {
      result.push(joinOf(result.pop()!, segment))
      open += own
      continue
    }
    result.push(segment)
    if (own > 0 && segment.bases.some((base) => base.type === 'html' && openTags(base) === 0))
      open = own
  }
  return result
}

/** The number of elements that an HTML block opens and does not close. */
function openTags(block: Block): number {
  if (block.type !== 'html') return 0
  const tags = withoutComments(block.value).matchAll(
    /<(\/?)(?:article|aside|blockquote|center|details|div|dl|figure|ol|section|table|ul)(?=[\s/>])/gi,
  )
  return [...tags].reduce((sum, [, closing]) => sum + (closing ? -1 : 1), 0)
}
