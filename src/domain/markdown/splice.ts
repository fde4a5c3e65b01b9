import type { Blockquote, FootnoteDefinition, List, ListItem, Nodes, Root } from 'mdast'
import { carryOver, withCarried } from './carry-over.ts'
import { joinPieces, type Piece } from './join-pieces.ts'
import { containerMeaning, isSilent } from './meaning.ts'
import { placeOfNewList, spaceBehindMarker, withTabs } from './nested-lists.ts'
import { endOf, startOf } from './parse.ts'
import { planBlocks, type Step } from './plan.ts'
import { type FallbackLevel, leadPrefix, type PreserveContext } from './preserve-context.ts'
import { rewriteLeaf } from './rewrite-leaf.ts'
import { rewriteTable } from './rewrite-table.ts'
import type { Block } from './segments.ts'
import { continuation, indentRest } from './source.ts'
import { type MarkdownStyle, styleOfBlock } from './style.ts'
import { meaningOf, withAddresses, withoutNeedlessEscapes, writeBlock } from './write.ts'

export type Container = Root | List | ListItem | Blockquote | FootnoteDefinition

export function planContainer(
  original: Container,
  base: Container,
  edited: Container,
  ctx: PreserveContext,
): Array<Step> {
  const steps = planBlocks(
    original.children,
    base.children,
    (edited.children as Array<Block>).filter((block) => !isLeftOut(block, ctx)),
    ctx.sides,
    (block) => fateOf(block, ctx),
  )
  carryOver(steps, original.children, base.children, ctx)
  return steps
}

/** Whether the counterpart in the original decides about a block of the edited text. */
function isLeftOut(block: Block, { original, edited }: PreserveContext): boolean {
  if (block.type === 'footnoteDefinition')
    return original.footnotes.has(edited.footnoteNames.get(block) ?? '')
  if (block.type === 'definition') return original.links.has(block.identifier)
  return isSilent(block)
}

/**
 * The fate of a block of the original. Definitions and comments that the editor cannot show are
 * kept; see `preserveBlocks`.
 */
function fateOf(block: Block, ctx: PreserveContext): Step | 'flow' | 'drop' {
  const keep: Step = { kind: 'keep', original: block }
  const { original, base, edited, hasBaseline, sides } = ctx
  switch (block.type) {
    case 'definition': {
      const now = edited.links.get(block.identifier)
      if (original.links.get(block.identifier) !== block) return keep
      if (now && sides.edited.of(now) !== sides.original.of(block))
        return { kind: 'change', original: block, base: block, edited: now }
      const shown = hasBaseline ? base.links.has(block.identifier) : edited.links.size > 0
      return now || !shown ? keep : 'drop'
    }
    case 'footnoteDefinition': {
      const name = original.footnoteNames.get(block) ?? ''
      const now = edited.footnotes.get(name)
      const was = base.footnotes.get(name)
      if (!now) return was ? 'drop' : keep
      const same = sides.edited.of(now)
      const isSame = same === sides.original.of(block) || (was && same === sides.base.of(was))
      if (isSame && !block.children.some(sides.hasChangedNote)) return keep
      return { kind: 'change', original: block, base: was ?? block, edited: now }
    }
    case 'html':
      if (isSilent(block)) return keep
      return !hasBaseline && isComment(block) && !containsComment(edited.root) ? keep : 'flow'
    default:
      return 'flow'
  }
}

function containsComment(node: Nodes): boolean {
  return isComment(node) || ('children' in node && node.children.some(containsComment))
}

function isComment(node: Nodes): boolean {
  return node.type === 'html' && /^\s*<!--[\s\S]*?-->\s*$/.test(node.value)
}

