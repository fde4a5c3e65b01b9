import type { Nodes } from 'mdast'
import { remark } from 'remark'
import remarkGfm from 'remark-gfm'
import { visit } from 'unist-util-visit'
import { wikiAlt, wikiPicture } from '#domain/beside.ts'
import { attributeOf, type Tag, tagsIn } from './html-tags.ts'

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
  return tagsIn(html).flatMap((tag) => {
    line += html.slice(counted, tag.from).split('\n').length - 1
    counted = tag.from
    return referenceIn(tag).map((found) => ({ ...found, line }))
  })
}

/** The link or picture of a tag, if it is one. */
export function referenceIn(tag: Tag): Array<Omit<Reference, 'line'>> {
  const isPicture = tag.name === 'img'
  if (tag.closes || tag.isOpen || !(isPicture || tag.name === 'a')) return []
  const url = attributeOf(tag, isPicture ? 'src' : 'href')
  if (url === null) return []
  return isPicture
    ? [{ kind: 'picture', url, alt: attributeOf(tag, 'alt') }]
    : [{ kind: 'link', url, alt: null }]
}
