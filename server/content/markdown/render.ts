import type { Element, ElementContent, Root as HtmlRoot } from 'hast'
import { toString as textOf } from 'hast-util-to-string'
import type { PhrasingContent, Root } from 'mdast'
import { rehype } from 'rehype'
import rehypeRaw from 'rehype-raw'
import rehypeSanitize from 'rehype-sanitize'
import { remark } from 'remark'
import remarkGfm from 'remark-gfm'
import remarkRehype from 'remark-rehype'
import { SKIP, visit } from 'unist-util-visit'
import {
  besideAddress,
  besidePath,
  isRelativeMedium,
  wikiAlt,
  wikiPicture,
} from '#domain/beside.ts'
import { anchorPrefix as firstAnchorPrefix } from '#domain/body-format.ts'
import type { BodySound } from '#domain/content.ts'
import { h } from '#domain/html-tree.ts'
import { listBehindCode } from '#domain/markdown/list-behind-code.ts'
import { wordsNotAddresses } from '#domain/markdown/words-not-addresses.ts'
import { type BodyTextOf, type BodyTexts, bodyTextsOf } from './body-texts.ts'
import { buildCallouts, remarkCallouts } from './callouts.ts'
import { createCodeColorer, describeCode } from './code.ts'
import { countWords } from './count-words.ts'
import { buildDevices } from './device-panel.ts'
import { buildEmbeds } from './embed-cards.ts'
import { anchorHeadings, type TocEntry } from './headings.ts'
import { finishImages, type KnownDimensions } from './images.ts'
import { checkDepth, checkText } from './limits.ts'
import { finishLinks, plainAddresses } from './links.ts'
import { bodyPolicy } from './policy.ts'
import { buildSounds, type KnownSounds } from './sounds.ts'

export interface MarkdownInput {
  markdown: string
  /** Sizes of this site's pictures; see `mediaAddresses`. */
  dimensions: KnownDimensions
  /** Facts of this site's sounds. */
  sounds?: KnownSounds
  /**
   * The folder of the text's file in the content folder, for pictures that it names relative to
   * itself; without it, they stay as they are.
   */
  folder?: string
  /** The prefix of anchors, `s-` by default; a second body on the same page needs another. */
  anchorPrefix?: string
  /** What is written into the text where it differs from English. */
  texts?: BodyTexts
}

export interface RenderedMarkdown {
  /** Sanitised, ready for a page. */
  html: string
  toc: Array<TocEntry>
  words: number
  /** The origins of the players that its cards load; without it, there are none. */
  frames?: Array<string>
  /** Missing when the text has none. */
  sounds?: Array<BodySound>
}

/**
 * `partial` is called with the result before its code is colored, so that it can be shown when
 * coloring takes too long.
 */
export type MarkdownRenderer = (
  input: MarkdownInput,
  partial?: (result: RenderedMarkdown) => void,
) => Promise<RenderedMarkdown>

/**
 * Creates the function that converts a Markdown body to HTML (rulings, section 3). It rejects with
 * a BodyRenderError when the text is too large or nests too deeply. A hostile text may take
 * seconds, so a server calls it in a worker.
 */
export function createMarkdownRenderer(): MarkdownRenderer {
  const toHtmlTree = remark()
    .use(remarkGfm)
    .use(listBehindCode)
    .use(wordsNotAddresses)
    .use(remarkCallouts)
    // Raw HTML passes here and is parsed and sanitised below; the policy prefixes all ids, so no
    // prefix here.
    .use(remarkRehype, { allowDangerousHtml: true, clobberPrefix: '' })
  const parseRawHtml = rehype().use(rehypeRaw)
  const colorCode = createCodeColorer()

  return async (
    { markdown, dimensions, sounds = {}, folder, anchorPrefix = firstAnchorPrefix, texts = {} },
    partial,
  ) => {
    const text = bodyTextsOf(texts)
    checkText(markdown)
    const document = toHtmlTree.parse(markdown)
    if (folder !== undefined) readWikiPictures(document)
    checkDepth(document)
    const raw: HtmlRoot = await parseRawHtml.run(await toHtmlTree.run(document, markdown), markdown)
    checkDepth(raw)
    plainAddresses(raw)
    if (folder !== undefined) findBeside(raw, folder)
    const sanitize = rehype().use(rehypeSanitize, { ...bodyPolicy, clobberPrefix: anchorPrefix })
    const tree = await sanitize.run(raw)
    // The steps from here on work on the sanitised tree.
    const words = countWords(textOf(tree))
    const toc = anchorHeadings(tree, anchorPrefix)
    finishLinks(tree, anchorPrefix)
    labelFootnotes(tree, text)
    labelTasks(tree, text)
    const played = buildSounds(tree, sounds, text)
    finishImages(tree, dimensions)
    buildCallouts(tree, text)
    wrapTables(tree, text)
    buildDevices(tree, text)
    const frames = buildEmbeds(tree, text)
    const rendered = () => ({
      html: sanitize.stringify(tree),
      toc,
      words,
      ...(frames.length > 0 && { frames }),
      ...(played.length > 0 && { sounds: played }),
    })
    const code = describeCode(tree, text)
    if (code.length > 0) {
      partial?.(rendered())
      await colorCode(code)
    }
    return rendered()
  }
}

