import type { Element, ElementContent, Root } from 'hast'
import { defaultHandlers, type Handle, type State } from 'hast-util-to-mdast'
import type {
  BlockContent,
  Blockquote,
  ListItem,
  Paragraph,
  PhrasingContent,
  RootContent,
} from 'mdast'
import { anchorPrefix, calloutKinds, markColors } from '../body-format.ts'
import { formatsIntoBlocks } from '../formats-in-blocks.ts'
import { fragmentParser } from '../html-fragment.ts'
import { convertHtml } from '../html-to-markdown.ts'
import { captionsOf, changeElements, classesOf, elementsIn } from '../html-tree.ts'
import { inTags } from '../inline-tags.ts'
import { isInCell } from '../one-line-cells.ts'
import { percentDecoded } from '../percent-decoded.ts'
import { openingTag, plainChild, plainHtml } from './plain-element.ts'
import { markProperty } from './raw-html-marks.ts'
import { houseStyle } from './style.ts'

/**
 * Converts rich-text HTML to a Markdown body: HTML from an editor, or the site's own rendered HTML,
 * whose callouts, footnotes, code and heading anchors become their Markdown source again. What
 * Markdown cannot express stays HTML. Does not sanitise; the renderer does. Returns null when the
 * HTML is nested too deeply to parse. `sources` are the blocks of HTML that marks in the text stand
 * for (`withRawHtmlMarks`).
 */
export function bodyFromHtml(text: string, sources: ReadonlyArray<string> = []): string | null {
  const hr: Handle = (_, node) => {
    const source = sources[Number(node.properties[markProperty] ?? Number.NaN)]
    return source === undefined ? { type: 'thematicBreak' } : { type: 'html', value: source }
  }
  return convertHtml(text, {
    prepare: formatsIntoBlocks,
    staysHtml,
    tidy,
    options: { newlines: true, handlers: { ...handlers, hr } },
    style: houseStyle,
  })
}

/** Removes the wrappers and elements that the renderer adds. Changes the tree in place. */
function tidy(node: Root | Element) {
  changeElements(node, (child) => {
    tidy(child)
    const { tagName, properties } = child
    if (isDecoration(child)) return []
    if (typeof properties.href === 'string') properties.href = writtenAddress(properties.href)
    if (tagName === 'table') return [...captionsOf(child), child]
    return tagName === 'div' && hasClass(child, 'table-scroll') ? child.children : child
  })
}

function isDecoration(element: Element): boolean {
  const { properties } = element
  if (hasClass(element, 'callout-title') || properties.id === `${anchorPrefix}footnote-label`)
    return true
  return 'dataFootnoteBackref' in properties
}

