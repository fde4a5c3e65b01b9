import type { Nodes, Parents, Root } from 'mdast'
import { Meanings } from './meaning.ts'
import { endOf, type MarkdownDocument, parseMarkdown, startOf } from './parse.ts'
import { Source } from './source.ts'

interface Text {
  source: Source
  document: MarkdownDocument
  meanings: Meanings
}

/** One of three versions of a block. */
export interface Side<Node extends Nodes = Nodes> {
  text: Text
  node: Node
}

/** A whole text. */
export function read(markdown: string): Side<Root> {
  const document = parseMarkdown(markdown)
  const text = { source: new Source(markdown), document, meanings: new Meanings(document) }
  return { text, node: document.root }
}

/** The text before the first block: a list or quote marker, or the empty lines of a text. */
export function opening({ text, node }: Side<Parents>): string {
  const first = node.children[0]
  return text.source.slice(startOf(node), first ? startOf(first) : endOf(node))
}

/** The text after the last block. */
export function closing({ text, node }: Side<Parents>): string {
  const last = node.children.at(-1)
  return last
    ? text.source.slice(endOf(last), node.type === 'root' ? text.source.text.length : endOf(node))
    : ''
}

/** The bytes of a block. */
export function sourceOf({ document }: Text, node: Nodes): string {
  return document.text.slice(startOf(node), endOf(node))
}

/** The bytes of some blocks next to each other. */
export function blocksText({ text, node }: Side<Parents>, indexes: ReadonlyArray<number>): string {
  const first = node.children[indexes[0] ?? -1]
  const last = node.children[indexes.at(-1) ?? -1]
  return first && last ? text.source.slice(startOf(first), endOf(last)) : ''
}

/** The number of columns of a table. */
export function columns({ node }: Side<Parents>): number {
  const header = node.children[0]
  return header?.type === 'tableRow' ? header.children.length : 0
}

/** What is before a block in its first line. */
export function indentOf({ text, node }: Side): string {
  const start = text.source.lineStart(startOf(node))
  return text.source.text.slice(start, startOf(node))
}

/** The text between two places that are neighbours in this version; null when they are not. */
export function gapOf(
  side: Side<Parents>,
  above: ReadonlyArray<number>,
  below: ReadonlyArray<number>,
): string | null {
  const last = above.at(-1)
  return last !== undefined && below[0] === last + 1 ? nearGap(side, above, 0) : null
}

/** The gap before (-1) or after (0) some blocks of a version. */
export function nearGap(
  { text, node }: Side<Parents>,
  indexes: ReadonlyArray<number>,
  offset: -1 | 0,
): string | null {
  const index = offset === 0 ? indexes.at(-1) : indexes[0]
  if (index === undefined) return null
  const above = node.children[index + offset]
  const below = node.children[index + offset + 1]
  return above && below ? text.source.slice(endOf(above), startOf(below)) : null
}
