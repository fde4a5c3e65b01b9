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
  /** Link definitions that the editor does not show; they stand before what it writes, so that source blocks keep their meaning. */
  definitions: string
}

/** What the editor's document makes of a tree: there and back again. */
export type RoundTrip = (tree: TreeNode) => TreeNode

/**
 * Reads a text for the editor. Every block that the editor would not write back with the same meaning becomes a source block, in lists and
 * quotes only the part that is concerned; so nothing is lost by opening and saving. Where blocks are held one by one but not together, those that meet
 * are one source block.
 */
export function readEditable(markdown: string, roundTrip: RoundTrip): EditableText {
  const document = parseMarkdown(markdown)
  const definitions = linkDefinitions(document)
  const wanted = documentMeaning(document)
  const written = (blocks: Array<TreeNode>) => withDefinitions(definitions, writeTree(roundTrip(rootOf(blocks))))
  const says = (blocks: Array<TreeNode>) => documentMeaning(parseMarkdown(written(blocks)))
  const plain = document.root.children.flatMap((block) => readBlock(block, document) ?? [])
  if (says(plain) === wanted) return { tree: rootOf(plain), definitions }

  const guard = new Guard(document, roundTrip)
  const held = document.root.children.flatMap((block): Array<Held> => {
    const read = readBlock(block, document)
    return read
      ? [{ read: guard.holds(read, block) ? read : guard.protect(read, block), first: block, last: block }]
      : []
  })
  for (let reach = 0; ; reach = reach * 2 + 1) {
    const blocks = joined(held, document, reach, (parts) => parseMarkdown(written(parts)))
    if (says(blocks) === wanted) return { tree: rootOf(blocks), definitions }
    if (reach > held.length)
      return { tree: rootOf([{ type: 'sourceBlock', value: document.text.trim() }]), definitions: '' }
  }
}

/** A block of the editor, and the blocks of the text that it stands for. */
interface Held {
  read: TreeNode
  first: RootContent
  last: RootContent
}

/** The blocks with those in one source block that say something else together, and `reach` neighbors on each side. */
function joined(
  held: ReadonlyArray<Held>,
  document: MarkdownDocument,
  reach: number,
  readAgain: (blocks: Array<TreeNode>) => MarkdownDocument,
): Array<TreeNode> {
  const shown = held.filter(({ first }) => !isSilent(first))
  const again = readAgain(held.map(({ read }) => read))
  const found = new Meanings(again).ofAll(again.root.children)
  const wanted = new Meanings(document).ofAll(document.root.children)
  let head = 0
  while (head < shown.length && found[head] === wanted[head]) head += 1
  let tail = 0
  while (tail < shown.length - head && found.at(-1 - tail) === wanted.at(-1 - tail)) tail += 1
  const first = shown[Math.max(0, head - reach)]
  const last = shown[Math.min(shown.length, shown.length - tail + reach) - 1]
  if (!first || !last || (head === shown.length && reach === 0)) return held.map(({ read }) => read)
  const [start, end] = [held.indexOf(first), Math.max(held.indexOf(first), held.indexOf(last))]
  const value = document.text.slice(startOf(first.first), endOf(held[end]!.last))
  const blocks = held.map(({ read }) => read)
  blocks.splice(start, end + 1 - start, { type: 'sourceBlock', value })
  return blocks
}

export function withDefinitions(definitions: string, written: string): string {
  return definitions ? `${definitions}\n\n${written}` : written
}

function linkDefinitions(document: MarkdownDocument): string {
  return [...document.links.values()].map((node) => writeBlock(node, houseStyle)).join('\n')
}

/** Finds out which blocks survive the editor, and makes source blocks of the others. */
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
      ...[...document.footnotes.keys()].map((name) => [name, `[^${name}]: x`] as const),
    ]
  }

  /** Whether the editor writes this block back with the meaning that it has in the text. */
  holds(read: TreeNode, block: Nodes): boolean {
    const note = block.type === 'footnoteDefinition'
    const blocks = note ? (read.children ?? []) : [read]
    const wanted = this.meanings.ofAll(note ? block.children : [block]).join('\u0001')
    const written = writeTree(this.roundTrip(rootOf(blocks)))
    const lower = written.toLowerCase()
    const context = this.names.flatMap(([name, line]) => (lower.includes(name) ? [line] : []))
    return meaningOf(written, context.join('\n\n')) === wanted
  }

  /** A block whose parts that can't be held are source blocks; the whole block where that is not enough. */
  protect(read: TreeNode, block: Nodes): TreeNode {
    if ((block.type === 'list' || block.type === 'blockquote') && read.type === block.type && !read.callout) {
      const blocks = block.children.filter((child) => readBlock(child as never, this.document))
      const children = (read.children ?? []).map((child, index) => {
        const own = blocks[index]
        return own ? this.protectPart(child, own) : child
      })
      const guarded = { ...read, children }
      if (this.holds(guarded, block)) return guarded
    }
    return { type: 'sourceBlock', value: blockSource(withAddresses(block, this.document), this.document) }
  }

  private protectPart(read: TreeNode, part: Nodes): TreeNode {
    if (part.type !== 'listItem') return this.holds(read, part) ? read : this.protect(read, part)
    const blocks = part.children.filter((child) => readBlock(child, this.document))
    const children = (read.children ?? []).map((child, index) => {
      const own = blocks[index]
      return !own || this.holds(child, own) ? child : this.protect(child, own)
    })
    return { ...read, children }
  }
}
