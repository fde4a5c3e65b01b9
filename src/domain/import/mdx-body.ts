import type { Nodes, Parent, Root } from 'mdast'
import { toString as textIn } from 'mdast-util-to-string'
import { remark } from 'remark'
import remarkGfm from 'remark-gfm'
import remarkMdx from 'remark-mdx'
import { visit } from 'unist-util-visit'
import { endOf, startOf } from '../markdown/parse.ts'
import { codeSpan, fenced } from './code-in-markdown.ts'
import type { Complain } from './entry.ts'
import { componentMarkdown } from './mdx-components.ts'
import { type Jsx, literalOf, pictureImports, valuesOf } from './mdx-values.ts'

const parser = remark().use(remarkGfm).use(remarkMdx).freeze()

interface Conversion {
  text: string
  complain: Complain
  /** Addresses of imported pictures by their names. */
  pictures: ReadonlyMap<string, string>
  /** Components that were already named. */
  named: Set<string>
}

/**
 * Turns MDX into Markdown: without imports, exports and comments; known components become what they
 * show, others stay as code. What is no MDX stays as it is.
 */
export function markdownOfMdx(source: string, complain: Complain): string {
  const text = withoutMdx1(source)
  try {
    const root = parser.parse(text) as Root
    visit(root, 'paragraph', unravel)
    return rendered(root, 0, text.length, {
      text,
      complain,
      pictures: pictureImports(root),
      named: new Set(),
    })
  } catch (error) {
    const { reason, line } = faultOf(error)
    complain(
      `The text is not valid MDX and is read as Markdown: ${reason}`,
      offsetOfLine(source, line),
    )
    return source
  }
}

/**
 * Components in one line stand in a paragraph. Without words beside them they are blocks, as those
 * on lines of their own.
 */
function unravel({ children }: Parent) {
  const blocks = children.filter(
    (child) => child.type === 'mdxJsxTextElement' && !/^[a-z]/.test(child.name ?? ''),
  )
  if (children.some((child) => !blocks.includes(child) && textIn(child).trim() !== '')) return
  for (const child of blocks) unravel(Object.assign(child as Parent, { type: 'mdxJsxFlowElement' }))
}

/** Why a text is no MDX, with its line. Throws any other error. */
function faultOf(error: unknown): { reason: string; line: number } {
  if (error instanceof RangeError)
    return { reason: 'its components are nested too deeply', line: 1 }
  const { reason, line } = error as { reason?: string; line?: number }
  if (reason === undefined) throw error
  return { reason, line: line ?? 1 }
}

/**
 * The spellings that Docusaurus takes besides those of MDX, as MDX of the same length: comments of
 * HTML, and the ids of headings, which are of no use here.
 */
