import type { Element, ElementContent, Root } from 'hast'
import {
  changeChildren,
  changeElements,
  containsWords,
  elementsIn,
  firstElement,
  firstElementNamed,
  h,
  styleOf,
} from '#domain/html-tree.ts'
import { percentDecoded } from '#domain/percent-decoded.ts'
import { chooseLink } from '../link-rules.ts'
import { wordLists } from './word-lists.ts'

/**
 * Simplifies HTML from a clipboard: styles of Word and Google Docs become elements, their lists
 * become lists, and everything that is not text is removed. Changes the tree in place.
 */
export function cleanPastedHtml(tree: Root): void {
  wordLists(tree)
  rewrite(tree, [], cleaned)
  removeLines(tree)
}

type Change = (element: Element, around: ReadonlyArray<Element>) => ReadonlyArray<ElementContent>

/** Replaces each element, the innermost first, and removes comments. */
function rewrite(node: Root | Element, around: ReadonlyArray<Element>, change: Change) {
  const inside = node.type === 'element' ? [...around, node] : around
  changeChildren(node, (child) => {
    if (child.type === 'comment') return []
    if (child.type === 'text')
      return isIn(inside, /^pre$/) ? child : { ...child, value: plainSpaces(child.value) }
    rewrite(child, inside, change)
    return change(child, inside)
  })
}

/** The hard spaces that word processors insert become spaces. */
const plainSpaces = (text: string) => text.replace(/\u00a0/g, ' ')

const isIn = (around: ReadonlyArray<Element>, names: RegExp) =>
  around.some(({ tagName }) => names.test(tagName))

const blocks = /^(?:p|div|h[1-6]|ul|ol|table|blockquote|pre|hr)$/
/** What contains running text: a button in it, as in "Press Record", is one of its words. */
const texts = /^(?:p|li|td|th|dd|h[1-6])$/
const noText = /^(?:style|script|meta|link|title|xml|template|noscript|select|textarea|svg|object)$/
const wraps = /^(?:b|strong|i|em|span|font)$/

const cleaned: Change = (element, around) => {
  const { tagName, properties, children } = element
  if (noText.test(tagName) || /display:\s*none/.test(styleOf(element))) return []
  // Elements of Office's own namespaces, such as `<o:p>`.
  if (tagName.includes(':')) return children
  if (tagName === 'button') return isIn(around, texts) ? children : []
  if (tagName === 'input')
    return properties.type === 'checkbox' && isIn(around, /^li$/) ? [element] : []
  if (tagName === 'img') return isShownPicture(element) ? [element] : []
  if (/^(?:b|strong)$/.test(tagName) && isIn(around, /^h[1-4]$/)) return children
  if (tagName === 'a') return plainLink(element)
  if (tagName === 'p' && !containsWords(element) && !containsTag(element, /^(?:img|input)$/))
    return []
  if (tagName === 'li') element.children = withCheckbox(tightContent(children))
  if (tagName === 'table') nameHead(element)
  if (wraps.test(tagName)) stylesToElements(element, around)
  return [element]
}

const containsTag = (node: Element, names: RegExp) =>
  firstElement(node, ({ tagName }) => names.test(tagName)) !== undefined

function isShownPicture({ properties }: Element) {
  return /^(?:https?:|waiting-picture:|\/(?!\/))/i.test(String(properties.src ?? ''))
}

/**
 * The content of a list item without a paragraph around its only text, which would make the list
 * loose.
 */
function tightContent(children: Array<ElementContent>): Array<ElementContent> {
  const parts = children.filter((child) => child.type !== 'text' || child.value.trim() !== '')
  const rest = parts.filter(
    (part) => part.type !== 'element' || !/^(?:ul|ol|input)$/.test(part.tagName),
  )
  const [text] = rest
  if (rest.length !== 1 || text?.type !== 'element' || text.tagName !== 'p') return children
  return children.flatMap((child) => (child === text ? text.children : [child]))
}

/**
 * The content of a list item with a checkbox in place of one that is written as text, as Notion
 * does.
 */