/** Carries out one step. `lead` is the text before the first line of a new block. */
export function renderStep(
  step: Exclude<Step, { kind: 'skip' }>,
  prefix: string,
  ctx: PreserveContext,
  level: FallbackLevel,
): Piece {
  const { source, sides } = ctx
  switch (step.kind) {
    case 'keep':
    case 'move': {
      const meaning = isSilent(step.original) ? null : sides.original.of(step.original)
      const inPlace = step.kind === 'keep'
      const piece: Piece = {
        text: source.node(step.original),
        meaning,
        original: step.original,
        inPlace,
      }
      return step.kind === 'move' ? { ...piece, edited: step.edited } : piece
    }
    case 'change': {
      const changed =
        level < 3 ? renderChange(step.original, step.base, step.edited, ctx, level) : null
      const place = { original: step.original, inPlace: true, edited: step.edited }
      if (changed)
        return { ...changed, meaning: isSilent(step.edited) ? null : changed.meaning, ...place }
      return { ...renderNew(step.edited, leadPrefix(step.original, ctx), ctx, level), ...place }
    }
    case 'new':
      return { ...renderNew(step.edited, prefix, ctx, level), inPlace: false }
  }
}

function renderNew(
  node: Block,
  prefix: string,
  ctx: PreserveContext,
  level: FallbackLevel,
): Changed & { edited: Block } {
  const { style, sides, source } = ctx
  const meaning = isSilent(node) ? null : sides.edited.of(node)
  const text = writeNew(node, style, ctx, level)
  const own = level === 0 && node.type === 'list' && style.tabBehindMarker ? withTabs(text) : text
  return { text: source.withLineEnds(indentRest(own, prefix)), meaning, edited: node }
}

function writeNew(
  node: Block,
  style: MarkdownStyle,
  ctx: PreserveContext,
  level: FallbackLevel,
): string {
  const { edited, definitionText, definitions, typedLinks, carried } = ctx
  const from = level === 0 ? withCarried(node, carried) : node
  const written = writeBlock(withAddresses(from, edited, definitions), style, typedLinks)
  // The escapes of carried text come from the file.
  return level < 2 && from === node
    ? withoutNeedlessEscapes(written, (plain) => meaningOf(plain, definitionText))
    : written
}

type Changed = Pick<Piece, 'text' | 'meaning'>

const isContainer = (block: Block): block is Exclude<Container, Root> =>
  ['list', 'listItem', 'blockquote', 'footnoteDefinition'].includes(block.type)

const hasTypeOf = <Type extends Block>(one: Type, other: Block): other is Type =>
  other.type === one.type

/** A block of the file with its edits; null when it has to be written anew. */
function renderChange(
  original: Block,
  base: Block,
  edited: Block,
  ctx: PreserveContext,
  level: FallbackLevel,
): Changed | null {
  if (isContainer(original) && hasTypeOf(original, base) && hasTypeOf(original, edited)) {
    const isOtherList = original.type === 'list' && original.ordered !== (edited as List).ordered
    return isOtherList ? null : renderContainer(original, base, edited, ctx, level)
  }
  if (original.type === 'table' && edited.type === 'table' && level === 0) {
    const text = rewriteTable(original, edited, ctx)
    if (text !== null) return { text, meaning: ctx.sides.edited.of(edited) }
  }
  return rewriteLeaf(original, base, edited, ctx, level)
}

function renderContainer(
  original: Container,
  base: Container,
  edited: Container,
  ctx: PreserveContext,
  level: FallbackLevel,
): Changed | null {
  const first = original.children[0]
  if (!first || edited.children.length === 0) return null
  const { source } = ctx
  const prefix =
    original.type === 'footnoteDefinition'
      ? `${leadPrefix(original, ctx)}    `
      : leadPrefix(first, ctx)
  const steps = planContainer(original, base, edited, ctx)
  const render = (step: Exclude<Step, { kind: 'skip' }>) => {
    const isNewList =
      original.type === 'listItem' &&
      step.kind === 'new' &&
      step.edited.type === 'list' &&
      level === 0
    const place = isNewList ? placeOfNewList(original, prefix, ctx) : undefined
    return { ...renderStep(step, place?.lead ?? prefix, ctx, level), place }
  }
  const done = steps.filter((step) => step.kind !== 'skip')
  const pieces =
    original.type === 'list' && edited.type === 'list'
      ? renderItems(done, original, edited, prefix, ctx, level)
      : done.map(render)
  if (!pieces || pieces.length === 0) return null
  const head = source.slice(startOf(original), startOf(first))
  for (const piece of pieces) piece.isFirst = piece.original === first
  const text =
    markedHead(head, original, edited) +
    joinPieces(pieces, prefix, gapOf(original, edited, ctx), ctx)
  const meanings = pieces.flatMap(({ meaning }) => (meaning === null ? [] : [meaning]))
  return { text, meaning: containerMeaning(edited, meanings) }
}

