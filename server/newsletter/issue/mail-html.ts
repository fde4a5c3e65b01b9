import type { Element, ElementContent, Root } from 'hast'
import { toString as textOf } from 'hast-util-to-string'
import { visit } from 'unist-util-visit'
import { codeIn } from '#domain/code-languages.ts'
import { fragmentParser } from '#domain/html-fragment.ts'
import { classesOf, elementsIn, h } from '#domain/html-tree.ts'
import { absoluteAddress } from '../../platform/absolute-address.ts'
import { colorStyle, type MailColor, markBackgrounds } from './mail-colors.ts'
import type { MailTextOf } from './mail-texts.ts'

/** Maximum width of the text in px: 600 minus margins. */
export const textWidth = 552

interface Look {
  style?: string
  colors?: ReadonlyArray<MailColor>
}

const mono = 'font-family:Menlo,Consolas,monospace;font-size:14px'
const cell: Look = {
  style: 'padding:8px 10px;border:1px solid;text-align:start;vertical-align:top',
  colors: ['line'],
}

/** Inline style and color classes by element; an element that is not listed gets none. */
const looks: Readonly<Record<string, Look>> = {
  a: { style: 'text-decoration:underline', colors: ['link'] },
  blockquote: {
    style: 'margin:0 0 16px;padding:2px 0;padding-inline:16px 0;border-inline-start:3px solid',
    colors: ['line', 'soft'],
  },
  caption: { style: 'padding:8px 0;text-align:start;font-weight:bold', colors: ['ink'] },
  code: { style: `${mono};padding:1px 4px;border-radius:3px`, colors: ['sunk'] },
  dd: { style: 'margin:0 0 8px;margin-inline-start:20px' },
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
  ol: { style: 'margin:0 0 16px;padding-inline-start:24px' },
  p: { style: 'margin:0 0 16px' },
  pre: {
    style: `${mono};margin:0 0 16px;padding:12px 14px;line-height:1.5;white-space:pre-wrap;word-break:break-word`,
    colors: ['sunk', 'ink'],
  },
  section: {
    style: 'margin-top:28px;padding-top:16px;border-top:1px solid;font-size:14px',
    colors: ['line', 'soft'],
  },
  table: {
    style:
      'width:100%;margin:0 0 16px;border-collapse:collapse;font-size:14px;word-break:break-word',
  },
  td: cell,
  th: { style: `${cell.style};font-weight:bold`, colors: ['line', 'sunk'] },
  ul: { style: 'margin:0 0 16px;padding-inline-start:24px' },
}

/** Attributes that are copied to the mail; ids, sizes and anchors for browsers are not. */
const allowedAttributes = [
  'href',
  'src',
  'alt',
  'title',
  'lang',
  'dir',
  'start',
  'reversed',
  'type',
  'value',
  'colSpan',
  'rowSpan',
]
const renamed = new Map([
  ['h5', 'h4'],
  ['h6', 'h4'],
  ['details', 'div'],
  ['summary', 'p'],
  ['section', 'div'],
])
const blocks = /^(?:h[1-6]|p|div|t[dh]|figure)$/

/**
 * Converts sanitised HTML for mail programs: inline styles, absolute URLs (`pageUrl` is the URL of
 * the text on the site), no classes except those for dark mode, nothing that needs a script or a
 * style sheet.
 */
export function mailHtml(html: string, pageUrl: string, text: MailTextOf): string {
  const tree = fragmentParser.parse(html)
  return fragmentParser.stringify({ type: 'root', children: contentOf(tree, pageUrl, text) })
}

/** URL of a picture in a width for high-density screens. */
export function pictureAddress(address: string, pageUrl: string): string {
  const absolute = absoluteAddress(address, pageUrl)
  if (!URL.canParse(absolute)) return absolute
  const url = new URL(absolute)
  const ours = url.origin === new URL(pageUrl).origin && url.pathname.startsWith('/media/')
  if (ours && !url.pathname.toLowerCase().endsWith('.svg')) url.searchParams.set('w', '1280')
  return url.href
}

function contentOf(
  parent: Root | Element,
  pageUrl: string,
  text: MailTextOf,
): Array<ElementContent> {
  return parent.children.flatMap((child): Array<ElementContent> => {
    if (child.type === 'text') return [child]
    return child.type === 'element' ? mailElement(child, pageUrl, text) : []
  })
}

