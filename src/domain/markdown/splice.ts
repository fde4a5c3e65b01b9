import type { Blockquote, FootnoteDefinition, List, ListItem, Nodes, Root } from 'mdast'
import { carryOver, withCarried } from './carry-over.ts'
import { joinPieces, type Piece } from './join-pieces.ts'
import { containerMeaning, isSilent } from './meaning.ts'
import { endOf, startOf } from './parse.ts'
import { type Block, planBlocks, type Step } from './plan.ts'
import { rewriteLeaf } from './rewrite-leaf.ts'
import { rewriteTable } from './rewrite-table.ts'
import { indentRest } from './source.ts'
import { styleOfBlock } from './style.ts'
import { type Care, leadPrefix, type Workshop } from './workshop.ts'
import { withAddresses, withoutNeedlessEscapes, writeBlock } from './write.ts'

export type Container = Root | List | ListItem | Blockquote | FootnoteDefinition

/** Says what becomes of the blocks of a container that stands in all three texts. */
export function planContainer(original: Container, base: Container, edited: Container, shop: Workshop): Array<Step> {
  const steps = planBlocks(
    original.children,
    base.children,
    (edited.children as Array<Block>).filter((block) => !isLeftOut(block, shop)),
    shop.sides,
    (block) => fateOf(block, shop),
  )
  carryOver(steps, original.children, base.children, shop)
  return steps
}

/** In the edited text, what is decided where it stands in the original. */
function isLeftOut(block: Block, { original }: Workshop): boolean {
  if (block.type === 'footnoteDefinition') return original.footnotes.has(block.identifier)
  if (block.type === 'definition') return original.links.has(block.identifier)
  return isSilent(block)
}

/** Definitions and comments that the editor's text cannot show stay; see `preserveBlocks`. */
function fateOf(block: Block, shop: Workshop): Step | 'flow' | 'drop' {
  const keep: Step = { kind: 'keep', original: block }
  const { original, base, edited, informed, sides } = shop
  switch (block.type) {
    case 'definition': {
      const now = edited.links.get(block.identifier)
      if (original.links.get(block.identifier) !== block) return keep
      if (now && sides.edited.of(now) !== sides.original.of(block))
        return { kind: 'change', original: block, base: block, edited: now }
      const shown = informed ? base.links.has(block.identifier) : edited.links.size > 0
      return now || !shown ? keep : 'drop'
    }
    case 'footnoteDefinition': {
      const now = edited.footnotes.get(block.identifier)
      const was = base.footnotes.get(block.identifier)
      if (original.footnotes.get(block.identifier) !== block) return keep
      if (!now) return was ? 'drop' : keep
      const same = sides.edited.of(now)
      if (same === sides.original.of(block) || (was && same === sides.base.of(was))) return keep
      return { kind: 'change', original: block, base: was ?? block, edited: now }
    }
    case 'html':
      if (isSilent(block)) return keep
      return !informed && isComment(block) && !holdsComment(edited.root) ? keep : 'flow'
    default:
      return 'flow'
  }
}

function holdsComment(node: Nodes): boolean {
  return isComment(node) || ('children' in node && node.children.some(holdsComment))
}

function isComment(node: Nodes): boolean {
  return node.type === 'html' && /^\s*<!--[\s\S]*?-->\s*$/.test(node.value)
}

/** Carries out one step. `lead` is what stands before a block's first line, for blocks that are new there. */
export function renderStep(step: Exclude<Step, { kind: 'skip' }>, prefix: string, shop: Workshop, care: Care): Piece {
  const { source, sides } = shop
  switch (step.kind) {
    case 'keep':
    case 'move': {
      const meaning = isSilent(step.original) ? null : sides.original.of(step.original)
      const inPlace = step.kind === 'keep'
      const piece: Piece = { text: source.node(step.original), meaning, original: step.original, inPlace }
      return step.kind === 'move' ? { ...piece, edited: step.edited } : piece
    }
    case 'change': {
      const changed = care < 3 ? renderChange(step.original, step.base, step.edited, shop, care) : null
      const place = { original: step.original, inPlace: true, edited: step.edited }
      if (changed) return { ...changed, meaning: isSilent(step.edited) ? null : changed.meaning, ...place }
      return { ...renderNew(step.edited, leadPrefix(step.original, shop), shop, care), ...place }
    }
    case 'new':
      return { ...renderNew(step.edited, prefix, shop, care), inPlace: false }
  }
}

function renderNew(node: Block, prefix: string, shop: Workshop, care: Care): Changed & { edited: Block } {
  const { edited, style, context, sides, source, definitions } = shop
  const meaning = isSilent(node) ? null : sides.edited.of(node)
  const own = care === 0 ? withCarried(node, shop.carried) : node
  const written = writeBlock(withAddresses(own, edited, definitions), style)
  const text = care < 2 && !holdsCarried(node, shop) ? withoutNeedlessEscapes(written, context) : written
  return { text: source.withLineEnds(indentRest(text, prefix)), meaning, edited: node }
}

type Changed = Pick<Piece, 'text' | 'meaning'>

/** The escapes of text from the file are the file's. */
function holdsCarried(node: Nodes, shop: Workshop): boolean {
  return shop.carried.has(node) || ('children' in node && node.children.some((child) => holdsCarried(child, shop)))
}

