import type { Comment, Element, ElementContent, Root } from 'hast'
import { toString as textIn } from 'hast-util-to-string'
import { linkSchemes } from '../body-format.ts'
import { fragmentParser } from '../html-fragment.ts'
import { deepest, htmlToMarkdown, maxDepth } from '../html-to-markdown.ts'
import {
  classesOf,
  containsWords,
  elementOfClass,
  elementsNamed,
  firstElementNamed,
  h,
} from '../html-tree.ts'
import { watchAddress } from '../watch-address.ts'
import { joinParts } from '../words/join-parts.ts'
import { calloutOf } from './callouts.ts'
import { fenced } from './code-in-markdown.ts'
import type { Complain } from './entry.ts'
import { alone, dataOf, picture, sound } from './html-elements.ts'
import { footnoteDefinition, footnoteMark, footnoteNumber } from './html-footnotes.ts'

/** Encloses the number of a piece of Markdown in the HTML. */
const open = '\uE000'
const close = '\uE001'

/** What the steps of a conversion share. */
interface Conversion {
  complain: Complain
  /** Markdown that the conversion must not escape. */
  pieces: Array<string>
}

/**
 * Converts HTML of another system to Markdown: without scripts, players as addresses, callouts and
 * galleries as this site writes them.
 */
export function markdownOfHtml(html: string, complain: Complain): string {
  const plain = html.replaceAll(open, '').replaceAll(close, '')
  if (deepest(plain) > maxDepth) {
    complain('The HTML is nested too deeply and comes in as its source')
    return fenced(plain, 'html')
  }
  const tree = fragmentParser.parse(plain)
  const conversion: Conversion = { complain, pieces: [] }
  return converted(tree.children as Array<ElementContent>, conversion) ?? fenced(plain, 'html')
}

/** The Markdown of elements; null when they are nested too deeply. */
function converted(children: ReadonlyArray<ElementContent>, conversion: Conversion): string | null {
  const tree: Root = { type: 'root', children: changed(children, conversion) }
  const markdown = htmlToMarkdown(fragmentParser.stringify(tree))
  return (
    markdown?.replace(/\uE000(\d{1,6})\uE001/g, (_, number: string, offset: number) => {
      const piece = conversion.pieces[Number(number)] ?? ''
      const isInCell = /^[\s>*+\d.-]*\|/.test(
        markdown.slice(markdown.lastIndexOf('\n', offset) + 1, offset),
      )
      return isInCell ? joinParts(piece.split('\n')).replaceAll('|', '\\|') : piece
    }) ?? null
  )
}

function say(message: string, node: ElementContent, { complain }: Conversion) {
  complain(message, node.position?.start.offset)
}

/** Markdown within a line. */
function inlinePiece(markdown: string, { pieces }: Conversion): ElementContent {
  pieces.push(markdown)
  return { type: 'text', value: `${open}${pieces.length - 1}${close}` }
}

/** Markdown in a paragraph of its own. */
const piece = (markdown: string, conversion: Conversion): Element =>
  h('p', {}, inlinePiece(markdown, conversion))

function changed(
  children: ReadonlyArray<ElementContent>,
  conversion: Conversion,
): Array<ElementContent> {
  return children.flatMap((child) => {
    if (child.type === 'comment') return comment(child, conversion)
    return child.type === 'element' ? changedElement(child, conversion) : [child]
  })
}

/** Blocks of WordPress that have no HTML of their own are kept as invisible comments. */
function comment(node: Comment, conversion: Conversion): Array<ElementContent> {
  const { value } = node
  const block = /^\s*wp:([a-z][\w/-]{0,60})[\s\S]*\/\s*$/.exec(value)
  if (!block || /^(?:more|nextpage|spacer|separator)$/.test(block[1] ?? '')) return []
  say(
    `The block '${block[1]}' is filled in by WordPress; its source is kept as a comment`,
    node,
    conversion,
  )
  return [piece(`<!--${value.replaceAll('--', '- -')}-->`, conversion)]
}

const dropped = /^(?:script|style|link|meta|base|template|title)$/
const players = /^(?:iframe|embed|object|video|audio)$/