function mailElement(element: Element, pageUrl: string, text: MailTextOf): Array<ElementContent> {
  const { tagName, properties } = element
  if (properties.dataFootnoteBackref !== undefined) return []
  if (properties.dataNeedsScript !== undefined) return []
  if (tagName === 'input') return [{ type: 'text', value: properties.checked ? '☑ ' : '☐ ' }]
  // A code block: the children of `code` go directly into `pre`, so that they get no style of
  // inline code.
  const source = (tagName === 'pre' && codeIn(element)) || element
  const content = contentOf(source, pageUrl, text)
  if (tagName === 'aside') return [callout(element, content)]
  if (tagName === 'figure' && classesOf(element).includes('sound'))
    return soundsOf(element, pageUrl, text)
  if (tagName === 'audio') return [soundPicture(element, pageUrl, text)]
  if (isFrame(element)) return content
  const name = renamed.get(tagName) ?? tagName
  return [h(name, mailProperties(element, pageUrl), ...content)]
}

/** The sounds of a figure as pictures, and what is said about them. */
function soundsOf(figure: Element, pageUrl: string, text: MailTextOf): Array<ElementContent> {
  const pictures: Array<ElementContent> = []
  visit(figure, 'element', (element) => {
    if (element.tagName === 'audio')
      pictures.push(h('p', { style: looks.p?.style }, soundPicture(element, pageUrl, text)))
  })
  const notes = elementsIn(figure).filter((child) => child.tagName === 'figcaption')
  return [...pictures, ...notes.flatMap((note) => contentOf(note, pageUrl, text))]
}

/** The waveform of a sound as a picture that leads to the page, where the sound plays. */
function soundPicture({ properties }: Element, pageUrl: string, text: MailTextOf): Element {
  const label = text('mailListen', { title: String(properties.ariaLabel ?? '') })
  const src = absoluteAddress(
    `${String(properties.src ?? '').replace(/[?#].*$/s, '')}?waveform`,
    pageUrl,
  )
  return h(
    'a',
    { href: pageUrl, className: ['link'], style: `font-size:14px;${colorStyle('link')}` },
    h('img', { src, alt: label, width: textWidth, style: looks.img?.style }),
    h('br', {}),
    label,
  )
}

/** Elements that only wrap content: spans of highlighted code, scrolling regions. */
function isFrame({ tagName, properties }: Element): boolean {
  return (
    (tagName === 'span' && !properties.dir && !properties.lang) ||
    (tagName === 'div' && properties.align === undefined)
  )
}

function mailProperties(element: Element, pageUrl: string): Element['properties'] {
  const { tagName, properties } = element
  const result: Element['properties'] = {}
  for (const name of allowedAttributes)
    if (properties[name] !== undefined) result[name] = properties[name]
  if (typeof properties.href === 'string') result.href = absoluteAddress(properties.href, pageUrl)
  const { style = '', colors = [] } = looks[tagName] ?? {}
  const styles = [style, colorStyle(...colors)]
  if (tagName === 'img') {
    result.src = pictureAddress(String(properties.src ?? ''), pageUrl)
    result.alt = String(properties.alt ?? '')
    const width = Number(properties.width)
    // Some programs ignore the style and read only the attribute.
    if (width > 0) result.width = Math.min(width, textWidth)
  }
  if (tagName === 'table') Object.assign(result, tableFrame)
  if (tagName === 'mark')
    styles.push(
      `color:#17161a;background-color:${markBackgrounds[String(properties.dataColor)] ?? markBackgrounds.yellow}`,
    )
  if (tagName === 'summary') styles.push('margin:0 0 8px;font-weight:bold')
  if (blocks.test(tagName) && typeof properties.align === 'string')
    styles.push(`text-align:${properties.align}`)
  const inline = styles.filter(Boolean).join(';')
  if (inline) result.style = inline
  if (colors.length > 0) result.className = [...colors]
  return result
}

/**
 * Renders a callout as a table, because some programs show backgrounds only in tables. The first
 * child of `aside` is the title.
 */
function callout(aside: Element, content: Array<ElementContent>): Element {
  const [title, ...rest] = content
  const style = `margin:0 0 6px;font-size:14px;font-weight:bold;${colorStyle('link')}`
  const heading = h(
    'p',
    { style, className: ['link'] },
    title ? textOf(title) : String(aside.properties.ariaLabel ?? ''),
  )
  const box = h(
    'td',
    {
      className: ['sunk'],
      style: `padding:12px 16px 1px;border-inline-start:4px solid #ff6a2b;${colorStyle('sunk')}`,
    },
    heading,
    ...rest,
  )
  return h(
    'table',
    { role: 'presentation', ...tableFrame, style: 'width:100%;margin:0 0 16px' },
    h('tbody', {}, h('tr', {}, box)),
  )
}

/** The attributes of a table without lines. */
const tableFrame = { width: '100%', border: '0', cellPadding: '0', cellSpacing: '0' }
