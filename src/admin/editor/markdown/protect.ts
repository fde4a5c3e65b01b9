import type { Nodes, RootContent } from 'mdast'
import { documentMeaning, isSilent, Meanings } from '#domain/markdown/meaning.ts'
import { endOf, type MarkdownDocument, parseMarkdown, startOf } from '#domain/markdown/parse.ts'
import { houseStyle } from '#domain/markdown/style.ts'
import { meaningOf, withAddresses, writeBlock } from '#domain/markdown/write.ts'
import { blockSource } from './block-source.ts'
import { rootOf, type TreeNode } from './editor-tree.ts'
import { readBlock } from './read-blocks.ts'
import { writeTree } from './write-tree.ts'

/** A text as the editor opens it. */
export interface EditableText {
  tree: TreeNode
  /**
   * Link definitions that the editor does not show. They precede the text that it writes, so that
   * source blocks keep their meaning.
   */
  definitions: string
  /** The Markdown that the editor writes for the text as it is. */
  baseline: string
}

/** Converts a tree to the editor's document and back. */
export type RoundTrip = (tree: TreeNode) => TreeNode

/**
 * Reads a text for the editor. A block that the editor would not write back with the same meaning
 * becomes a source block (in lists and quotes only the part concerned), so opening and saving loses
 * nothing. Blocks that survive alone but not next to each other become one source block.
 */
export function readEditable(markdown: string, roundTrip: RoundTrip): EditableText {
  const document = parseMarkdown(markdown)
  const definitions = linkDefinitions(document)
  const written = (tree: TreeNode) => withDefinitions(definitions, writeTree(roundTrip(tree)))
  const plain = rootOf(document.root.children.flatMap((block) => readBlock(block, document) ?? []))
  const baseline = written(plain)
  // Of a long text, parsing is most of the work.
  if (baseline === inHouseSpelling(document)) return { tree: plain, definitions, baseline }
  const wanted = documentMeaning(document)
  const shownMeaning = (text: string) => documentMeaning(parseMarkdown(text))
  if (shownMeaning(baseline) === wanted) return { tree: plain, definitions, baseline }

  const guard = new Guard(document, roundTrip)
  const entries = document.root.children.flatMap((block): Array<BlockEntry> => {
    const read = readBlock(block, document)
    return read ? [{ read: guard.checked(read, block), block }] : []
  })
  for (let reach = 0; ; reach = reach * 2 + 1) {
    const blocks = joined(entries, document, reach, (parts) =>
      parseMarkdown(written(rootOf(parts))),
    )
    const tree = rootOf(blocks)
    const text = written(tree)
    if (shownMeaning(text) === wanted) return { tree, definitions, baseline: text }
    if (reach > entries.length) {
      const tree = rootOf([{ type: 'sourceBlock', value: document.text.trim() }])
      return { tree, definitions: '', baseline: writeTree(roundTrip(tree)) }
    }
  }
}

/**
 * A text with the bullets, the spaces behind them and the empty lines between blocks that the
 * editor writes, which say nothing.
 */
function inHouseSpelling({ text, root }: MarkdownDocument): string {
  const blocks = root.children.map((block) => {
    let source = ''
    let from = startOf(block)
    for (const item of itemsIn(block)) {
      bullet.lastIndex = item
      if (!bullet.test(text)) continue
      source += `${text.slice(from, item)}- `
      from = bullet.lastIndex
    }
    return source + text.slice(from, endOf(block))
  })
  return blocks.length === 0 ? '' : `${blocks.join('\n\n')}\n`
}

const bullet = /[*+-][ \t]+(?=[^ \t\n])/y

/** Where the items of lists in a block start. */
function itemsIn(block: Nodes): Array<number> {
  const inside = 'children' in block ? block.children.flatMap(itemsIn) : []
  return block.type === 'listItem' ? [startOf(block), ...inside] : inside
}

/** A block of the editor and the block of the text that it represents. */
interface BlockEntry {
  read: TreeNode
  block: RootContent
}

