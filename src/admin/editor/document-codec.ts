import { Fragment, type Node, type Schema } from '@milkdown/kit/prose/model'
import { ParserState, SerializerState } from '@milkdown/kit/transformer'
import { rootOf, type TreeNode } from './markdown/editor-tree.ts'
import { readEditable } from './markdown/protect.ts'

/** A text that is open in the editor. */
export interface OpenedText {
  doc: Node
  definitions: string
  /** The Markdown that the editor writes for the unedited text. */
  baseline: string
}

export interface DocumentCodec {
  open(markdown: string): OpenedText
  /** The tree of a document. The trees of unchanged nodes come from a cache. */
  treeOf(doc: Node): TreeNode
}

/** Converts between Markdown and the documents of a schema. */
export function createDocumentCodec(schema: Schema): DocumentCodec {
  const known = new WeakMap<Node, Array<TreeNode>>()

  const docs = new WeakMap<TreeNode, Node>()
  const toDoc = (tree: TreeNode): Node => {
    const before = docs.get(tree)
    if (before) return before
    const state = new ParserState(schema)
    state.next(tree as never)
    const doc = state.toDoc()
    docs.set(tree, doc)
    return doc
  }
  const blocksOf = (block: Node): Array<TreeNode> => {
    const before = known.get(block)
    if (before) return before
    const state = new SerializerState(schema)
    const blocks = (state.openNode('root').next(Fragment.from(block)).build().children ?? []) as Array<TreeNode>
    known.set(block, blocks)
    return blocks
  }
  const treeOf = (doc: Node): TreeNode => {
    const blocks: Array<TreeNode> = []
    doc.forEach((block) => {
      blocks.push(...blocksOf(block))
    })
    return rootOf(blocks)
  }

  return {
    treeOf,
    open(markdown) {
      const { tree, ...text } = readEditable(markdown, (part) => treeOf(toDoc(part)))
      return { doc: toDoc(tree), ...text }
    },
  }
}
