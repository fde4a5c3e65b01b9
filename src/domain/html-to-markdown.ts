import type { Element, ElementContent, Root as HtmlRoot } from 'hast'
import { type Handle, type Options, type State, toMdast } from 'hast-util-to-mdast'
import type { Nodes, PhrasingContent, RootContent } from 'mdast'
import { bulletLists } from './bullet-lists.ts'
import { nameCodeLanguages } from './code-languages.ts'
import { flattenTables, isPageLayout } from './flatten-tables.ts'
import { formatsIntoBlocks } from './formats-in-blocks.ts'
import { fragmentParser } from './html-fragment.ts'
import { tidyLists } from './html-lists.ts'
import { captionsOf, changeElements, containsWords, elementsIn, styleOf } from './html-tree.ts'
import { inTags, writeTags } from './inline-tags.ts'
import { withWritableLines } from './markdown/closable-formats.ts'
import { houseStyle, type MarkdownStyle } from './markdown/style.ts'
import { writeBlock } from './markdown/write.ts'
import { flattenCells } from './one-line-cells.ts'
import { playersToAddresses } from './players.ts'

/**
 * The deepest tree that is converted: much deeper ones overflow the stack of recursive functions.
 * Real pages are far below.
 */
export const maxDepth = 200

const voidElements = /^(?:area|base|br|col|embed|hr|img|input|link|meta|param|source|track|wbr)$/

/** What differs between the sources of HTML. */
interface HtmlProfile {
  /** Changes the tree first. */
  prepare: (tree: HtmlRoot) => void
  /** Whether a table only lays out a page. */
  isLayout?: (table: Element) => boolean
  /** Whether a block in a table cell stays HTML. */
  staysHtml?: (block: Element) => boolean
  /** Changes elements that have no Markdown of their own. */
  tidy: (tree: HtmlRoot) => void
  options: Options
  /** Changes the tree of Markdown. */
  finish?: (root: Nodes) => void
  style: MarkdownStyle
}

/** Converts HTML by a profile. Null when it is nested too deeply. */
export function convertHtml(html: string, profile: HtmlProfile): string | null {
  if (deepest(html) > maxDepth) return null
  const tree = fragmentParser.parse(html)
  profile.prepare(tree)
  tidyLists(tree)
  nameCodeLanguages(tree)
  if (profile.isLayout) flattenTables(tree, profile.isLayout)
  flattenCells(tree, profile.staysHtml)
  profile.tidy(tree)
  joinFormats(tree, new Set())
  const root = toMdast(tree, profile.options)
  profile.finish?.(root)
  writeTags(root)
  return writeBlock(withWritableLines(root), profile.style)
}

/**
 * Converts HTML, pasted from a web page, a mail or a word processor, to Markdown with all its
 * visible words. Underline, highlight and small raised or lowered text stay inline HTML. `clean`
 * may change the tree first. Null when it is nested too deeply.
 */
export function htmlToMarkdown(
  html: string,
  clean: (tree: HtmlRoot) => void = () => {},
): string | null {
  const markdown = convertHtml(html, {
    prepare(tree) {
      playersToAddresses(tree)
      formatsIntoBlocks(tree)
      clean(tree)
    },
    isLayout: isPageLayout,
    tidy,
    options: { handlers },
    finish: bulletLists,
    style: { ...houseStyle, addresses: 'autolink', alignTables: true },
  })
  return markdown?.trimEnd() ?? null
}

/**
 * The depth of the deepest element, computed without building a tree, which could overflow the
 * stack.
 */
export function deepest(html: string): number {
  let depth = 0
  let most = 0
  for (const [, close, name = ''] of html.matchAll(/<(\/?)([a-z][a-z0-9-]{0,30})/gi)) {
    if (close) depth = Math.max(0, depth - 1)
    else if (!voidElements.test(name.toLowerCase())) depth += 1
    most = Math.max(most, depth)
  }
  return most
}

/**
 * Moves a table's caption before it, because Markdown's tables have none and its words would be
 * lost; an empty block is a space between words.
 */
function tidy(node: HtmlRoot | Element) {
  changeElements(node, (child) => {
    tidy(child)
    if (child.tagName !== 'li' && isEmptyBlock(child)) return { type: 'text', value: ' ' }
    if (child.tagName === 'menu') child.tagName = 'ul'
    return child.tagName === 'table' ? [...captionsOf(child), child] : child
  })
}