/** A block of the file with the edits of the same block in the edited text, or null when it has to be written anew. */
function renderChange(original: Block, base: Block, edited: Block, shop: Workshop, care: Care): Changed | null {
  if (original.type === 'list' && base.type === 'list' && edited.type === 'list')
    return original.ordered === edited.ordered ? renderContainer(original, base, edited, shop, care) : null
  if (
    (original.type === 'blockquote' && base.type === 'blockquote' && edited.type === 'blockquote') ||
    (original.type === 'listItem' && base.type === 'listItem' && edited.type === 'listItem') ||
    (original.type === 'footnoteDefinition' &&
      base.type === 'footnoteDefinition' &&
      edited.type === 'footnoteDefinition')
  )
    return renderContainer(original, base, edited, shop, care)
  if (original.type === 'table' && edited.type === 'table' && care === 0) {
    const text = rewriteTable(original, edited, shop)
    if (text !== null) return { text, meaning: shop.sides.edited.of(edited) }
  }
  return rewriteLeaf(original, base, edited, shop, care)
}

function renderContainer(
  original: Container,
  base: Container,
  edited: Container,
  shop: Workshop,
  care: Care,
): Changed | null {
  const first = original.children[0]
  if (!first || edited.children.length === 0) return null
  const { source } = shop
  const prefix = original.type === 'footnoteDefinition' ? `${leadPrefix(original, shop)}    ` : leadPrefix(first, shop)
  const steps = planContainer(original, base, edited, shop)
  const render = (step: Exclude<Step, { kind: 'skip' }>) => renderStep(step, prefix, shop, care)
  const done = steps.filter((step) => step.kind !== 'skip')
  const pieces =
    original.type === 'list' && edited.type === 'list'
      ? renderItems(done, original, edited, prefix, shop, care)
      : done.map(render)
  if (!pieces || pieces.length === 0) return null
  const head = source.slice(startOf(original), startOf(first))
  const text = markedHead(head, original, edited) + joinPieces(pieces, prefix, gapOf(original, edited, shop), shop)
  const meanings = pieces.flatMap(({ meaning }) => (meaning === null ? [] : [meaning]))
  return { text, meaning: containerMeaning(edited, meanings) }
}

/** Items that are new get the mark of their neighbors, and the first one of an ordered list the number that the list begins with. */
function renderItems(
  steps: ReadonlyArray<Exclude<Step, { kind: 'skip' }>>,
  original: List,
  edited: List,
  prefix: string,
  shop: Workshop,
  care: Care,
): Array<Piece> | null {
  const source = shop.source.node(original)
  const { incrementListMarker } = styleOfBlock(shop.style, original, source)
  const [, , sign = '-', spaces = ''] = /^(\d*)([-*+.)])([ \t]*)/.exec(source) ?? []
  const space = /^ {1,4}$/.test(spaces) ? spaces : ' '
  const pieces: Array<Piece> = []
  let number = edited.start ?? 1
  for (const [index, step] of steps.entries()) {
    const numbered = original.ordered ? String(number) : ''
    let piece = renderStep(step, prefix, shop, care)
    if (!piece.original) {
      const item = step.kind === 'new' && step.edited.type === 'listItem' ? step.edited : null
      if (!item) return null
      piece = { ...piece, text: itemText(item, `${numbered}${sign}${space}`, prefix, shop, care) }
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

/** The lines below the first one keep their indent, so the mark keeps its width. */
function renumbered(text: string, digits: string, number: string): string {
  const sign = text[digits.length] ?? '.'
  return number + sign + ' '.repeat(digits.length - number.length) + text.slice(digits.length + 1)
}

function itemText(item: ListItem, marker: string, prefix: string, shop: Workshop, care: Care): string {
  const { edited, style, context, definitions, source } = shop
  const list: List = {
    type: 'list',
    ordered: false,
    spread: false,
    children: [withAddresses(care === 0 ? withCarried(item, shop.carried) : item, edited, definitions)],
  }
  const safe = writeBlock(list, { ...style, listItemIndent: 'one' })
  const written = care < 2 && !holdsCarried(item, shop) ? withoutNeedlessEscapes(safe, context) : safe
  const content = written.replace(/^[-*+] ?/, '').replace(/\n {2}/g, '\n')
  return source.withLineEnds((marker + indentRest(content, prefix + ' '.repeat(marker.length))).trimEnd())
}

/** How many empty lines stand between blocks that are new in a container. */
function gapOf(original: Container, edited: Container, { source }: Workshop): number {
  if (original.type === 'list' && edited.type === 'list') {
    const [first, second] = original.children
    if (first && second) return /\n[> \t]*\n/.test(source.text.slice(endOf(first), startOf(second))) ? 1 : 0
    return edited.spread ? 1 : 0
  }
  return edited.type === 'listItem' && !edited.spread ? 0 : 1
}

/** The mark of an item with its box as it is now. */
function markedHead(head: string, original: Container, edited: Container): string {
  if (original.type !== 'listItem' || edited.type !== 'listItem' || original.checked === edited.checked) return head
  const bare = head.replace(/\[[ xX\t\n]\][ \t]$/, '')
  return typeof edited.checked === 'boolean' ? `${bare}[${edited.checked ? 'x' : ' '}] ` : bare
}