/**
 * Joins the range of blocks whose meaning changes when they are written together, and `reach`
 * neighbours on each side, to one source block.
 */
function joined(
  entries: ReadonlyArray<BlockEntry>,
  document: MarkdownDocument,
  reach: number,
  readAgain: (blocks: Array<TreeNode>) => MarkdownDocument,
): Array<TreeNode> {
  const shown = entries.filter(({ block }) => !isSilent(block))
  const blocks = entries.map(({ read }) => read)
  const again = readAgain(blocks)
  const found = new Meanings(again).ofAll(again.root.children)
  const wanted = new Meanings(document).ofAll(document.root.children)
  let head = 0
  while (head < shown.length && found[head] === wanted[head]) head += 1
  let tail = 0
  while (tail < shown.length - head && found.at(-1 - tail) === wanted.at(-1 - tail)) tail += 1
  const first = shown[Math.max(0, head - reach)]
  const last = shown[Math.min(shown.length, shown.length - tail + reach) - 1]
  if (!first || !last || (head === shown.length && reach === 0)) return blocks
  const start = entries.indexOf(first)
  const end = Math.max(start, entries.indexOf(last))
  const value = document.text.slice(startOf(first.block), endOf(entries[end]!.block))
  return blocks.toSpliced(start, end + 1 - start, { type: 'sourceBlock', value })
}

export function withDefinitions(definitions: string, written: string): string {
  return definitions ? `${definitions}\n\n${written}` : written
}

function linkDefinitions(document: MarkdownDocument) {
  return [...document.links.values()].map((node) => writeBlock(node, houseStyle)).join('\n')
}

/** Checks which blocks survive the editor, and replaces the others by source blocks. */
class Guard {
  private readonly document: MarkdownDocument
  private readonly roundTrip: RoundTrip
  private readonly meanings: Meanings
  private readonly names: ReadonlyArray<readonly [name: string, line: string]>

  constructor(document: MarkdownDocument, roundTrip: RoundTrip) {
    this.document = document
    this.roundTrip = roundTrip
    this.meanings = new Meanings(document)
    this.names = [
      ...[...document.links].map(([name, node]) => [name, writeBlock(node, houseStyle)] as const),
      ...[...document.footnotes.values()].map(
        ({ identifier }) => [identifier, `[^${identifier}]: x`] as const,
      ),
    ]
  }

  /** The block, with source blocks in place of what does not survive. */
  checked(read: TreeNode, block: Nodes): TreeNode {
    return this.survives(read, block) ? read : this.protect(read, block)
  }

  /** Whether the editor writes this block back with the meaning that it has in the text. */
  private survives(read: TreeNode, block: Nodes): boolean {
    const note = block.type === 'footnoteDefinition'
    const blocks = note ? (read.children ?? []) : [read]
    const wanted = this.meanings.ofAll(note ? block.children : [block]).join('\u0001')
    const written = writeTree(this.roundTrip(rootOf(blocks)))
    const lower = written.toLowerCase()
    const context = this.names.flatMap(([name, line]) => (lower.includes(name) ? [line] : []))
    return meaningOf(written, context.join('\n\n')) === wanted
  }

  /**
   * Replaces the parts of a block that do not survive by source blocks; the whole block where that
   * is not enough.
   */
  private protect(read: TreeNode, block: Nodes): TreeNode {
    const isContainer = block.type === 'list' || block.type === 'blockquote'
    if (isContainer && read.type === block.type && !read.callout) {
      const guarded = this.withParts(read, block.children)
      if (this.survives(guarded, block)) return guarded
    }
    return {
      type: 'sourceBlock',
      value: blockSource(withAddresses(block, this.document), this.document),
    }
  }

  private withParts(read: TreeNode, parts: ReadonlyArray<Nodes>): TreeNode {
    const shown = parts.filter((part) => readBlock(part as RootContent, this.document))
    const children = (read.children ?? []).map((child, index) => {
      const part = shown[index]
      if (part?.type === 'listItem') return this.withParts(child, part.children)
      return part ? this.checked(child, part) : child
    })
    return { ...read, children }
  }
}
