import type { Definition, FootnoteDefinition, Html, ListItem, Nodes, Root } from 'mdast'
import remarkGfm from 'remark-gfm'
import remarkParse from 'remark-parse'
import { unified } from 'unified'
import { listBehindCode } from './list-behind-code.ts'
import { wordsNotAddresses } from './words-not-addresses.ts'

/** A Markdown text and its tree. `text` has LF line ends, and node positions refer to it. */
export interface MarkdownDocument {
  text: string
  root: Root
  /** Link definitions by name; the first definition of a name counts, as in CommonMark. */
  links: ReadonlyMap<string, Definition>
  /**
   * By name; a further one of the same name, which no reader sees, has its number behind a line
   * break.
   */
  footnotes: ReadonlyMap<string, FootnoteDefinition>
  footnoteNames: ReadonlyMap<FootnoteDefinition, string>
}

export const byteOrderMark = '\ufeff'

const processor = unified()
  .use(remarkParse)
  .use(remarkGfm)
  .use(listBehindCode)
  .use(wordsNotAddresses)
  .freeze()

/** Parses CommonMark with GitHub's extensions. Never throws; the caller limits size and nesting. */
export function parseMarkdown(markdown: string): MarkdownDocument {
  const text = markdown.replace(/\r\n?/g, '\n')
  const root = processor.parse(text)
  // The parser removes it and counts offsets without it.
  if (text.startsWith(byteOrderMark))
    for (const block of root.children) shift(block, byteOrderMark.length)
  const links = new Map<string, Definition>()
  const footnotes = new Map<string, FootnoteDefinition>()
  collect(root, links, footnotes, new Map())
  endWithLastBlock(root, text, false)
  const footnoteNames = new Map([...footnotes].map(([name, note]) => [note, name]))
  return { text, root, links, footnotes, footnoteNames }
}

function shift(node: Nodes, distance: number) {
  if (node.position)
    for (const point of [node.position.start, node.position.end]) point.offset! += distance
  if ('children' in node) for (const child of node.children) shift(child, distance)
}

function collect(
  node: Nodes,
  links: Map<string, Definition>,
  footnotes: Map<string, FootnoteDefinition>,
  counts: Map<string, number>,
) {
  if (node.type === 'listItem' && typeof node.checked === 'boolean') startBehindBox(node)
  if (node.type === 'html') startBehindIndent(node)
  if (node.type === 'definition' && !links.has(node.identifier)) links.set(node.identifier, node)
  if (node.type === 'footnoteDefinition') {
    const count = (counts.get(node.identifier) ?? 0) + 1
    counts.set(node.identifier, count)
    footnotes.set(count === 1 ? node.identifier : `${node.identifier}\n${count}`, node)
  }
  if ('children' in node)
    for (const child of node.children) collect(child, links, footnotes, counts)
}

/**
 * Corrects the end of lists inside quotes: the parser includes the empty lines after them and marks
 * the list as loose.
 */
function endWithLastBlock(node: Nodes, text: string, quoted: boolean) {
  if (!('children' in node)) return
  for (const child of node.children)
    endWithLastBlock(child, text, quoted || node.type === 'blockquote')
  const last = node.children.at(-1)
  if (
    !node.position ||
    !last?.position ||
    !/^(?:list|listItem|blockquote|footnoteDefinition)$/.test(node.type)
  )
    return
  if (/^[\s>]*$/.test(text.slice(endOf(last), endOf(node))))
    node.position.end = { ...last.position.end }
  if (quoted && (node.type === 'list' || node.type === 'listItem'))
    node.spread = containsEmptyLine(node.children, text)
}

function containsEmptyLine(blocks: ReadonlyArray<Nodes>, text: string): boolean {
  return blocks.some((block, index) => {
    const below = blocks[index + 1]
    return below !== undefined && /\n[> \t]*\n/.test(text.slice(endOf(block), startOf(below)))
  })
}

/**
 * Makes the paragraph of a task item start after its checkbox; the parser does so only when the
 * paragraph begins with plain text.
 */
function startBehindBox(item: ListItem) {
  const paragraph = item.children[0]
  const first = paragraph?.type === 'paragraph' ? paragraph.children[0] : undefined
  if (paragraph?.position && first?.position) paragraph.position.start = { ...first.position.start }
}

/**
 * Makes a block of HTML start after its indent, like every other block; the parser takes the indent
 * for a part of it. Written below a list, it would move the block into the last item.
 */
function startBehindIndent(block: Html) {
  const indent = block.value.length - block.value.trimStart().length
  if (indent === 0 || !block.position) return
  block.value = block.value.slice(indent)
  const { start } = block.position
  block.position.start = {
    ...start,
    column: start.column + indent,
    offset: (start.offset ?? 0) + indent,
  }
}

/** The offset at which a node starts. */
export function startOf(node: Nodes): number {
  return node.position?.start.offset ?? 0
}

/** The offset at which a node ends. */
export function endOf(node: Nodes): number {
  return node.position?.end.offset ?? 0
}
