import type { Element, ElementContent, Root } from 'hast'
import { toString as textOf } from 'hast-util-to-string'
import { rehype } from 'rehype'
import { colorStyle, type MailColor, markBackgrounds } from './mail-colors.ts'

/** How wide the text of a mail is at most: 600 px less its margins. */
export const textWidth = 552

interface Look {
  style?: string
  colors?: ReadonlyArray<MailColor>
}

const mono = 'font-family:Menlo,Consolas,monospace;font-size:14px'
const cell: Look = { style: 'padding:8px 10px;border:1px solid;text-align:left;vertical-align:top', colors: ['line'] }

/** What mail programs get of each element; whatever is not named has neither style nor color of its own. */
const looks: Readonly<Record<string, Look>> = {
  a: { style: 'text-decoration:underline', colors: ['link'] },
  blockquote: { style: 'margin:0 0 16px;padding:2px 0 2px 16px;border-left:3px solid', colors: ['line', 'soft'] },
  code: { style: `${mono};padding:1px 4px;border-radius:3px`, colors: ['sunk'] },
  dd: { style: 'margin:0 0 8px 20px' },
  dl: { style: 'margin:0 0 16px' },
  dt: { style: 'font-weight:bold' },
  figcaption: { style: 'margin-top:6px;font-size:14px', colors: ['muted'] },
  figure: { style: 'margin:0 0 16px' },
  h2: { style: 'margin:28px 0 12px;font-size:22px;line-height:1.25', colors: ['ink'] },
  h3: { style: 'margin:24px 0 10px;font-size:18px;line-height:1.3', colors: ['ink'] },
  h4: { style: 'margin:20px 0 8px;font-size:16px;line-height:1.4', colors: ['ink'] },
  hr: { style: 'margin:24px 0;border:0;border-top:1px solid', colors: ['line'] },
  img: { style: 'display:inline-block;max-width:100%;height:auto;border:0' },
  kbd: { style: `${mono};padding:1px 5px;border:1px solid;border-radius:3px`, colors: ['line'] },
  li: { style: 'margin:0 0 6px' },
  ol: { style: 'margin:0 0 16px;padding-left:24px' },
  p: { style: 'margin:0 0 16px' },
  pre: {
    style: `${mono};margin:0 0 16px;padding:12px 14px;line-height:1.5;white-space:pre-wrap;word-break:break-word`,
    colors: ['sunk', 'ink'],
  },
  section: { style: 'margin-top:28px;padding-top:16px;border-top:1px solid;font-size:14px', colors: ['line', 'soft'] },
  table: { style: 'width:100%;margin:0 0 16px;border-collapse:collapse;font-size:14px;word-break:break-word' },
  td: cell,
  th: { style: `${cell.style};font-weight:bold`, colors: ['line', 'sunk'] },
  ul: { style: 'margin:0 0 16px;padding-left:24px' },
}

/** Attributes that mean something in a mail; ids, sizes for browsers, anchors and the like do not. */
const kept = ['href', 'src', 'alt', 'title', 'lang', 'dir', 'start', 'reversed', 'type', 'value', 'colSpan', 'rowSpan']
const renamed: Readonly<Record<string, string>> = { h5: 'h4', h6: 'h4', details: 'div', summary: 'p', section: 'div' }
const blocks = /^(?:h[1-6]|p|div|t[dh]|figure)$/

const parser = rehype().data('settings', { fragment: true })

/**
 * Sanitised HTML of a body as mail programs can show it: every style inline, every address absolute (`pageUrl` is where the text stands on the site), no
 * classes but those of the dark mode, nothing that needs a script or a style sheet.
 */
export function mailHtml(html: string, pageUrl: string): string {
  const tree = parser.parse(html)
  return parser.stringify({ type: 'root', children: contentOf(tree, pageUrl) })
}

/** An address of a page or a picture as somebody far away can open it. */
export function absoluteAddress(address: string, pageUrl: string): string {
  return URL.canParse(address, pageUrl) ? new URL(address, pageUrl).href : address
}

