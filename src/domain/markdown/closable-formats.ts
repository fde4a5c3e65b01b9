import { isOfWord } from './within-words.ts'

/** A node of a Markdown tree or of the editor's tree. */
interface InlineNode {
  type: string
  value?: string
  children?: Array<InlineNode>
}

const formats = /^(?:strong|emphasis|delete)$/
const lines = /^(?:paragraph|heading|tableCell)$/

/**
 * A copy of a tree in which every line has only formats that Markdown can write; see
 * `withClosableFormats`.
 */
export function withWritableLines<Node extends InlineNode>(node: Node): Node {
  if (!node.children) return node
  const children = lines.test(node.type)
    ? withClosableFormats(node.children)
    : node.children.map(withWritableLines)
  return { ...node, children }
}

/**
 * Moves signs and spaces out of bold and other formats where they keep Markdown from beginning or
 * ending there: in `**Bold.**This`, the last stars stand between a sign and a letter (CommonMark
 * 0.31, section 6.2), and a serialiser would write `&#x54;his`. The same goes for code and pictures
 * at that place; a link takes the format into its text. A format around nothing else, which
 * Markdown cannot write there, ends. White space beside a line break, which nobody sees, is left
 * out.
 */
export function withClosableFormats<Node extends InlineNode>(
  nodes: ReadonlyArray<Node>,
): Array<Node> {
  if (nodes.every(({ type }) => type === 'text')) return [...nodes]
  let line = oncePerLetter(nodes, [])
  // What stands beside a format changes with its neighbours: at most four rounds changed anything
  // in any test.
  for (let round = 0, known = ''; round < 10 && known !== JSON.stringify(line); round++) {
    known = JSON.stringify(line)
    line = closable(line, ' ', ' ')
  }
  return line as Array<Node>
}

/** Formats inside themselves, as HTML may have them, once. */
function oncePerLetter(
  nodes: ReadonlyArray<InlineNode>,
  around: ReadonlyArray<string>,
): Array<InlineNode> {
  return nodes.flatMap((node) => {
    if (!node.children) return [node]
    const isFormat = formats.test(node.type)
    const children = oncePerLetter(node.children, isFormat ? [...around, node.type] : around)
    return isFormat && around.includes(node.type) ? children : [{ ...node, children }]
  })
}

/** `before` and `after` are the characters around the nodes. */
function closable(
  nodes: ReadonlyArray<InlineNode>,
  before: string,
  after: string,
): Array<InlineNode> {
  const result: Array<InlineNode> = []
  for (const [index, node] of nodes.entries()) {
    const last = result.at(-1)
    const next = nodes[index + 1]
    const around = {
      before: last ? edgeOf(last, 'end') : before,
      after: next ? edgeOf(next, 'start') : after,
    }
    if (formats.test(node.type)) result.push(...closedFormat(node, around))
    else
      result.push(node.children ? { ...node, children: closable(node.children, '(', ')') } : node)
  }
  return withoutSpacesAtBreaks(joined(result))
}

/** A format without what keeps it from beginning or ending, which stands before and behind it. */
function closedFormat(
  node: InlineNode,
  { before, after }: { before: string; after: string },
): Array<InlineNode> {
  const isRun = node.type !== 'delete'
  let inside = closable(node.children ?? [], isRun ? before : '~', isRun ? after : '~')
  const lead: Array<InlineNode> = []
  const tail: Array<InlineNode> = []
  while (inside[0]) {
    const outside = lead.length > 0 ? edgeOf(lead.at(-1)!, 'end') : before
    const { out, rest } = cut(node, inside[0], 'start', {
      outside,
      inside: inside.length > 1 ? '~' : after,
    })
    if (!out) break
    // A tag has its partner somewhere behind it.
    if (out[0]?.type === 'html') return inside
    lead.push(...out)
    inside = [...rest, ...inside.slice(1)]
  }
  for (let last = inside.at(-1); last; last = inside.at(-1)) {
    const outside = tail[0] ? edgeOf(tail[0], 'start') : after
    const { out, rest } = cut(node, last, 'end', {
      outside,
      inside: inside.length > 1 ? '~' : before,
    })
    if (!out) break
    if (out[0]?.type === 'html') return [...lead, ...inside, ...tail]
    tail.unshift(...out)
    inside = [...inside.slice(0, -1), ...rest]
  }
  return [...lead, ...(inside.length > 0 ? [{ ...node, children: inside }] : []), ...tail]
}

type Side = 'start' | 'end'