function withCheckbox(children: Array<ElementContent>): Array<ElementContent> {
  const [first, ...rest] = children
  const [box = '', state] = (first?.type === 'text' && /^\s*\[([ x])\]\s+/i.exec(first.value)) || []
  if (first?.type !== 'text' || state === undefined) return children
  const checkbox = h('input', { type: 'checkbox', checked: state !== ' ' })
  return [checkbox, { ...first, value: first.value.slice(box.length) }, ...rest]
}

/** Makes the first row of a table its header if it has none, because Markdown tables need one. */
function nameHead(table: Element) {
  if (containsTag(table, /^th$/)) return
  const row = firstElementNamed(table, 'tr')
  for (const cell of row ? elementsIn(row) : []) if (cell.tagName === 'td') cell.tagName = 'th'
}

const highlights: Record<string, string> = {
  yellow: 'yellow',
  '#ffff00': 'yellow',
  'rgb(255, 255, 0)': 'yellow',
  '#fff2cc': 'yellow',
  lime: 'green',
  green: 'green',
  '#00ff00': 'green',
  'rgb(0, 255, 0)': 'green',
  aqua: 'blue',
  cyan: 'blue',
  '#00ffff': 'blue',
  'rgb(0, 255, 255)': 'blue',
  fuchsia: 'pink',
  magenta: 'pink',
  '#ff00ff': 'pink',
  'rgb(255, 0, 255)': 'pink',
  '#ff9900': 'orange',
  'rgb(255, 153, 0)': 'orange',
}

/** Puts elements for its styles into an element; bold and italic are read by `htmlToMarkdown`. */
function stylesToElements(element: Element, around: ReadonlyArray<Element>) {
  const style = styleOf(element)
  if (style === '' || !containsWords(element)) return
  const decoration = /text-decoration(?:-line)?:([^;]*)/.exec(style)?.[1] ?? ''
  // Google Docs strikes the text of items that are done.
  const isDone = around.some(({ properties }) => String(properties.ariaChecked) === 'true')
  if (decoration.includes('line-through') && !isDone) wrapContent(element, 'del')
  if (decoration.includes('underline') && !isIn(around, /^a$/) && !containsTag(element, /^a$/))
    wrapContent(element, 'u')
  const raised = /vertical-align:\s*(sub|super)\b/.exec(style)?.[1]
  if (raised) wrapContent(element, raised === 'sub' ? 'sub' : 'sup')
  const color = /(?:mso-highlight|background(?:-color)?):\s*([^;]+)/.exec(style)?.[1]?.trim() ?? ''
  const name = highlights[color]
  if (name) wrapContent(element, 'mark', { dataColor: name })
}

function wrapContent(element: Element, tagName: string, properties: Element['properties'] = {}) {
  element.children = [h(tagName, properties, ...element.children)]
}

/**
 * A link without Google Docs' redirect; of bookmarks and links that are not allowed, the content.
 */
function plainLink(link: Element): Array<ElementContent> {
  const href = String(link.properties.href ?? '')
  if (!href || href.startsWith('#') || chooseLink(href).kind === 'refused') return link.children
  const [, target] = /^https:\/\/www\.google\.com\/url\?q=([^&]+)/.exec(href) ?? []
  const address = target && percentDecoded(target)
  if (address) link.properties.href = address
  return [link]
}

/** Removes the line breaks that stand for the distance between blocks. */
function removeLines(node: Root | Element) {
  const elements = elementsIn(node)
  const isBlock = (sibling: Element | undefined) =>
    !sibling || sibling.tagName === 'br' || blocks.test(sibling.tagName)
  const isAmongBlocks =
    (node.type === 'root' || elements.length > 1) &&
    !node.children.some((child) => child.type === 'text' && child.value.trim() !== '')
  const lines = elements.filter(
    ({ tagName }, index) =>
      tagName === 'br' && isBlock(elements[index - 1]) && isBlock(elements[index + 1]),
  )
  if (isAmongBlocks) changeElements(node, (child) => (lines.includes(child) ? [] : child))
  for (const child of elements) removeLines(child)
}
