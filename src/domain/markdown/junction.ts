import type { List, Nodes } from 'mdast'
import { Meanings } from './meaning.ts'
import { type MarkdownDocument, parseMarkdown, startOf } from './parse.ts'

/** The comment that ends a block which would continue in the one below. It has no meaning; see `isSilent`. */
export const divider = '<!-- -->'

/** Two blocks as they will stand below each other, without what stands before their first lines. */
export interface Meeting {
  above: { node: Nodes; text: string }
  below: { node: Nodes; text: string; lead: string }
  /** What begins each line of the container that both stand in. */
  prefix: string
}

export type Parting = 'none' | 'at the margin' | 'another mark' | 'divider'

/**
 * How two blocks that were not neighbors before are separated, although an empty line is between them (CommonMark 0.31, sections 4.4 and 5.2):
 * not at all, by beginning the second one where its container begins, by other marks in a second list (a comment will do as well), or by a comment
 * between.
 */
export function parting({ above, below, prefix }: Meeting): Parting {
  const open = above.node.type
  const indent = below.lead.length - prefix.length
  if (isIndentedCode(below) && (goesOn(open) || isIndentedCode(above))) return 'divider'
  if (open !== 'list') return 'none'
  if (indent >= 2) return isOneLine(below.node) ? 'at the margin' : 'divider'
  return below.node.type === 'list' && markOf(above.text) === markOf(below.text) ? 'another mark' : 'none'
}

/** Blocks whose further parts are found by their indent. */
function goesOn(type: Nodes['type']): boolean {
  return type === 'list' || type === 'footnoteDefinition'
}

/** Blocks in which the indent of the first line alone may go. */
function isOneLine(node: Nodes): boolean {
  return node.type === 'paragraph' || node.type === 'thematicBreak' || node.type === 'heading'
}

function isIndentedCode({ node, text }: { node: Nodes; text: string }): boolean {
  return node.type === 'code' && !/^ {0,3}(?:`{3}|~{3})/.test(text)
}

/** The sign of a list's items, if the text is that of a list. */
export function markOf(list: string): string | undefined {
  return /^\d*([-*+.)])/.exec(list)?.[1]
}

/** Longer lists get a comment before them: it changes fewer lines than another mark on each item. */
const mostMarks = 2

/**
 * A list with another mark on each item, so that it is a list of its own between two others; null where a comment changes fewer lines, or the new
 * mark means something else. `marks` are those of the lists above and below.
 */
export function withOtherMark(text: string, lead: string, marks: ReadonlyArray<string | undefined>): string | null {
  const whole = lead + text
  const document = parseMarkdown(whole)
  const list = onlyList(document)
  if (!list || list.children.length > mostMarks) return null
  const sign = (list.ordered ? ['.', ')'] : ['-', '*', '+']).find((other) => !marks.includes(other))
  if (!sign || document.text !== whole) return null
  let changed = whole
  for (const item of list.children) {
    const place = startOf(item) + (/^\d*/.exec(whole.slice(startOf(item)))?.[0].length ?? 0)
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
