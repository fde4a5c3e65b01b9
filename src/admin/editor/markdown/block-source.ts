import type { Nodes } from 'mdast'
import { endOf, type MarkdownDocument, parseMarkdown, startOf } from '#domain/markdown/parse.ts'
import { houseStyle } from '#domain/markdown/style.ts'
import { writeBlock } from '#domain/markdown/write.ts'

/**
 * The source of a block as in the text. Blocks inside containers are serialised instead: their
 * source would contain the container's markers on each line.
 */
export function blockSource(block: Nodes, { text, root }: MarkdownDocument): string {
  const start = startOf(block)
  if (!root.children.some((child) => child.type === block.type && startOf(child) === start))
    return writeBlock(block, houseStyle)
  const source = text.slice(start, endOf(block))
  const [own, ...below] = parseMarkdown(`${source}\n\nx`).root.children
  // An unclosed fence or comment would extend over all text after it.
  const ends = below.at(-1)?.type === 'paragraph'
  // Cut out of the text, the first line of an indented fence loses its indent and the other lines
  // do not.
  const same =
    !('value' in block) || (own !== undefined && 'value' in own && own.value === block.value)
  return ends && same ? source : writeBlock(block, houseStyle)
}

const mayStayOpen = /^ {0,3}(?:<!|<\?|<(?:script|pre|style|textarea)|`{3}|~{3})/im

/**
 * A source that ends before the text after it: an unclosed fence, comment or raw element is closed.
 */
export function closedSource(source: string): string {
  if (!mayStayOpen.test(source)) return source
  const last = parseMarkdown(`${source}\n\nx`).root.children.at(-1)
  const [end] = last ? endsOf(last).filter((end) => isClosedBy(source, end)) : []
  return end === undefined ? source : `${source}\n${end}`
}

function endsOf(open: Nodes): Array<string> {
  if (open.type === 'code')
    return ['`', '~'].flatMap((sign) => [3, 4, 5, 6, 8, 12].map((count) => sign.repeat(count)))
  if (open.type !== 'html') return []
  const tag = /^\s*<([a-z]+)/i.exec(open.value)?.[1]
  return ['-->', '?>', ']]>', '>', ...(tag ? [`</${tag}>`] : [])]
}

function isClosedBy(source: string, end: string) {
  return parseMarkdown(`${source}\n${end}\n\nx`).root.children.at(-1)?.type === 'paragraph'
}