/** A link target without the prefix that the renderer adds to anchors. */
function writtenAddress(address: string): string {
  return address.replace(/^(\/[^#]*|)#s-/, '$1#')
}

const asIs: Handle = (state, node) => inTags(state, node, openingTag(plainHtml(node)))

/** Formats that Markdown lacks and pages show. */
const inlineHtml = 'u kbd sub small samp var cite q dfn abbr time bdi bdo ruby rb rt rp'.split(' ')

const blockHandlers: Record<string, Handle> = {
  aside: callout,
  details: asHtml,
  div: (state, node) =>
    node.properties.align === undefined ? state.toFlow(state.all(node)) : asHtml(state, node),
  dl: asHtml,
  figure: asHtml,
  figcaption: asHtml,
  summary: asHtml,
  dt: asHtml,
  dd: asHtml,
  ins: (state, node) => inTags(state, { ...node, tagName: 'u' }, '<u>'),
  mark: (state, node) => {
    const color = markColors.find((name) => name === node.properties.dataColor)
    return inTags(state, node, color ? `<mark data-color="${color}">` : '<mark>')
  },
  // Only paragraphs make a list item loose.
  li: (state, node) => {
    const spread = elementsIn(node).some(({ tagName }) => tagName === 'p')
    return { ...(defaultHandlers.li(state, node) as ListItem), spread }
  },
  section: footnotes,
  sup: (state, node, parent) => footnoteReference(node) ?? asIs(state, node, parent),
  ...Object.fromEntries(inlineHtml.map((name) => [name, asIs])),
  ...Object.fromEntries(['p', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((name) => [name, aligned])),
}

/** Blocks that stay HTML in a table cell, whose other blocks become lines. */
const htmlInCells = [
  'ul',
  'ol',
  'li',
  'dl',
  'dt',
  'dd',
  'details',
  'summary',
  'figure',
  'figcaption',
]
const alignable = ['div', 'p', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6']

function staysHtml(block: Element): boolean {
  const { tagName } = block
  return (
    htmlInCells.includes(tagName) || (alignable.includes(tagName) && alignmentOf(block) !== null)
  )
}

/**
 * In a table cell, blocks that stay HTML are inline HTML around Markdown, because a cell is a
 * single line.
 */
const handlers: Record<string, Handle> = {
  ...blockHandlers,
  ...Object.fromEntries(
    [...htmlInCells, ...alignable].map((name): [string, Handle] => {
      const outside = blockHandlers[name] ?? defaultHandlers[name as keyof typeof defaultHandlers]
      return [
        name,
        (state, node, parent) =>
          isInCell(node)
            ? inTags(state, node, cellTag(node))
            : outside
              ? outside(state, node as never, parent)
              : state.all(node),
      ]
    }),
  ),
}

/** The opening tag of a block in a table cell, with nothing that ends the cell or its line. */
function cellTag(node: Element): string {
  const align = alignmentOf(node)
  const tag = openingTag(align === null ? plainHtml(node) : { ...node, properties: { align } })
  return tag.replace(/[\r\n]/g, ' ').replaceAll('|', '&#124;')
}

/** Writes aligned text as HTML, because Markdown has no alignment. */
function aligned(state: State, node: Element): ReturnType<Handle> {
  const align = alignmentOf(node)
  if (align !== null) {
    const bare = { ...node, properties: { align } }
    return { type: 'html', value: sourceOf([plainHtml(bare)]) }
  }
  const children = state.all(node) as Array<PhrasingContent>
  if (node.tagName === 'p') return { type: 'paragraph', children }
  return {
    type: 'heading',
    depth: Number(node.tagName.slice(1)) as 1 | 2 | 3 | 4 | 5 | 6,
    children,
  }
}

function alignmentOf({ properties, tagName }: Element): string | null {
  const styled = /text-align:\s*(center|right|justify)/.exec(String(properties.style ?? ''))?.[1]
  const align = properties.align ?? (tagName === 'div' ? undefined : styled)
  return align === undefined || align === 'left' ? null : String(align)
}

/** Blocks that Markdown has. */
const markdownBlock = /^(?:aside|blockquote|h[1-6]|hr|ol|p|pre|table|ul)$/

/** Blocks that stay HTML around blocks of Markdown. */
const htmlAround = /^(?:details|div|figure|section)$/

/**
 * Writes a block that Markdown lacks as HTML, without what the renderer added and without empty
 * lines, which would end an HTML block. Blocks of Markdown in it are written as Markdown between
 * its tags (CommonMark 0.31, section 4.6).
 */
function asHtml(state: State, node: Element): Array<RootContent> {
  const begin = node.children.findIndex(containsMarkdown)
  if (begin < 0) return [{ type: 'html', value: withoutEmptyLines(sourceOf([plainHtml(node)])) }]
  const whole = sourceOf([plainHtml({ ...node, children: [] })])
  const end = `</${node.tagName}>`
  const inside = sourceOf(node.children.slice(0, begin).map(plainChild)).trim()
  const head = inside.startsWith('<') ? `\n${inside}` : inside
  const children = state.toFlow(
    state.all({ ...node, children: node.children.slice(begin) }),
  ) as Array<RootContent>
  return [
    { type: 'html', value: withoutEmptyLines(whole.slice(0, -end.length) + head).trimEnd() },
    ...children,
    { type: 'html', value: end },
  ]
}

/** Whether a node is a block that Markdown has, or a block of HTML around one. */
function containsMarkdown(node: ElementContent): boolean {
  if (node.type !== 'element' || (alignmentOf(node) !== null && node.tagName !== 'div'))
    return false
  return (
    markdownBlock.test(node.tagName) ||
    (htmlAround.test(node.tagName) && node.children.some(containsMarkdown))
  )
}

const sourceOf = (children: Array<ElementContent>) =>
  fragmentParser.stringify({ type: 'root', children })

function withoutEmptyLines(written: string): string {
  return written.replace(/\n\s*\n/g, '\n')
}

function callout(state: State, node: Element): ReturnType<Handle> {
  const kind = calloutKinds.find((name) => hasClass(node, `callout-${name}`))
  const children = state.toFlow(state.all(node)) as Array<BlockContent>
  const quote: Blockquote = { type: 'blockquote', children }
  if (!kind) return children
  // As an HTML node, so that the serialiser does not escape the bracket.
  const marker: PhrasingContent = { type: 'html', value: `[!${kind.toUpperCase()}]` }
  const [first] = children
  if (first?.type === 'paragraph')
    first.children = [marker, { type: 'text', value: '\n' }, ...first.children]
  else quote.children = [{ type: 'paragraph', children: [marker] } satisfies Paragraph, ...children]
  return quote
}

function footnoteReference(node: Element): PhrasingContent | null {
  const [link] = node.children
  if (link?.type !== 'element' || !('dataFootnoteRef' in link.properties)) return null
  const name = footnoteName(String(link.properties.href ?? ''))
  return { type: 'footnoteReference', identifier: name.toLowerCase(), label: name }
}

function footnotes(state: State, node: Element): ReturnType<Handle> {
  if (!('dataFootnotes' in node.properties)) return state.all(node)
  return footnoteItems(node).map((note): RootContent => {
    const name = footnoteName(String(note.properties.id ?? ''))
    const children = state.toFlow(state.all(note)) as Array<BlockContent>
    return { type: 'footnoteDefinition', identifier: name.toLowerCase(), label: name, children }
  })
}

/** The items of footnotes; a tag that a footnote leaves open is around those after it. */
function footnoteItems(node: Element): Array<Element> {
  return elementsIn(node).flatMap((child) =>
    child.tagName === 'li' ? [child] : footnoteItems(child),
  )
}

/** The footnote name in an anchor such as `#s-fn-NAME`. */
function footnoteName(anchor: string): string {
  const name = anchor.replace(/^.*?fn-/, '')
  return percentDecoded(name) ?? name
}

const hasClass = (node: Element, name: string) => classesOf(node).includes(name)
