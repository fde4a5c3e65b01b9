import type { List, ListItem, Nodes, Paragraph, PhrasingContent, RootContent } from 'mdast'
import { hasBullet, withoutBullet } from './bullets.ts'

/**
 * Makes lists of paragraphs whose lines begin with the bullets of other programs, as in plain text.
 * Changes the tree in place.
 */
export function bulletLists(node: Nodes): void {
  if (
    !('children' in node) ||
    node.type === 'paragraph' ||
    node.type === 'heading' ||
    node.type === 'table'
  )
    return
  const children: Array<RootContent> = []
  let open: List | null = null
  for (const child of node.children as Array<RootContent>) {
    bulletLists(child)
    for (const part of child.type === 'paragraph' ? partsOf(child) : [child]) {
      const list: List | null = part !== child && part.type === 'list' ? part : null
      if (open && list) open.children.push(...list.children)
      else {
        children.push(part)
        open = list
      }
    }
  }
  node.children = children as typeof node.children
}

/**
 * What stands before the first bullet of a paragraph, and the list from there on; the paragraph
 * itself without any.
 */
function partsOf(paragraph: Paragraph): Array<RootContent> {
  const lines = linesOf(paragraph.children)
  const first = lines.findIndex(isItem)
  if (first < 0) return [paragraph]
  const items: Array<ListItem> = []
  for (const line of lines.slice(first)) {
    const last = items.at(-1)?.children[0]
    if (isItem(line)) items.push(itemOf(withoutMark(line)))
    else if (last?.type === 'paragraph') last.children.push({ type: 'break' }, ...line)
  }
  const list: List = { type: 'list', ordered: false, spread: false, children: items }
  const before = lines
    .slice(0, first)
    .flatMap((line, at): Line => (at === 0 ? line : [{ type: 'break' }, ...line]))
  return before.length > 0 ? [{ type: 'paragraph', children: before }, list] : [list]
}

type Line = Array<PhrasingContent>

function linesOf(children: ReadonlyArray<PhrasingContent>): Array<Line> {
  const lines: Array<Line> = [[]]
  for (const child of children)
    if (child.type === 'break') lines.push([])
    else lines.at(-1)?.push(child)
  return lines
}

/**
 * Whether a line begins with a bullet. The words behind it may be formatted, and then they are no
 * part of its text.
 */
function isItem([first, ...rest]: Line): boolean {
  return (
    first?.type === 'text' &&
    (hasBullet(first.value) || (rest.length > 0 && hasBullet(`${first.value}x`)))
  )
}

function withoutMark([first, ...rest]: Line): Line {
  const text = first?.type === 'text' ? withoutBullet(`${first.value}x`).slice(0, -1) : ''
  return text === '' ? rest : [{ type: 'text', value: text }, ...rest]
}

function itemOf(children: Line): ListItem {
  return { type: 'listItem', spread: false, children: [{ type: 'paragraph', children }] }
}
