import type { Element, ElementContent, Nodes, Root } from 'hast'
import { rehype } from 'rehype'
import { deepest, maxDepth } from '../html-to-markdown.ts'
import { flattenTables } from './flatten-tables.ts'
import { withoutInvisible } from './invisible-signs.ts'
import { isFooterText, longestFooter } from './mail-footers.ts'

/** What was left out of a mail, for whoever checks the import. */
export interface Dropped {
  trackers: number
  footers: number
}

export interface CleanMail {
  html: string
  dropped: Dropped
}

const parser = rehype().data('settings', { fragment: true }).freeze()

/** No text for readers. */
const noText =
  /^(?:head|title|style|script|meta|link|base|template|noscript|iframe|object|embed|svg|form|input|button|select|textarea|audio|video|map)$/
const block = /^(?:p|div|td|th|tr|table|tbody|li|ul|ol|section|footer|center|blockquote|article|aside|h[1-6])$/

/**
 * The HTML of a mail as plain HTML of a text: without layout tables, hidden previews, tracking pixels and the footer that is about the subscription.
 * `imageOf` says where an inline picture (`cid:` or `data:`) stands from then on, null drops it. Null for HTML that is nested too deeply to be read.
 */
export function cleanMailHtml(html: string, imageOf: (source: string) => string | null): CleanMail | null {
  const shown = withoutComments(html)
  if (deepest(shown) > 2 * maxDepth) return null
  const dropped: Dropped = { trackers: 0, footers: 0 }
  const tree = parser.parse(shown)
  strip(tree, dropped, imageOf)
  dropFooters(tree, dropped)
  flattenTables(tree)
  plainText(tree)
  return { html: parser.stringify(tree), dropped }
}

/** What one program alone is to see stands in comments. One without end goes to the end of the mail. */
function withoutComments(html: string): string {
  let shown = ''
  for (let at = 0; ; ) {
    const start = html.indexOf('<!--', at)
    if (start < 0) return shown + html.slice(at)
    shown += html.slice(at, start)
    const end = html.indexOf('-->', start + '<!--'.length)
    if (end < 0) return shown
    at = end + '-->'.length
  }
}

function strip(node: Root | Element, dropped: Dropped, imageOf: (source: string) => string | null): void {
  const children: Array<ElementContent> = []
  for (const child of node.children as Array<ElementContent>) {
    if (child.type !== 'element') {
      if (child.type === 'text') children.push(child)
      continue
    }
    if (noText.test(child.tagName) || isHidden(child)) continue
    if (child.tagName === 'img') {
      if (isTracker(child)) dropped.trackers += 1
      else {
        const image = placed(child, imageOf)
        if (image) children.push(image)
      }
      continue
    }
    strip(child, dropped, imageOf)
    // A link around nothing was around a picture that is gone.
    if (child.tagName === 'a' && child.children.length === 0) continue
    if (child.tagName === 'a') child.properties.href = directAddress(String(child.properties.href ?? ''))
    children.push(child)
  }
  node.children = children
}

const styleOf = ({ properties }: Element) =>
  String(properties.style ?? '')
    .toLowerCase()
    .replace(/\s+/g, '')

function isHidden(element: Element): boolean {
  const style = styleOf(element)
  return (
    element.properties.hidden === true ||
    /(?:^|;)(?:display:none|visibility:hidden|mso-hide:all|max-height:0(?:px)?(?:;|$|!)|font-size:0(?:px)?(?:;|$|!)|opacity:0(?:;|$|!))/.test(
      style,
    )
  )
}

const trackingAddress =
  /(?:\/(?:open|track|tracking|trk|pixel|beacon|wf\/open|e\/o|imp|o)\b[^/]*(?:\.gif|\.png|\?|$|\/)|list-manage\.com\/track|mandrillapp\.com\/track|emltrk|open\.aspx|\/oo\/|mailtrack|sendgrid\.net\/wf)/i

/** A picture that nobody is meant to see: of a point or two, or from an address that counts who opens the mail. */
function isTracker(image: Element): boolean {
  const { width, height, src, alt } = image.properties
  const style = styleOf(image)
  const styled = (name: string) => new RegExp(`(?:^|;)${name}:([\\d.]+)px`).exec(style)?.[1]
  const sides = [width ?? styled('width'), height ?? styled('height')].map((side) => Number.parseFloat(String(side)))
  if (sides.some((side) => side <= 2)) return true
  const unsized = sides.every((side) => Number.isNaN(side))
  return unsized && !String(alt ?? '').trim() && trackingAddress.test(String(src ?? ''))
}

/** The picture with its place on the site; foreign ones stay where they are. */
function placed(image: Element, imageOf: (source: string) => string | null): Element | null {
  const source = String(image.properties.src ?? '').trim()
  const src = /^(?:cid|data):/i.test(source) ? imageOf(source) : /^https?:\/\//i.test(source) ? source : null
  if (src === null) return null
  return { ...image, properties: { src, alt: String(image.properties.alt ?? '').trim() } }
}

/** A link without the way round that some programs send readers. */
function directAddress(address: string): string {
  const [, target] =
    /^https:\/\/(?:www\.google\.com\/url\?(?:[^#]*&)?q=|[^/]*\.safelinks\.protection\.outlook\.com\/\?url=)([^&]+)/.exec(
      address,
    ) ?? []
  if (target === undefined) return address
  try {
    return decodeURIComponent(target)
  } catch {
    return address
  }
}

/** Takes away the blocks that are about the subscription: the smallest around such words, and as much around that as is a footer as well. */
function dropFooters(tree: Root, dropped: Dropped): void {
  const whole = wordsOf(tree).length

  function visit(node: Root | Element): void {
    const children: Array<ElementContent> = []
    for (const child of node.children as Array<ElementContent>) {
      if (child.type !== 'element') {
        children.push(child)
        continue
      }
      const text = wordsOf(child)
      const small = text.length <= longestFooter && (text.length < whole * 0.6 || whole < 80)
      if (block.test(child.tagName) && small && isFooterText(text) && !holdsStory(child)) {
        dropped.footers += 1
        continue
      }
      visit(child)
      children.push(child)
    }
    node.children = children
  }
  visit(tree)
}

/** A heading, or a paragraph of some length without a word of the subscription, is not part of a footer. */
function holdsStory(element: Element): boolean {
  return (element.children as Array<ElementContent>).some((child) => {
    if (child.type !== 'element') return false
    const text = wordsOf(child)
    if (/^h[1-4]$/.test(child.tagName) && text !== '' && !isFooterText(text)) return true
    if (/^(?:p|li|blockquote|td)$/.test(child.tagName) && text.length > 160 && !isFooterText(text)) return true
    return holdsStory(child)
  })
}

/** Spaces that only hold places: hard ones, and those that keep a preview apart from the text. */
function plainText(node: Nodes): void {
  if (node.type === 'text') node.value = withoutInvisible(node.value).replace(/\u00a0/g, ' ')
  if ('children' in node && !(node.type === 'element' && node.tagName === 'pre'))
    for (const child of node.children) plainText(child)
}

/** The text of a node in one line, with a space between lines and blocks. */
function wordsOf(node: Nodes): string {
  const gather = (one: Nodes): string => {
    if (one.type === 'text') return one.value
    if (!('children' in one)) return ''
    const inner = one.children.map(gather).join('')
    return one.type === 'element' && (one.tagName === 'br' || block.test(one.tagName)) ? ` ${inner} ` : inner
  }
  return withoutInvisible(gather(node)).replace(/\s+/g, ' ').trim()
}
