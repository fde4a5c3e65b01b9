/** A node of a Markdown tree, or of the editor's. */
interface InlineNode {
  type: string
  value?: string
  children?: Array<InlineNode>
}

const formats = /^(?:strong|emphasis|delete)$/
const wordSign = /^[\p{L}\p{N}\p{M}]$/u
/** White space behind punctuation goes with it: nobody sees it bold. */
const punctuation = /^[\p{P}\p{S}\s]$/u

/**
 * The inline nodes of a line with punctuation moved out of bold and the like where a word touches it from outside: Markdown can't close `**Bold.**This`,
 * since the stars stand between punctuation and a letter (CommonMark 0.31, section 6.2). A serializer writes `&#x54;his` there. Where nothing but
 * punctuation is bold, it stays so.
 */
export function withClosableFormats<Node extends InlineNode>(nodes: ReadonlyArray<Node>): Array<Node> {
  const result: Array<InlineNode> = []
  for (const [index, node] of nodes.entries()) {
    const own = node.children ? { ...node, children: withClosableFormats(node.children) } : node
    if (!formats.test(node.type)) {
      result.push(own)
      continue
    }
    const before = result.at(-1)
    const opening = before?.type === 'text' && wordSign.test([...(before.value ?? '')].at(-1) ?? '')
    const after = nodes[index + 1]
    const closing = after?.type === 'text' && wordSign.test([...(after.value ?? '').slice(0, 2)][0] ?? '')
    const [lead, rest] = opening ? cut(own, 'start') : ['', own]
    const [tail, inner] = closing ? cut(rest, 'end') : ['', rest]
    result.push(...textOf(lead), inner, ...textOf(tail))
  }
  return result as Array<Node>
}

function textOf(value: string): Array<InlineNode> {
  return value ? [{ type: 'text', value }] : []
}

/** The punctuation at one end of a node, and the node without it; none when nothing else would be left there. */
function cut(node: InlineNode, side: 'start' | 'end'): [string, InlineNode] {
  const at = side === 'start' ? 0 : (node.children?.length ?? 0) - 1
  const child = node.children?.[at]
  if (!node.children || !child) return ['', node]
  const withChild = (changed: InlineNode) => ({ ...node, children: node.children!.with(at, changed) })
  if (formats.test(child.type)) {
    const [signs, left] = cut(child, side)
    return signs ? [signs, withChild(left)] : ['', node]
  }
  if (child.type !== 'text') return ['', node]
  const letters = [...(child.value ?? '')]
  let count = 0
  while (count < letters.length && punctuation.test(letters.at(side === 'start' ? count : -1 - count)!)) count += 1
  if (count === 0 || count === letters.length) return ['', node]
  const [signs, left] =
    side === 'start'
      ? [letters.slice(0, count), letters.slice(count)]
      : [letters.slice(-count), letters.slice(0, -count)]
  return [signs.join(''), withChild({ ...child, value: left.join('') })]
}
