import type { Nodes } from 'mdast'
import { remark } from 'remark'
import remarkGfm from 'remark-gfm'
import { visit } from 'unist-util-visit'
import { wikiAlt, wikiPicture } from '#domain/beside.ts'

/** A link or picture in a text. */
export interface Reference {
  kind: 'link' | 'picture'
  url: string
  /** Counts from 1 in the text. */
  line: number
  /** Pictures only; null when the HTML has no `alt` at all. */
  alt: string | null
}

const parser = remark().use(remarkGfm)

/** All links and pictures of a Markdown text, inline HTML included, in order. */
export function findReferences(markdown: string): Array<Reference> {
  const references: Array<Reference> = []
  visit(parser.parse(markdown), (node: Nodes) => {
    const line = node.position?.start.line ?? 1
    if (node.type === 'link' || node.type === 'definition')
      references.push({ kind: 'link', url: node.url, line, alt: null })
    else if (node.type === 'image')
      references.push({ kind: 'picture', url: node.url, line, alt: node.alt ?? '' })
    else if (node.type === 'imageReference' && !node.alt)
      references.push({ kind: 'picture', url: '', line, alt: '' })
    else if (node.type === 'html') references.push(...inHtml(node.value, line))
    else if (node.type === 'text') references.push(...inText(node.value, line))
  })
  return references
}

/** Pictures as Obsidian writes them. */
function inText(text: string, firstLine: number): Array<Reference> {
  if (!text.includes('![[')) return []
  return [...text.matchAll(wikiPicture)].map(({ 1: url = '', 2: words, index }) => {
    const line = firstLine + text.slice(0, index).split('\n').length - 1
    return { kind: 'picture', url: url.trim(), line, alt: wikiAlt(words) }
  })
}

function inHtml(html: string, firstLine: number): Array<Reference> {
  let line = firstLine
  let counted = 0
  return tagsIn(html).flatMap(({ name, attributes, at }) => {
    line += html.slice(counted, at).split('\n').length - 1
    counted = at
    const picture = name === 'img'
    const url = attribute(attributes, picture ? 'src' : 'href')
    if (url === null) return []
    return [
      {
        kind: picture ? 'picture' : 'link',
        url,
        line,
        alt: picture ? attribute(attributes, 'alt') : null,
      },
    ]
  })
}

/** The tags of links and pictures in HTML. Takes linear time, also with unclosed quotes. */
function tagsIn(html: string): Array<{ name: string; attributes: string; at: number }> {
  const tags: Array<{ name: string; attributes: string; at: number }> = []
  const opening = /<(a|img)\b/gi
  for (let match = opening.exec(html); match !== null; match = opening.exec(html)) {
    const from = opening.lastIndex
    const end = endOfTag(html, from)
    // A tag without an end extends to the end of the text.
    if (end < 0) break
    tags.push({
      name: (match[1] ?? '').toLowerCase(),
      attributes: html.slice(from, end),
      at: match.index,
    })
    opening.lastIndex = end
  }
  return tags
}

/** The position of the `>` of a tag, outside of quotes; -1 when there is none. */
function endOfTag(html: string, from: number): number {
  for (let at = from; at >= 0 && at < html.length; at += 1) {
    const sign = html[at]
    if (sign === '>') return at
    if (sign === '"' || sign === "'") {
      at = html.indexOf(sign, at + 1)
      if (at < 0) return -1
    }
  }
  return -1
}

/** The value of an attribute of an HTML tag; null when the tag has none of that name. */
export function attribute(attributes: string, name: string): string | null {
  const match = new RegExp(
    `(?:^|\\s)${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)'|([^\\s"'>]+))`,
    'i',
  ).exec(attributes)
  return match ? (match[1] ?? match[2] ?? match[3] ?? '').trim() : null
}