/**
 * Gives the heading of footnotes and the links back from them, which remark writes in English, the
 * site's words.
 */
function labelFootnotes(tree: HtmlRoot, text: BodyTextOf) {
  visit(tree, 'element', (element, _index, parent) => {
    const { tagName, properties } = element
    if (tagName === 'h2' && parent?.type === 'element' && 'dataFootnotes' in parent.properties)
      element.children = [{ type: 'text', value: text('footnotes') }]
    if ('dataFootnoteBackref' in properties) {
      const words = String(properties.ariaLabel ?? '').split(' ')
      properties.ariaLabel = text('backToReference', { number: words.at(-1) ?? '' })
    }
  })
}

/** Labels each checkbox of a task list with the text of its item, without nested items. */
export function labelTasks(tree: HtmlRoot, say: BodyTextOf): void {
  visit(tree, 'element', (item) => {
    if (item.tagName === 'input') item.properties.ariaLabel ??= say('task')
    if (item.tagName !== 'li') return
    const own = item.children.filter((child) => !isElement(child, 'ul', 'ol'))
    const parts = own.flatMap((child) => (isElement(child, 'p') ? child.children : [child]))
    const box = parts.find((part) => isElement(part, 'input'))
    if (!box) return
    const text = own.map((child) => textOf(child)).join('')
    box.properties.ariaLabel = text.replace(/\s+/g, ' ').trim().slice(0, 120) || say('task')
  })
}

function isElement<Name extends string>(
  node: ElementContent,
  ...names: Array<Name>
): node is Element & { tagName: Name } {
  return node.type === 'element' && (names as Array<string>).includes(node.tagName)
}

/**
 * Wraps each table of a sanitised tree in a focusable region that scrolls sideways, labelled with
 * its header cells.
 */
export function wrapTables(tree: HtmlRoot, text: BodyTextOf): void {
  const labels = new Map<string, number>()
  visit(tree, 'element', (table, index, parent) => {
    if (table.tagName !== 'table' || index === undefined || !parent) return
    const label = tableLabel(table, text)
    const count = (labels.get(label) ?? 0) + 1
    labels.set(label, count)
    const properties = {
      className: ['table-scroll'],
      role: 'region',
      tabIndex: 0,
      // In a list of regions, two with one name could not be distinguished.
      ariaLabel: count === 1 ? label : `${label} (${count})`,
    }
    parent.children[index] = h('div', properties, table)
    return SKIP
  })
}

function tableLabel(table: Element, text: BodyTextOf): string {
  let caption = ''
  const headers: Array<string> = []
  visit(table, 'element', (element) => {
    if (element.tagName === 'caption') caption ||= textOf(element)
    if (element.tagName === 'th') headers.push(textOf(element).trim())
  })
  const named = caption || headers.filter(Boolean).slice(0, 4).join(', ')
  return named
    ? text('tableNamed', { names: named.replace(/\s+/g, ' ').trim().slice(0, 100) })
    : text('table')
}

/** Makes pictures of `![[shot.png]]` in the text of a tree. */
function readWikiPictures(tree: Root) {
  visit(tree, 'text', (node, index, parent) => {
    if (!parent || index === undefined || !node.value.includes('![[')) return undefined
    const parts: Array<PhrasingContent> = []
    let from = 0
    for (const { 0: whole, 1: target = '', 2: words, index: at } of node.value.matchAll(
      wikiPicture,
    )) {
      if (!isRelativeMedium(target.trim())) continue
      if (at > from) parts.push({ type: 'text', value: node.value.slice(from, at) })
      parts.push({
        type: 'image',
        url: target.trim(),
        alt: wikiAlt(words),
        position: node.position,
      })
      from = at + whole.length
    }
    if (parts.length === 0) return undefined
    if (from < node.value.length) parts.push({ type: 'text', value: node.value.slice(from) })
    parent.children.splice(index, 1, ...parts)
    return [SKIP, index + parts.length]
  })
}

/**
 * Step before sanitising: gives pictures that a text in `folder` names relative to itself the
 * address at which they are served.
 */
function findBeside(tree: HtmlRoot, folder: string) {
  visit(tree, 'element', ({ tagName, properties }) => {
    if (tagName !== 'img' || typeof properties.src !== 'string') return
    const path = besidePath(properties.src, folder)
    if (path !== null) properties.src = besideAddress(path)
  })
}