interface Cut {
  /** What must stand outside of the format; null when it can begin or end as it is. */
  out: Array<InlineNode> | null
  /** What is left of the node. */
  rest: Array<InlineNode>
}

/**
 * Cuts off what keeps a format from beginning (or ending) with a node; `sides` are the characters
 * around the node.
 */
function cut(
  format: InlineNode,
  node: InlineNode,
  side: Side,
  sides: { outside: string; inside: string },
): Cut {
  if (node.type === 'break') return { out: [node], rest: [] }
  if (node.type === 'text') return cutText(node, side, isOfWord(sides.outside))
  // Stars and underscores run together, tildes and stars do not.
  const isRun = format.type !== 'delete' || !formats.test(node.type)
  if (!isOfWord(sides.outside) || (isRun && isOfWord(edgeOf(node, side))))
    return { out: null, rest: [] }
  const [before, after] =
    side === 'start' ? [sides.outside, sides.inside] : [sides.inside, sides.outside]
  if (formats.test(node.type)) return { out: closedFormat(node, { before, after }), rest: [] }
  if (!node.children) return { out: [node], rest: [] }
  return {
    out: [{ ...node, children: closable([{ ...format, children: node.children }], '(', ')') }],
    rest: [],
  }
}

function cutText(node: InlineNode, side: Side, isBesideWord: boolean): Cut {
  const value = node.value ?? ''
  const spaces = side === 'start' ? /^\s+/ : /(?<!\s)\s+$/
  // A half of a surrogate pair counts as a letter.
  const signs =
    side === 'start'
      ? /^(?:(?![\u{10000}-\u{10FFFF}])[\p{P}\p{S}])+/u
      : /(?<!(?![\u{10000}-\u{10FFFF}])[\p{P}\p{S}])(?:(?![\u{10000}-\u{10FFFF}])[\p{P}\p{S}])+$/u
  const out = spaces.exec(value)?.[0] ?? (isBesideWord ? signs.exec(value)?.[0] : undefined)
  if (out === undefined) return { out: value ? null : [], rest: [] }
  const rest = side === 'start' ? value.slice(out.length) : value.slice(0, -out.length)
  return { out: [{ ...node, value: out }], rest: rest ? [{ ...node, value: rest }] : [] }
}

/**
 * The character at an end of a node, as far as the rules for bold and emphasis tell characters
 * apart.
 */
function edgeOf(node: InlineNode, side: Side): string {
  if (node.type === 'text') return (side === 'start' ? node.value?.[0] : node.value?.at(-1)) ?? ' '
  if (node.type === 'break') return ' '
  // The signs of both run together.
  const child = side === 'start' ? node.children?.[0] : node.children?.at(-1)
  return child && (node.type === 'strong' || node.type === 'emphasis') ? edgeOf(child, side) : ')'
}

/** Text, code and formats that stand beside their like, as one. */
function joined(nodes: ReadonlyArray<InlineNode>): Array<InlineNode> {
  const result: Array<InlineNode> = []
  for (const node of nodes) {
    const last = result.at(-1)
    const both = last ? pairOf(last, node) : null
    if (both) result[result.length - 1] = both
    else result.push(node)
  }
  return result
}

function pairOf(one: InlineNode, other: InlineNode): InlineNode | null {
  if (one.type === other.type && (one.type === 'text' || one.type === 'inlineCode'))
    return { ...one, value: `${one.value ?? ''}${other.value ?? ''}` }
  if (!formats.test(one.type) || !formats.test(other.type)) return null
  // Of bold italic beside italic, the italic is around both: the signs between them would run
  // together.
  for (const [left, right] of [
    [one, other],
    [turned(one), other],
    [one, turned(other)],
  ])
    if (left && right && left.type === right.type)
      return { ...left, children: [...(left.children ?? []), ...(right.children ?? [])] }
  return null
}

/** A format around only one other, with that one outside. */
function turned(node: InlineNode): InlineNode | null {
  const [only, more] = node.children ?? []
  if (!only || more || !formats.test(only.type)) return null
  return { ...only, children: [{ ...node, children: only.children ?? [] }] }
}

function withoutSpacesAtBreaks(nodes: ReadonlyArray<InlineNode>): Array<InlineNode> {
  return nodes.flatMap((node, index) => {
    if (node.type !== 'text') return [node]
    let value = node.value ?? ''
    if (nodes[index - 1]?.type === 'break') value = value.replace(/^[ \t\n]+/, '')
    if (nodes[index + 1]?.type === 'break') value = value.replace(/(?<![ \t\n])[ \t\n]+$/, '')
    return value ? [{ ...node, value }] : []
  })
}
