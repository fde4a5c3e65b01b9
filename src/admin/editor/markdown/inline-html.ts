import type { TreeNode } from './editor-tree.ts'

const opening = /^<(u|mark)(?: data-color="([a-z]{1,20})")?>$/i
const closing = /^<\/(u|mark)>$/i

/**
 * Turns the site's inline formats among siblings, `<u>…</u>` and `<mark data-color="…">…</mark>`,
 * into nodes around their content. Other tags, and tags without a partner, stay inline HTML.
 */
export function pairInlineHtml(nodes: ReadonlyArray<TreeNode>): Array<TreeNode> {
  const result: Array<TreeNode> = []
  for (let index = 0; index < nodes.length; index += 1) {
    const node = nodes[index] as TreeNode
    const [, name, color] = (node.type === 'html' && opening.exec(node.value ?? '')) || []
    const tag = name?.toLowerCase()
    const end = tag && !(tag === 'u' && color) ? partnerOf(nodes, index, tag) : -1
    if (end < 0) {
      result.push(node)
      continue
    }
    const children = pairInlineHtml(nodes.slice(index + 1, end))
    result.push(
      tag === 'u'
        ? { type: 'underline', children }
        : { type: 'highlight', color: color?.toLowerCase() ?? null, children },
    )
    index = end
  }
  return result
}

function partnerOf(nodes: ReadonlyArray<TreeNode>, from: number, tag: string): number {
  let open = 0
  for (let index = from; index < nodes.length; index += 1) {
    const { type, value = '' } = nodes[index] as TreeNode
    if (type !== 'html') continue
    if (opening.exec(value)?.[1]?.toLowerCase() === tag) open += 1
    if (closing.exec(value)?.[1]?.toLowerCase() === tag) open -= 1
    if (open === 0) return index
  }
  return -1
}