function changedElement(node: Element, conversion: Conversion): Array<ElementContent> {
  const { tagName } = node
  if (dropped.test(tagName)) {
    if (tagName === 'script') say('A script was left out', node, conversion)
    return []
  }
  if (Object.keys(node.properties).some((name) => /^on[a-z]/i.test(name)))
    say(`A script of <${tagName}> was left out`, node, conversion)
  const special = footnote(node, conversion) ?? byClass(node, conversion)
  if (special) return special
  if (players.test(tagName)) return player(node, conversion)
  if (tagName === 'form') say('A form does not work here; its words are kept', node, conversion)
  if (tagName === 'figure') return figure(node, conversion)
  if (tagName === 'aside') return callout(node, 'note', conversion)
  if (tagName === 'noscript') return []
  if (tagName === 'h1') node.tagName = 'h2'
  if (tagName === 'a') cleanLink(node, conversion)
  if (tagName === 'img') return [picture(node)]
  if (tagName === 'summary')
    return [h('p', {}, h('strong', {}, ...changed(node.children, conversion)))]
  node.children = changed(node.children, conversion)
  return [node]
}

function cleanLink(node: Element, conversion: Conversion) {
  const href = String(node.properties.href ?? '').trim()
  const scheme = /^([a-z][a-z\d+.-]{0,20}):/i.exec(href.replace(/\s/g, ''))?.[1]?.toLowerCase()
  if (scheme === undefined || linkSchemes.includes(scheme)) return
  say(`A link with '${scheme}:' was left out; its words are kept`, node, conversion)
  node.properties = {}
  node.tagName = 'span'
}

/** The mark of a footnote, or the footnote itself. Null for anything else. */
function footnote(node: Element, conversion: Conversion): Array<ElementContent> | null {
  const mark = footnoteMark(node)
  if (mark !== null) return [inlinePiece(`[^${mark}]`, conversion)]
  const number = classesOf(node).includes('footnote')
    ? elementOfClass(node, 'footnote-number')
    : undefined
  const content = elementOfClass(node, 'footnote-content')
  const label = number ? footnoteNumber(textIn(number)) : null
  if (label === null || !content) return null
  const markdown = converted(content.children, conversion)
  return markdown === null ? null : [piece(footnoteDefinition(label, markdown), conversion)]
}

/** Cards of Ghost, blocks of WordPress and widgets of Substack; null for anything else. */
function byClass(node: Element, conversion: Conversion): Array<ElementContent> | null {
  const classes = classesOf(node)
  const has = (name: string) => classes.includes(name)
  if (has('kg-callout-card')) {
    const color = classes
      .find((name) => name.startsWith('kg-callout-card-'))
      ?.slice('kg-callout-card-'.length)
    const body = elementOfClass(node, 'kg-callout-text') ?? node
    return callout(body, color ?? 'note', conversion)
  }
  if (has('kg-bookmark-card')) return bookmark(node, conversion)
  if (has('kg-toggle-card')) {
    const heading = elementOfClass(node, 'kg-toggle-heading-text')
    const body = elementOfClass(node, 'kg-toggle-content')
    if (heading && body)
      return [
        h('h3', {}, ...changed(heading.children, conversion)),
        ...changed(body.children, conversion),
      ]
  }
  if (has('callout-block') || has('callout') || has('wp-block-callout'))
    return callout(node, 'note', conversion)
  const admonition = has('admonition') ? classes.map(calloutOf).find((kind) => kind !== null) : null
  if (admonition) return callout(node, admonition, conversion)
  if (has('youtube-wrap') || has('vimeo-wrap')) {
    const id = String(dataOf(node).videoId ?? '')
    const address = has('vimeo-wrap')
      ? `https://vimeo.com/${id}`
      : `https://www.youtube.com/watch?v=${id}`
    return id === '' ? null : [alone(address)]
  }
  // Substack: the link and the buttons around a picture only show it large.
  const shown = has('image-link') ? firstElementNamed(node, 'img') : undefined
  if (shown) return [picture(shown)]
  const isButton =
    has('button-wrapper') &&
    /\/subscribe\b/.test(String(firstElementNamed(node, 'a')?.properties.href ?? ''))
  if (isButton || has('subscription-widget-wrap') || has('subscription-widget-wrap-editor')) {
    say('A form to subscribe was left out', node, conversion)
    return []
  }
  // The link with the name of the file stands before it.
  if (has('wp-block-file__button')) return []
  if (has('wp-block-embed__wrapper')) {
    const address = textIn(node).trim()
    if (/^https?:\/\/\S+$/.test(address)) return [alone(watchAddress(address))]
  }
  if (
    /^(?:kg-gallery-card|wp-block-gallery|gallery|image-gallery-embed)$/.test(
      classes.find((name) => /gallery/.test(name)) ?? '',
    )
  )
    return gallery(node, conversion)
  if (has('kg-audio-card') || has('kg-video-card') || has('kg-file-card'))
    return file(node, conversion)
  return null
}

