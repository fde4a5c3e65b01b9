import type { List, Nodes } from 'mdast'
import { Meanings } from './meaning.ts'
import { type MarkdownDocument, parseMarkdown, startOf } from './parse.ts'

/**
 * A comment that ends a block which would otherwise continue in the next one. It has no meaning;
 * see `isSilent`.
 */
export const divider = '<!-- -->'

/** Two blocks to be written below each other, without the text before their first lines. */
export interface Meeting {
  above: { node: Nodes; text: string }
  below: { node: Nodes; text: string; lead: string }
  /** The prefix of each line in their container. */
  prefix: string
}

export type Parting = 'none' | 'at the margin' | 'another mark' | 'divider'

/**
 * How to separate two new neighbours that an empty line does not separate (CommonMark 0.31,
 * sections 4.4 and 5.2): not at all, by removing the indent of the second one, by another marker
 * for a second list with bullets (a comment works as well), or by a comment.
 */
export function parting({ above, below, prefix }: Meeting): Parting {
  const open = above.node.type
  const indent = below.lead.length - prefix.length
  if (isIndentedCode(below) && (hasContinuationLines(open) || isIndentedCode(above)))
    return 'divider'
  if (open !== 'list') return 'none'
  if (indent >= 2) return isOneLine(below.node) ? 'at the margin' : 'divider'
  if (below.node.type !== 'list' || markOf(above.text) !== markOf(below.text)) return 'none'
  // An ordered list keeps its sign: a list that goes on with `3)` looks like a slip.
  return below.node.ordered ? 'divider' : 'another mark'
}

/** Blocks that continue with indented lines. */
function hasContinuationLines(type: Nodes['type']): boolean {
  return type === 'list' || type === 'footnoteDefinition'
}

/** Blocks that may lose the indent of their first line only. */
function isOneLine(node: Nodes): boolean {
  return node.type === 'paragraph' || node.type === 'thematicBreak' || node.type === 'heading'
}

function isIndentedCode({ node, text }: { node: Nodes; text: string }): boolean {
  return node.type === 'code' && !/^ {0,3}(?:`{3}|~{3})/.test(text)
}

/** The marker of a list's items; undefined when the text is no list. */
export function markOf(list: string): string | undefined {
  return /^\d*([-*+.)])/.exec(list)?.[1]
}

/** The most items that get another marker; for longer lists, a comment changes fewer lines. */
const mostMarks = 2

/**
 * The list with another bullet on each item, so that it does not join the lists above and below,
 * whose markers are `marks`. Null when a comment changes fewer lines or the new marker changes the
 * meaning.
 */
export function withOtherMark(
  text: string,
  lead: string,
  marks: ReadonlyArray<string | undefined>,
): string | null {
  const whole = lead + text
  const document = parseMarkdown(whole)
  const list = onlyList(document)
  if (!list || list.children.length > mostMarks) return null
  const sign = ['-', '*', '+'].find((other) => !marks.includes(other))
  if (!sign || document.text !== whole) return null
  let changed = whole
  for (const item of list.children) {
    const place = startOf(item)
    changed = changed.slice(0, place) + sign + changed.slice(place + 1)
  }
  return sameBlocks(document, parseMarkdown(changed)) ? changed.slice(lead.length) : null
}

function onlyList({ root }: MarkdownDocument): List | null {
  const [first, ...others] = root.children
  return first?.type === 'list' && others.length === 0 ? first : null
}

function sameBlocks(one: MarkdownDocument, other: MarkdownDocument): boolean {
  return (
    new Meanings(one).ofAll(one.root.children).join('\u0001') ===
    new Meanings(other).ofAll(other.root.children).join('\u0001')
  )
}
