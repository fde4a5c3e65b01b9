import type { Nodes } from 'mdast'
import { remark } from 'remark'
import remarkGfm from 'remark-gfm'
import { visit } from 'unist-util-visit'

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
    else if (node.type === 'image') references.push({ kind: 'picture', url: node.url, line, alt: node.alt ?? '' })
    else if (node.type === 'imageReference' && !node.alt) references.push({ kind: 'picture', url: '', line, alt: '' })
    else if (node.type === 'html') references.push(...inHtml(node.value, line))
  })
  return references
}

const tag = /<(a|img)\b((?:[^>"']|"[^"]*"|'[^']*')*)>/gi

function inHtml(html: string, firstLine: number): Array<Reference> {
  return [...html.matchAll(tag)].flatMap((match) => {
    const attributes = match[2] ?? ''
    const line = firstLine + html.slice(0, match.index).split('\n').length - 1
    const picture = match[1]?.toLowerCase() === 'img'
    const url = attribute(attributes, picture ? 'src' : 'href')
    if (url === null) return []
    return [{ kind: picture ? 'picture' : 'link', url, line, alt: picture ? attribute(attributes, 'alt') : null }]
  })
}

/** The value of an attribute of an HTML tag; null when the tag has none of that name. */
export function attribute(attributes: string, name: string): string | null {
  const match = new RegExp(`(?:^|\\s)${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)'|([^\\s"'>]+))`, 'i').exec(attributes)
  return match ? (match[1] ?? match[2] ?? match[3] ?? '').trim() : null
}
