import { Fragment, type Node, type NodeType, type Schema } from '@milkdown/kit/prose/model'
import { type NodeSchema, ParserState, SerializerState } from '@milkdown/kit/transformer'
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

/**
 * The kit's state, which collects all types of the schema anew for each node, with the types
 * collected once.
 */
function parserState(schema: Schema): ParserState {
  const types = [...Object.values(schema.nodes), ...Object.values(schema.marks)]
  const state = new ParserState(schema)
  state.next = (nodes = []) => {
    for (const node of [nodes].flat()) {
      const type = types.find(({ spec }) => (spec as NodeSchema).parseMarkdown.match(node))
      if (!type) throw new Error(`The editor has no type for ${node.type}.`)
      const { runner } = (type.spec as NodeSchema).parseMarkdown
      runner(state, node, type as NodeType)
    }
    return state
  }
  return state
}

/** Converts between Markdown and the documents of a schema. */
export function createDocumentCodec(schema: Schema): DocumentCodec {
  const known = new WeakMap<Node, Array<TreeNode>>()

  const docs = new WeakMap<TreeNode, Node>()
  const toDoc = (tree: TreeNode): Node => {
    const before = docs.get(tree)
    if (before) return before
    const state = parserState(schema)
    state.next(tree as never)
    const doc = state.toDoc()
    docs.set(tree, doc)
    return doc
  }
  const blocksOf = (block: Node): Array<TreeNode> => {
    const before = known.get(block)
    if (before) return before
    const state = new SerializerState(schema)
    const blocks = (state.openNode('root').next(Fragment.from(block)).build().children ??
      []) as Array<TreeNode>
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