function withoutMdx1(source: string): string {
  let fence: string | null = null
  return source
    .replace(/\r\n?/g, '\n')
    .split('\n')
    .map((line) => {
      const mark = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1]
      if (fence === null && mark) fence = mark
      else if (fence !== null && mark?.startsWith(fence) && line.trim() === mark) fence = null
      if (fence !== null || mark || line.includes('`')) return line
      return line
        .replaceAll('<!--', '{/* ')
        .replaceAll('-->', '*/}')
        .replace(/^(#{1,6} .{0,500}?)\{#[\w-]{1,100}\}[ \t]*$/, '$1')
    })
    .join('\n')
}

function offsetOfLine(text: string, line: number): number {
  let offset = 0
  for (let at = 1; at < line; at += 1) offset = text.indexOf('\n', offset) + 1 || offset
  return offset
}

/** A part of the text in which all that only MDX has is replaced. */
function rendered(parent: Nodes, start: number, end: number, conversion: Conversion): string {
  const { text } = conversion
  const edits: Array<{ node: Nodes; made: string }> = []
  visit(parent, (node: Nodes) => {
    if (node === parent) return undefined
    const made = replacement(node, conversion)
    if (made === null) return undefined
    edits.push({ node, made })
    return 'skip'
  })
  let result = ''
  let from = start
  for (const { node, made } of edits) {
    const between = text.slice(from, startOf(node))
    const isBeside = from > start && between.trim() === '' && !between.includes('\n\n')
    if (isBeside && node.type === 'mdxJsxFlowElement') result += '\n\n'
    result += between
    result += indented(made, text.slice(startOf(parent), startOf(node)))
    from = endOf(node)
  }
  return result + text.slice(from, end)
}

/**
 * What replaces a part of a text behind `text`: what stands before the lines of a list item or a
 * quote stands before each of its lines.
 */
function indented(made: string, text: string): string {
  const lineStart = text.lastIndexOf('\n') + 1
  // The line of a component is indented with the component.
  if (!made.includes('\n') || text.startsWith('<', lineStart)) return made
  const before = text.slice(lineStart).replace(/[^>\s]/g, ' ')
  const [first = '', ...lines] = made.split('\n')
  return [first, ...lines.map((line) => (line === '' ? before.trimEnd() : before + line))].join(
    '\n',
  )
}

/** What stands in place of a node; null where it is Markdown, too. */
function replacement(node: Nodes, conversion: Conversion): string | null {
  const { complain } = conversion
  const at = startOf(node)
  switch (node.type) {
    case 'mdxjsEsm': {
      const first = node.value.split('\n')[0] ?? ''
      complain(`Code of MDX was left out: ${first.slice(0, 100)}`, at)
      return ''
    }
    case 'mdxTextExpression':
    case 'mdxFlowExpression': {
      const written = literalOf(node.data?.estree)
      if (written !== null) return written
      const comment = commentIn(node.value)
      if (comment !== null) {
        if (comment !== '' && !isMark.test(comment))
          complain(`A comment was left out: ${comment.slice(0, 100)}`, at)
        return isMark.test(comment) ? '<!-- more -->' : ''
      }
      complain(
        `The value '{${node.value.trim().slice(0, 60)}}' is filled in by a program; it stays as code`,
        at,
      )
      return protectedSource(`{${node.value}}`, node.type === 'mdxFlowExpression')
    }
    case 'mdxJsxFlowElement':
    case 'mdxJsxTextElement':
      return element(node, conversion)
    default:
      return null
  }
}

/** The mark of the end of an excerpt. */
const isMark = /^(?:truncate|more|excerpt)$/i

/** The words of comments in an expression that has nothing else; null for a value. */
function commentIn(expression: string): string | null {
  const comments: Array<string> = []
  let rest = expression.trimStart()
  while (rest !== '') {
    const end = rest.startsWith('/*') ? '*/' : rest.startsWith('//') ? '\n' : null
    if (end === null) return null
    const at = rest.indexOf(end, 2)
    comments.push(rest.slice(2, at < 0 ? undefined : at).replace(/^\*+/, ''))
    rest = at < 0 ? '' : rest.slice(at + end.length).trimStart()
  }
  return comments.join(' ').replace(/\s+/g, ' ').trim()
}

function element(node: Jsx, conversion: Conversion): string {
  const { text, complain, named, pictures } = conversion
  const isBlock = node.type === 'mdxJsxFlowElement'
  const inner = () => innerOf(node, conversion)
  const name = node.name ?? ''
  if (name === '') return inner()
  const { values, isWhole } = valuesOf(node, pictures)
  const made = componentMarkdown({ name, values, isBlock, inner })
  if (made !== null) {
    if (!isWhole)
      complain(`A part of <${name}> is filled in by a program and was left out`, startOf(node))
    return made
  }
  if (!named.has(name))
    complain(`The component <${name}> is not known; it stays in the text as code`, startOf(node))
  named.add(name)
  const [start, end] = [startOf(node), endOf(node)]
  if (node.children.length === 0) return protectedSource(text.slice(start, end), isBlock)
  const opening = text.slice(start, startOf(node.children[0] as Nodes)).trim()
  const closing = text.slice(endOf(node.children.at(-1) as Nodes), end).trim()
  const gap = isBlock ? '\n\n' : ''
  return [protectedSource(opening, isBlock), inner(), protectedSource(closing, isBlock)].join(gap)
}

/** What a component encloses, converted, without the spaces by which it is indented. */
function innerOf(node: Jsx & Parent, conversion: Conversion): string {
  const [first] = node.children
  const last = node.children.at(-1)
  if (!first || !last) return ''
  const start = startOf(first)
  const lineStart = conversion.text.lastIndexOf('\n', start - 1) + 1
  const isIndented =
    lineStart > startOf(node) && conversion.text.slice(lineStart, start).trim() === ''
  const whole = rendered(node, isIndented ? lineStart : start, endOf(last), conversion)
  const lines = whole.split('\n')
  const depths = lines
    .filter((line) => line.trim() !== '')
    .map((line) => /^ */.exec(line)?.[0].length ?? 0)
  const depth = isIndented ? Math.min(...depths) : 0
  return lines
    .map((line) => line.slice(Math.min(depth, /^ */.exec(line)?.[0].length ?? 0)))
    .join('\n')
}

/** Source that no reader of Markdown takes for its own. */
const protectedSource = (source: string, isBlock: boolean) =>
  isBlock ? fenced(source, 'jsx') : codeSpan(source)