/**
 * New items get the marker of their neighbours; the first item of an ordered list gets the list's
 * first number.
 */
function renderItems(
  steps: ReadonlyArray<Exclude<Step, { kind: 'skip' }>>,
  original: List,
  edited: List,
  prefix: string,
  ctx: PreserveContext,
  level: FallbackLevel,
): Array<Piece> | null {
  const source = ctx.source.node(original)
  const { incrementListMarker } = styleOfBlock(ctx.style, original, source)
  const sign = /^\d*([-*+.)])/.exec(source)?.[1] ?? '-'
  const space = spaceBehindMarker(source)
  const pieces: Array<Piece> = []
  let number = edited.start ?? 1
  for (const [index, step] of steps.entries()) {
    const numbered = original.ordered ? String(number) : ''
    let piece = renderStep(step, prefix, ctx, level)
    if (!piece.original) {
      const item = step.kind === 'new' && step.edited.type === 'listItem' ? step.edited : null
      if (!item) return null
      piece = { ...piece, text: itemText(item, `${numbered}${sign}${space}`, prefix, ctx, level) }
    } else if (original.ordered) {
      const digits = /^\d+/.exec(piece.text)?.[0] ?? ''
      if (index > 0 || digits === numbered) number = Number(digits)
      else if (digits.length < numbered.length) return null
      else piece = { ...piece, text: renumbered(piece.text, digits, numbered) }
    }
    pieces.push(piece)
    if (incrementListMarker) number += 1
  }
  return pieces
}

/**
 * Replaces the number of a list marker and keeps the marker's width, because the lines below keep
 * their indent.
 */
function renumbered(text: string, digits: string, number: string): string {
  const sign = text[digits.length] ?? '.'
  return number + sign + ' '.repeat(digits.length - number.length) + text.slice(digits.length + 1)
}

function itemText(
  item: ListItem,
  marker: string,
  prefix: string,
  ctx: PreserveContext,
  level: FallbackLevel,
): string {
  const list: List = { type: 'list', ordered: false, spread: false, children: [item] }
  const written = writeNew(list, { ...ctx.style, listItemIndent: 'one' }, ctx, level)
  const content = written.replace(/^[-*+] ?/, '').replace(/\n {2}/g, '\n')
  const own = content && indentRest(content, continuation(prefix + marker))
  return own ? ctx.source.withLineEnds(marker + own) : marker.trimEnd()
}

/** The number of empty lines between new blocks of a container. */
function gapOf(original: Container, edited: Container, { source }: PreserveContext): number {
  if (original.type === 'list' && edited.type === 'list') {
    const [first, second] = original.children
    if (first && second)
      return /\n[> \t]*\n/.test(source.text.slice(endOf(first), startOf(second))) ? 1 : 0
    return edited.spread ? 1 : 0
  }
  return edited.type === 'listItem' && !edited.spread ? 0 : 1
}

/** The marker of an item with its current checkbox state. */
function markedHead(head: string, original: Container, edited: Container): string {
  if (
    original.type !== 'listItem' ||
    edited.type !== 'listItem' ||
    original.checked === edited.checked
  )
    return head
  const bare = head.replace(/\[[ xX\t\n]\][ \t]$/, '')
  return typeof edited.checked === 'boolean' ? `${bare}[${edited.checked ? 'x' : ' '}] ` : bare
}
