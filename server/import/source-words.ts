import type { Element } from 'hast'
import { remark } from 'remark'
import remarkGfm from 'remark-gfm'
import { fragmentParser } from '#domain/html-fragment.ts'
import { classesOf, elementsNamed } from '#domain/html-tree.ts'
import type { ImportedEntry } from '#domain/import/entry.ts'
import { isComponentImport } from '#domain/import/markdown-body.ts'
import { markdownOfMdx } from '#domain/import/mdx-body.ts'
import { htmlPage } from './html-page.ts'

interface TextNode {
  type: string
  value?: string
  tagName?: string
  properties?: unknown
  children?: ReadonlyArray<TextNode>
}

const parseMarkdown = remark().use(remarkGfm).freeze()

/**
 * Parts of a page that its own program adds to a text: names of callouts, cards of videos, players.
 */
const ofTheSite = /^(?:embed|callout-title|sound|sounds|player|copy|device)/

/** The words that a reader sees in HTML, without scripts and without what a site adds to a text. */
export function visibleWords(html: string): string {
  return textOf(fragmentParser.parse(html) as TextNode)
}

/** The words of the body on a page of this site; null when the page has none. */
export function bodyWords(page: string): { words: string; pictures: Array<string> } | null {
  const body = htmlPage(page).byClass('prose')
  if (body === null) return null
  const pictures = elementsNamed(body, 'img').flatMap(({ properties: { src } }) =>
    typeof src === 'string' ? [src] : [],
  )
  return { words: textOf(body as TextNode), pictures }
}

/** The words of the first element of a page with one of these names; null without any. */
export function elementWords(page: string, names: ReadonlyArray<string>): string | null {
  const { byTag } = htmlPage(page)
  const found = names.map((name) => byTag(name)).find((element) => element !== null)
  return found ? textOf(found as TextNode) : null
}

/** The words that an entry of an export shows, read without the import's own conversion. */
export function entryWords({ body: { format, text } }: ImportedEntry): string {
  const readable = withoutTags(format === 'mdx' ? markdownOfMdx(text, () => {}) : text)
  if (format !== 'markdown' && format !== 'mdx')
    return visibleWords(readable.replace(/\n\s{0,20}\n/g, ' \n'))
  const tree = parseMarkdown.parse(readable) as TextNode
  return textOf(tree)
}

/** Takes away the tags that the import understands; the texts between them stay. */
function withoutTags(text: string): string {
  return text
    .split('\n')
    .filter((line) => !isComponentImport(line))
    .join('\n')
    .replace(
      /\{\{[<%] ?figure\b[^{}]*\}\}/gi,
      (tag) => ` ${/\b(?:caption|title)="([^"]*)"/.exec(tag)?.[1] ?? ''} `,
    )
    .replace(
      /\[\/?(?:caption|wp_caption|gallery|embed|video|audio|youtube|vimeo|code|sourcecode)\b[^[\]]*\]/gi,
      ' ',
    )
    .replace(/^ {0,3}:::+[ \t]{0,5}[a-z]{0,20}(?:\[([^\]\n]{0,200})\])?/gim, '$1')
    .replace(/^( {0,3}>[ \t]?)\[![a-z]{1,20}\][-+]?/gim, '$1')
    .replace(
      /\{\{[<%]\s{0,5}\/?\s{0,5}(?:notice|note|callout|admonition|alert|tip|hint|info|warning|youtube|vimeo|highlight|figure|ref|relref)\b[^{}]*\}\}/gi,
      ' ',
    )
    .replace(
      /\{%-?\s{0,5}(?:end)?(?:highlight|raw|notice|note|callout|tip|warning|link|post_url)\b[^{}%]*%\}/gi,
      ' ',
    )
    .replace(/\{\{-?\s{0,5}site\.(?:baseurl|url)\s{0,5}-?\}\}/g, '')
    .replace(/!\[\[[^[\]]*\]\]/g, ' ')
    .replace(/\[\[(?:[^[\]|\n]*\|)?([^[\]|\n]*)\]\]/g, '$1')
    .replace(/^\{:[^{}\n]*\}/gm, ' ')
    .replace(/https?:\/\/[^\s<>"')]+/g, ' ')
}

function textOf(node: TextNode): string {
  if (node.type === 'html') return visibleWords(node.value ?? '')
  if (node.value !== undefined)
    return /^(?:comment|doctype)$/.test(node.type) || /^https?:\/\/\S+$/.test(node.value)
      ? ''
      : node.value
  if (/^(?:script|style|noscript|button|svg|iframe|template|object)$/.test(node.tagName ?? ''))
    return ''
  if (node.properties && classesOf(node as Element).some((name) => ofTheSite.test(name))) return ''
  const isInline =
    /^(?:a|b|strong|i|em|u|s|del|mark|code|span|sub|sup|link|emphasis|delete|inlineCode)$/.test(
      node.tagName ?? node.type,
    )
  return (node.children ?? []).map(textOf).join('') + (isInline ? '' : ' ')
}
