import type { Nodes } from 'mdast'
import { parseMarkdown } from '#domain/markdown/parse.ts'

/** Lines that are wrapped by hand or by a program are as long as this at least and at most. */
const narrowest = 50
const widest = 120
/**
 * In a wrapped text, so many lines, and this part of all, have no place for the first word of the
 * next line.
 */
const fewestFull = 2
const mostlyFull = 0.8

/**
 * Markdown with the line breaks inside its paragraphs made visible: a mail with one list in it has
 * other lines that stand for themselves. Lines that are wrapped at their width stay wrapped. A line
 * without an indent below a list or quote, which Markdown would add to it, begins a paragraph.
 */
export function keepLineBreaks(markdown: string): string {
  const { text, root } = parseMarkdown(markdown)
  const lines = text.split('\n')
  const ends = softEnds(root, false)
  const width = Math.max(0, ...ends.map(({ line }) => lines[line]?.length ?? 0))
  const isFull = ({ line }: SoftEnd) => {
    const [first = ''] = (lines[line + 1] ?? '').trim().split(/\s/)
    return (lines[line]?.length ?? 0) + 1 + first.length > width
  }
  const full = ends.filter(isFull)
  // A single line that happens to be the longest is no sign.
  const isWrapped =
    width >= narrowest &&
    width <= widest &&
    full.length >= fewestFull &&
    full.length >= ends.length * mostlyFull
  const behind = new Map<number, string>()
  let left: Nodes | null = null
  for (const end of ends) {
    if (isWrapped && isFull(end)) continue
    const { line, block, isInside } = end
    const leaves = isInside && left !== block && !/^\s|^>/.test(lines[line + 1] ?? '')
    if (leaves) left = block
    behind.set(line, leaves ? '\n' : '\\')
  }
  return lines
    .map((line, index) => {
      const end = behind.get(index)
      return end === undefined ? line : `${line.trimEnd()}${end}`
    })
    .join('\n')
}

interface SoftEnd {
  /** The index of the line that ends inside a paragraph. */
  line: number
  block: Nodes
  /** Whether the paragraph stands in a list or quote. */
  isInside: boolean
}

/**
 * The ends of lines inside of running text: not those in code, HTML and addresses, and no line
 * breaks.
 */
function softEnds(node: Nodes, isInside: boolean, block: Nodes = node): Array<SoftEnd> {
  if (node.type === 'text') {
    const first = (node.position?.start.line ?? 1) - 1
    const ends = node.value.split('\n').length - 1
    return Array.from({ length: ends }, (_, index) => ({ line: first + index, block, isInside }))
  }
  if (!('children' in node)) return []
  const around = node.type === 'paragraph' || node.type === 'heading' ? node : block
  const inside = isInside || node.type === 'listItem' || node.type === 'blockquote'
  return node.children.flatMap((child) => softEnds(child, inside, around))
}