function callout(node: Element, name: string, conversion: Conversion): Array<ElementContent> {
  const kind = calloutOf(name) ?? 'note'
  const inner = changed(node.children, conversion)
  const isInline = inner.every(
    (child) =>
      child.type === 'text' ||
      (child.type === 'element' && /^(?:a|b|strong|em|i|code|span|br)$/.test(child.tagName)),
  )
  const blocks = isInline ? [h('p', {}, ...inner)] : inner
  return [h('blockquote', {}, piece(`[!${kind.toUpperCase()}]`, conversion), ...blocks)]
}

function bookmark(node: Element, conversion: Conversion): Array<ElementContent> {
  const link = elementOfClass(node, 'kg-bookmark-container')
  const href = String(link?.properties.href ?? '')
  if (href === '') return changed(node.children, conversion)
  const words = wordsIn(elementOfClass(node, 'kg-bookmark-title'))
  return [alone(href, words), ...captionTexts(elementsNamed(node, 'figcaption'), conversion)]
}

/** All pictures of a gallery in one paragraph, which the site shows as a row; captions below. */
function gallery(node: Element, conversion: Conversion): Array<ElementContent> {
  const pictures = elementsNamed(node, 'img').map(picture)
  if (pictures.length === 0) return changed(node.children, conversion)
  return [
    h('p', {}, ...pictures.flatMap((one) => [one, ' '])),
    ...captionTexts(elementsNamed(node, 'figcaption'), conversion),
  ]
}

function file(node: Element, conversion: Conversion): Array<ElementContent> {
  const medium = firstElementNamed(node, 'audio') ?? firstElementNamed(node, 'video')
  const link = firstElementNamed(node, 'a')
  const address = String(medium?.properties.src ?? link?.properties.href ?? '')
  if (address === '') return changed(node.children, conversion)
  const title = elementOfClass(node, 'kg-audio-title') ?? elementOfClass(node, 'kg-file-card-title')
  const words = wordsIn(title)
  const player = medium?.tagName === 'audio' ? sound(address, words) : alone(address, words)
  return [player, ...captionTexts(elementsNamed(node, 'figcaption'), conversion)]
}

const wordsIn = (node: Element | undefined) => (node ? textIn(node).trim() : '')

/** A player as its address, alone in a paragraph; a sound as this site writes one. */
function player(node: Element, conversion: Conversion): Array<ElementContent> {
  const source = firstElementNamed(node, 'source')
  const given =
    node.properties.src ??
    node.properties.data ??
    node.properties.dataSrc ??
    source?.properties.src ??
    ''
  const address = watchAddress(String(given))
  if (address === '' || /^(?:javascript|data|about):/i.test(address)) {
    say(`An embedded <${node.tagName}> without an address was left out`, node, conversion)
    return changed(node.children, conversion).filter((child) => child.type === 'element')
  }
  return [node.tagName === 'audio' ? sound(address, '') : alone(address)]
}

/** Captions as paragraphs; none for an empty one. */
function captionTexts(
  captions: ReadonlyArray<Element | undefined>,
  conversion: Conversion,
): Array<Element> {
  return captions.flatMap((caption) =>
    caption && containsWords(caption)
      ? [h('p', {}, h('em', {}, ...changed(caption.children, conversion)))]
      : [],
  )
}

/** A picture with its caption below; a figure around anything else gives way to what it holds. */
function figure(node: Element, conversion: Conversion): Array<ElementContent> {
  const caption = firstElementNamed(node, 'figcaption')
  const others = node.children.filter((child) => child !== caption)
  const inner = changed(others, conversion).filter(
    (child) => child.type !== 'text' || child.value.trim() !== '',
  )
  const isInline = inner.every(
    (child) => child.type === 'element' && /^(?:img|a|picture|span)$/.test(child.tagName),
  )
  return [
    ...(isInline && inner.length > 0 ? [h('p', {}, ...inner)] : inner),
    ...captionTexts([caption], conversion),
  ]
}
