/** A node of a Markdown tree or of the editor's tree. */
interface InlineNode {
  type: string
  value?: string
  children?: Array<InlineNode>
}

const formats = /^(?:strong|emphasis|delete)$/
const wordSign = /^[\p{L}\p{N}\p{M}]$/u
/** White space after punctuation moves with it: bold white space is invisible. */
const punctuation = /^[\p{P}\p{S}\s]$/u

/**
 * Moves punctuation out of bold and other formats where a word follows directly: Markdown cannot close
 * `**Bold.**This`, because the closing stars stand between punctuation and a letter (CommonMark 0.31, section 6.2),
 * and a serialiser writes `&#x54;his` instead. A format around punctuation only is left alone.
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

/** Splits the punctuation off one end of a node; returns an empty string when nothing else would be left. */
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