/** A picture's address, in a size that is sharp on good screens and no larger. */
export function pictureAddress(address: string, pageUrl: string): string {
  const absolute = absoluteAddress(address, pageUrl)
  if (!URL.canParse(absolute)) return absolute
  const url = new URL(absolute)
  const ours = url.origin === new URL(pageUrl).origin && url.pathname.startsWith('/media/')
  if (ours && !url.pathname.toLowerCase().endsWith('.svg')) url.searchParams.set('w', '1280')
  return url.href
}

function contentOf(parent: Root | Element, pageUrl: string): Array<ElementContent> {
  return parent.children.flatMap((child): Array<ElementContent> => {
    if (child.type === 'text') return [child]
    return child.type === 'element' ? mailElement(child, pageUrl) : []
  })
}

function mailElement(element: Element, pageUrl: string): Array<ElementContent> {
  const { tagName, properties } = element
  if (properties.dataFootnoteBackref !== undefined) return []
  if (tagName === 'input') return [{ type: 'text', value: properties.checked ? '☑ ' : '☐ ' }]
  // The code of a block has the look of the block.
  const inner = element.children[0]
  const source = tagName === 'pre' && inner?.type === 'element' && inner.tagName === 'code' ? inner : element
  const content = contentOf(source, pageUrl)
  if (tagName === 'aside') return [callout(element, content)]
  if (isFrame(element)) return content
  const name = renamed[tagName] ?? tagName
  return [{ type: 'element', tagName: name, properties: mailProperties(element, pageUrl), children: content }]
}

/** Colored letters of code, regions that scroll. */
function isFrame({ tagName, properties }: Element): boolean {
  return (
    (tagName === 'span' && !properties.dir && !properties.lang) || (tagName === 'div' && properties.align === undefined)
  )
}

function mailProperties(element: Element, pageUrl: string): Element['properties'] {
  const { tagName, properties } = element
  const result: Element['properties'] = {}
  for (const name of kept) if (properties[name] !== undefined) result[name] = properties[name]
  if (typeof properties.href === 'string') result.href = absoluteAddress(properties.href, pageUrl)
  const { style = '', colors = [] } = looks[tagName] ?? {}
  const styles = [style, colorStyle(...colors)]
  if (tagName === 'img') {
    result.src = pictureAddress(String(properties.src ?? ''), pageUrl)
    result.alt = String(properties.alt ?? '')
    const width = Number(properties.width)
    // Some programs look at the attribute alone.
    if (width > 0) result.width = Math.min(width, textWidth)
  }
  if (tagName === 'table') Object.assign(result, { width: '100%', border: '0', cellPadding: '0', cellSpacing: '0' })
  if (tagName === 'mark')
    styles.push(
      `color:#17161a;background-color:${markBackgrounds[String(properties.dataColor)] ?? markBackgrounds.yellow}`,
    )
  if (tagName === 'summary') styles.push('margin:0 0 8px;font-weight:bold')
  if (blocks.test(tagName) && typeof properties.align === 'string') styles.push(`text-align:${properties.align}`)
  const inline = styles.filter((one) => one !== '').join(';')
  if (inline) result.style = inline
  if (colors.length > 0) result.className = [...colors]
  return result
}

/** A table, since a box of another kind has no background in some programs. Its first child is the title. */
function callout(aside: Element, content: Array<ElementContent>): Element {
  const [title, ...rest] = content
  const heading: Element = {
    type: 'element',
    tagName: 'p',
    properties: { style: `margin:0 0 6px;font-size:14px;font-weight:bold;${colorStyle('link')}`, className: ['link'] },
    children: [{ type: 'text', value: title ? textOf(title) : String(aside.properties.ariaLabel ?? '') }],
  }
  const box: Element = {
    type: 'element',
    tagName: 'td',
    properties: {
      className: ['sunk'],
      style: `padding:12px 16px 1px;border-left:4px solid #ff6a2b;${colorStyle('sunk')}`,
    },
    children: [heading, ...rest],
  }
  const row: Element = { type: 'element', tagName: 'tr', properties: {}, children: [box] }
  return {
    type: 'element',
    tagName: 'table',
    properties: {
      role: 'presentation',
      width: '100%',
      border: '0',
      cellPadding: '0',
      cellSpacing: '0',
      style: 'width:100%;margin:0 0 16px',
    },
    children: [{ type: 'element', tagName: 'tbody', properties: {}, children: [row] }],
  }
}
