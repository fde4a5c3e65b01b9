import type { Nodes, Parents } from 'mdast'
import { gfmToMarkdown } from 'mdast-util-gfm'
import { defaultHandlers, type Info, type State, toMarkdown } from 'mdast-util-to-markdown'
import { withClosableFormats } from '#domain/markdown/closable-formats.ts'
import { withPlainCharacters } from '#domain/markdown/write.ts'
import { writeAligned } from './aligned-html.ts'
import { closedSource } from './block-source.ts'
import { rootOf, type TreeNode } from './editor-tree.ts'

/**
 * Writes a tree as Markdown in the house style; `preserveBlocks` then restores the style of
 * everything unedited.
 */
export function writeTree(tree: TreeNode): string {
  const written = toMarkdown(tidy(tree) as unknown as Nodes, {
    bullet: '-',
    emphasis: '*',
    rule: '-',
    extensions: [gfmToMarkdown({ tablePipeAlign: false })],
    handlers: handlers as Record<string, never>,
  })
  return withPlainCharacters(written)
}

type Handler = (node: TreeNode, parent: Parents | undefined, state: State, info: Info) => string

const handlers: Record<string, Handler> = {
  underline: Object.assign(
    inTag(() => '<u>', '</u>'),
    { peek: () => '<' },
  ),
  highlight: Object.assign(
    inTag(({ color }) => (color ? `<mark data-color="${color}">` : '<mark>'), '</mark>'),
    { peek: () => '<' },
  ),
  sourceBlock: ({ value = '' }) => value,
  // A table row is a single line.
  break: (node, parent, state, info) =>
    state.stack.includes('tableCell')
      ? '<br>'
      : defaultHandlers.break(node as never, parent, state, info),
  blockquote: (node, parent, state, info) => {
    const quote = defaultHandlers.blockquote(node as never, parent, state, info)
    return node.callout ? `> [!${node.callout}]\n${quote}` : quote
  },
}

function inTag(open: (node: TreeNode) => string, close: string): Handler {
  return (node, _, state, info) => {
    const tracker = state.createTracker(info)
    const start = tracker.move(open(node))
    const inside = state.containerPhrasing(node as never, {
      before: '>',
      after: '<',
      ...tracker.current(),
    })
    return start + inside + close
  }
}

/**
 * Removes what is invisible: empty paragraphs between blocks, white space and breaks at the ends of
 * lines, formats without text.
 */
function tidy(node: TreeNode): TreeNode {
  if (!node.children) return node
  if (lines.test(node.type)) {
    const line = { ...node, children: withClosableFormats(trimmed(node.children)) }
    return node.align && line.children.length > 0
      ? { type: 'sourceBlock', value: writeAligned(line) }
      : line
  }
  const children = node.children.map(tidy)
  const flow =
    node.type === 'root' || node.type === 'blockquote' || node.type === 'footnoteDefinition'
  const shown =
    flow || node.type === 'listItem'
      ? children.filter((child) => !isEmptyParagraph(child))
      : children
  if (node.type === 'blockquote' && shown.length === 0) return { ...rootOf([]), type: 'blockquote' }
  return {
    ...node,
    children: shown.map((child, index) => (index < shown.length - 1 ? closed(child) : child)),
  }
}

/** An unclosed source would extend over the text after it. */
function closed(node: TreeNode): TreeNode {
  return node.type === 'sourceBlock' ? { ...node, value: closedSource(node.value ?? '') } : node
}

const lines = /^(?:paragraph|heading|tableCell)$/
const formats = /^(?:strong|emphasis|delete|underline|highlight|link)$/

function isEmptyParagraph(node: TreeNode) {
  return node.type === 'paragraph' && (node.children ?? []).length === 0
}

function trimmed(nodes: ReadonlyArray<TreeNode>): Array<TreeNode> {
  const kept = nodes.flatMap((node) => withoutEmptyFormats(node) ?? [])
  while (isBlank(kept.at(-1))) kept.pop()
  while (isBlank(kept[0])) kept.shift()
  removeIn(kept, 0, /^[ \t\n]+/)
  removeIn(kept, kept.length - 1, /(?<![ \t\n])[ \t\n]+$/)
  return kept
}

/**
 * Only spaces, tabs and line ends say nothing at the end of a line: the space of a Japanese indent
 * does.
 */
function removeIn(nodes: Array<TreeNode>, index: number, spaces: RegExp) {
  const node = nodes[index]
  if (node?.type === 'text')
    nodes[index] = { ...node, value: (node.value ?? '').replace(spaces, '') }
}

function isBlank(node: TreeNode | undefined) {
  return node?.type === 'break' || (node?.type === 'text' && /^[ \t\n]*$/.test(node.value ?? ''))
}

function withoutEmptyFormats(node: TreeNode): TreeNode | null {
  if (!node.children || !formats.test(node.type)) return node
  const children = node.children.flatMap((child) => withoutEmptyFormats(child) ?? [])
  return children.length > 0 ? { ...node, children } : null
}
