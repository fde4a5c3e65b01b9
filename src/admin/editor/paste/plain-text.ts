import type { Nodes } from 'mdast'
import { hasBullet, withMarkdownBullet } from '#domain/bullets.ts'
import { parseMarkdown, startOf } from '#domain/markdown/parse.ts'

const blockMark =
  /^[ \t]*(?:#{1,6} |[-*+] |\d{1,9}[.)] |> |```|~~~|\|.*\||(?:-{3,}|\*{3,}|_{3,})[ \t]*$|\[[^[\]\n]+\]: )/m
const inlineMark = /\*\*[^\s*][^*]*\*\*|\[[^[\]\n]+\]\([^[\s)]+\)|`[^`\n]+`|<(?:u|mark)[ >]/

/**
 * Pasted plain text as Markdown. A text with marks of Markdown, or with bullets of other programs,
 * is read as Markdown; of any other, characters with a meaning in Markdown are escaped. Line breaks
 * are kept in both, except where Markdown is wrapped at the width of its lines.
 */
export function markdownOfPlainText(text: string): string {
  const lines = withoutIndent(
    withLineFeeds(text)
      .trimEnd()
      .replace(/^(?:[^\S\n]*\n)+/, ''),
  )
  if (
    lines.some(hasBullet) ||
    blockMark.test(lines.join('\n')) ||
    inlineMark.test(lines.join('\n'))
  )
    return keepLineBreaks(withShownDefinitions(lines.map(withMarkdownBullet).join('\n')))
  return lines
    .join('\n')
    .split(/\n[ \t]*\n+/)
    .map((paragraph) => paragraph.split('\n').map(literal).join('\\\n'))
    .join('\n\n')
}

/**
 * The text with other programs' ends of lines and paragraphs as line feeds: PowerPoint copies a
 * break as a vertical tab.
 */
export const withLineFeeds = (text: string): string =>
  text.replace(/\r\n?|[\v\u0085\u2028]/g, '\n').replace(/[\f\u2029]/g, '\n\n')

/**
 * Markdown in which a definition that no link uses is text, because the editor would show nothing
 * of it.
 */
function withShownDefinitions(markdown: string): string {
  const { text, root, links } = parseMarkdown(markdown)
  const used = new Set<string>()
  const definitions: Array<Nodes> = []
  const walk = (node: Nodes) => {
    if (node.type === 'linkReference' || node.type === 'imageReference') used.add(node.identifier)
    if (node.type === 'definition') definitions.push(node)
    if ('children' in node) node.children.forEach(walk)
  }
  walk(root)
  const unused = definitions.filter(
    (node) =>
      node.type === 'definition' &&
      !(links.get(node.identifier) === node && used.has(node.identifier)),
  )
  return unused
    .toReversed()
    .reduce((all, node) => `${all.slice(0, startOf(node))}\\${all.slice(startOf(node))}`, text)
}

/** The lines without the indent that all of them have: it would make code of them. */
function withoutIndent(text: string): Array<string> {
  const lines = text.split('\n')
  const indents = lines.filter((line) => line.trim() !== '').map((line) => line.search(/\S/))
  const indent = Math.min(...indents)
  return lines.map((line) => line.slice(Math.min(indent, line.length)))
}

function literal(line: string): string {
  const escaped = line.trim().replace(/\S+/g, (word) => {
    // Addresses become links without markup; escapes would break them.
    const address = word.search(/https?:\/\/|www\./)
    const end = address < 0 ? word.length : address
    return word.slice(0, end).replace(/[\\*_`[\]<&]/g, '\\$&') + word.slice(end)
  })
  return escaped.replace(/^([-+=#>~])/, '\\$1')
}

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
function keepLineBreaks(markdown: string): string {
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