function isEmptyBlock(node: Element): boolean {
  return (
    /^(?:p|div|h[1-6]|blockquote|section|dl|dt|dd|ul|ol|li)$/.test(node.tagName) &&
    node.children.every((child) =>
      child.type === 'element' ? isEmptyBlock(child) : isBlank(child),
    )
  )
}

const isBlank = (node: ElementContent) => node.type !== 'text' || node.value.trim() === ''

/**
 * Formats without attributes: nesting one in itself has no effect, and two neighbours are equal to
 * one.
 */
const plainFormats = /^(?:b|strong|i|em|u|s|del)$/

/**
 * Unwraps a format inside itself, and joins neighbours of the same format: from crossed tags,
 * parsers make many nested and repeated elements.
 */
function joinFormats(node: HtmlRoot | Element, around: ReadonlySet<string>): void {
  const children: Array<ElementContent> = []
  const add = (child: ElementContent) => {
    const last = children.at(-1)
    if (last && isPlainFormat(last) && isPlainFormat(child) && last.tagName === child.tagName)
      last.children.push(...child.children)
    else children.push(child)
  }
  const walk = (from: ReadonlyArray<ElementContent>) => {
    for (const child of from)
      if (isPlainFormat(child) && around.has(child.tagName)) walk(child.children)
      else add(child)
  }
  walk(node.children as Array<ElementContent>)
  node.children = children
  for (const child of elementsIn(node))
    joinFormats(child, isPlainFormat(child) ? new Set([...around, child.tagName]) : around)
}

function isPlainFormat(node: ElementContent): node is Element {
  return (
    node.type === 'element' &&
    plainFormats.test(node.tagName) &&
    Object.keys(node.properties).length === 0
  )
}

/**
 * `<b>` and `<strong>`. Google Docs wraps everything that it copies in a `<b>` with `font-weight:
 * normal`, which is not bold.
 */
const weight: Handle = (state, node) => {
  if (/font-weight:\s*(?:normal|[1-5]00)/.test(styleOf(node))) return state.all(node)
  return { type: 'strong', children: phrasing(state, node) }
}

/** Elements whose style makes them bold or italic, as word processors write them. */
const styled: Handle = (state, node) => {
  const style = styleOf(node)
  const bold = /font-weight:\s*(?:bold|[6-9]00)/.test(style)
  const italic = /font-style:\s*italic/.test(style)
  if ((!bold && !italic) || !containsWords(node)) return state.all(node)
  const children = phrasing(state, node)
  const slanted: Array<PhrasingContent> = italic ? [{ type: 'emphasis', children }] : children
  return bold ? { type: 'strong', children: slanted } : slanted
}

/** A block around others; the text between them are paragraphs of their own. */
const flow: Handle = (state, node) => state.toFlow(state.all(node))

/**
 * What Markdown lacks and nobody sees: a place where a long word may break, and the parentheses of
 * ruby text.
 */
const nothing: Handle = () => undefined

/** How the signs before it are read, in the parentheses that browsers without ruby text show. */
const reading: Handle = (state, node) => [
  { type: 'text', value: '(' },
  ...(state.all(node) as Array<PhrasingContent>),
  { type: 'text', value: ')' },
]

/** Formats that the site writes as inline HTML; `ins` is shown underlined everywhere. */
const kept: Handle = (state, node) => {
  if (!containsWords(node)) return state.all(node)
  const tagName = node.tagName === 'ins' ? 'u' : node.tagName
  const color = /^[a-z]{1,20}$/.exec(String(node.properties.dataColor ?? ''))?.[0]
  const open = tagName === 'mark' && color ? `<mark data-color="${color}">` : `<${tagName}>`
  return inTags(state, { ...node, tagName }, open)
}

function phrasing(state: State, node: Element): Array<PhrasingContent> {
  return state.all(node) as Array<RootContent> as Array<PhrasingContent>
}

const handlers: Record<string, Handle> = {
  b: weight,
  strong: weight,
  span: styled,
  details: flow,
  wbr: nothing,
  rp: nothing,
  rt: reading,
  u: kept,
  ins: kept,
  mark: kept,
  sub: kept,
  sup: kept,
}
