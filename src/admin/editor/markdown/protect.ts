import type { Nodes } from 'mdast'
import { documentMeaning, Meanings } from '#domain/markdown/meaning.ts'
import { type MarkdownDocument, parseMarkdown } from '#domain/markdown/parse.ts'
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
 * quotes only the part that is concerned; so nothing is lost by opening and saving.
 */
export function readEditable(markdown: string, roundTrip: RoundTrip): EditableText {
  const document = parseMarkdown(markdown)
  const definitions = linkDefinitions(document)
  const wanted = documentMeaning(document)
  const says = (blocks: Array<TreeNode>) => {
    const written = withDefinitions(definitions, writeTree(roundTrip(rootOf(blocks))))
    return documentMeaning(parseMarkdown(written))
  }
  const plain = document.root.children.flatMap((block) => readBlock(block, document) ?? [])
  if (says(plain) === wanted) return { tree: rootOf(plain), definitions }

  const guard = new Guard(document, roundTrip)
  const guarded = document.root.children.flatMap((block) => {
    const read = readBlock(block, document)
    return read ? [guard.holds(read, block) ? read : guard.protect(read, block)] : []
  })
  if (says(guarded) === wanted) return { tree: rootOf(guarded), definitions }
  return { tree: rootOf([{ type: 'sourceBlock', value: document.text.trim() }]), definitions: '' }
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
