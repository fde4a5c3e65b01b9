import type { Element, Nodes, Root } from 'hast'
import { flattenTables, isMailLayout } from '../flatten-tables.ts'
import { fragmentParser } from '../html-fragment.ts'
import { deepest, maxDepth } from '../html-to-markdown.ts'
import {
  changeChildren,
  changeElements,
  elementsIn,
  styleOf as lowerStyleOf,
} from '../html-tree.ts'
import { percentDecoded } from '../percent-decoded.ts'
import { withoutInvisible } from './invisible-signs.ts'
import { isFooterText, longestFooter } from './mail-footers.ts'

/** The number of removed elements; the importer shows them. */
export interface Dropped {
  trackers: number
  footers: number
}

export interface CleanMail {
  html: string
  dropped: Dropped
}

/** Elements whose text is never part of the content. */
const noText =
  /^(?:head|title|style|script|meta|link|base|template|noscript|iframe|object|embed|svg|form|input|button|select|textarea|audio|video|map)$/
const block =
  /^(?:p|div|td|th|tr|table|tbody|li|ul|ol|section|footer|center|blockquote|article|aside|h[1-6])$/

/**
 * Turns the HTML of a mail into plain content HTML: no layout tables, hidden previews, tracking
 * pixels or footer about the subscription. `imageOf` maps the source of a picture that has no
 * public address (`cid:`, `data:`, a path) to its new address; null drops the picture. Returns null
 * for HTML that is nested too deeply to parse.
 */
export function cleanMailHtml(
  html: string,
  imageOf: (source: string) => string | null,
): CleanMail | null {
  const shown = withoutComments(html)
  if (deepest(shown) > 2 * maxDepth) return null
  const dropped: Dropped = { trackers: 0, footers: 0 }
  const tree = fragmentParser.parse(shown)
  strip(tree, dropped, imageOf)
  dropFooters(tree, dropped)
  flattenTables(tree, isMailLayout)
  plainText(tree)
  return { html: fragmentParser.stringify(tree), dropped }
}

/**
 * Removes comments; conditional comments contain content for one mail program only. An unclosed
 * comment extends to the end of the mail.
 */
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

function strip(node: Root | Element, dropped: Dropped, imageOf: (source: string) => string | null) {
  changeChildren(node, (child) => {
    if (child.type === 'text') return child
    if (child.type !== 'element' || noText.test(child.tagName) || isHidden(child)) return []
    if (child.tagName === 'img') {
      if (!isTracker(child)) return placed(child, imageOf) ?? []
      dropped.trackers += 1
      return []
    }
    strip(child, dropped, imageOf)
    if (child.tagName !== 'a') return child
    child.properties.href = directAddress(String(child.properties.href ?? ''))
    // The link contained only a picture that was removed.
    return child.children.length === 0 ? [] : child
  })
}

const styleOf = (element: Element) => lowerStyleOf(element).replace(/\s+/g, '')

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

/**
 * Whether a picture is invisible or counts opens: at most two points wide or high, or from a known
 * tracking address.
 */
function isTracker(image: Element): boolean {
  const { width, height, src, alt } = image.properties
  const style = styleOf(image)
  const styled = (name: string) => new RegExp(`(?:^|;)${name}:([\\d.]+)px`).exec(style)?.[1]
  const sides = [width ?? styled('width'), height ?? styled('height')].map((side) =>
    Number.parseFloat(String(side)),
  )
  if (sides.some((side) => side <= 2)) return true
  const unsized = sides.every((side) => Number.isNaN(side))
  return unsized && !String(alt ?? '').trim() && trackingAddress.test(String(src ?? ''))
}

/**
 * Replaces the source of an inline picture by its address on the site; pictures of other sites keep
 * their source.
 */
function placed(image: Element, imageOf: (source: string) => string | null): Element | null {
  const source = String(image.properties.src ?? '').trim()
  const src = /^https?:\/\//i.test(source) ? source : imageOf(source)
  if (src === null) return null
  return { ...image, properties: { src, alt: String(image.properties.alt ?? '').trim() } }
}

/** The target of a link without the redirect that some mail programs put before it. */
function directAddress(address: string): string {
  const [, target] =
    /^https:\/\/(?:www\.google\.com\/url\?(?:[^#]*&)?q=|[^/]*\.safelinks\.protection\.outlook\.com\/\?url=)([^&]+)/.exec(
      address,
    ) ?? []
  return target === undefined ? address : (percentDecoded(target) ?? address)
}

/**
 * Removes the blocks about the subscription: the smallest block around such words, and its
 * ancestors as long as they too are footers.
 */
function dropFooters(tree: Root, dropped: Dropped) {
  const whole = wordsOf(tree).length

  function visit(node: Root | Element) {
    changeElements(node, (child) => {
      const text = wordsOf(child)
      const small = text.length <= longestFooter && (text.length < whole * 0.6 || whole < 80)
      if (block.test(child.tagName) && small && isFooterText(text) && !hasOwnContent(child)) {
        dropped.footers += 1
        return []
      }
      visit(child)
      return child
    })
  }
  visit(tree)
}

/**
 * Whether an element has content of the newsletter itself (a heading, or a longer paragraph without
 * words about the subscription), so that it is not part of a footer.
 */
function hasOwnContent(element: Element): boolean {
  return elementsIn(element).some((child) => {
    const text = wordsOf(child)
    if (/^h[1-4]$/.test(child.tagName) && text !== '' && !isFooterText(text)) return true
    if (/^(?:p|li|blockquote|td)$/.test(child.tagName) && text.length > 160 && !isFooterText(text))
      return true
    return hasOwnContent(child)
  })
}

/** Replaces hard spaces by normal ones and removes the padding characters of hidden previews. */
function plainText(node: Nodes) {
  if (node.type === 'text') node.value = withoutInvisible(node.value).replace(/\u00a0/g, ' ')
  if ('children' in node && !(node.type === 'element' && node.tagName === 'pre'))
    for (const child of node.children) plainText(child)
}

/** The text of a node on one line, with a space between lines and blocks. */
function wordsOf(node: Nodes): string {
  const gather = (one: Nodes): string => {
    if (one.type === 'text') return one.value
    if (!('children' in one)) return ''
    const inner = one.children.map(gather).join('')
    return one.type === 'element' && (one.tagName === 'br' || block.test(one.tagName))
      ? ` ${inner} `
      : inner
  }
  return withoutInvisible(gather(node)).replace(/\s+/g, ' ').trim()
}
