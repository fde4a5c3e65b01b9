import type { Root as HtmlRoot } from 'hast'
import type { PhrasingContent, Root } from 'mdast'
import { SKIP, visit } from 'unist-util-visit'
import { besideAddress, besidePath, isRelativeMedium, wikiAlt, wikiPicture } from '#domain/beside.ts'

/** Makes pictures of `![[shot.png]]` in the text of a tree. */
export function readWikiPictures(tree: Root): void {
  visit(tree, 'text', (node, index, parent) => {
    if (!parent || index === undefined || !node.value.includes('![[')) return undefined
    const parts: Array<PhrasingContent> = []
    let from = 0
    for (const { 0: whole, 1: target = '', 2: words, index: at } of node.value.matchAll(wikiPicture)) {
      if (!isRelativeMedium(target.trim())) continue
      if (at > from) parts.push({ type: 'text', value: node.value.slice(from, at) })
      parts.push({ type: 'image', url: target.trim(), alt: wikiAlt(words), position: node.position })
      from = at + whole.length
    }
    if (parts.length === 0) return undefined
    if (from < node.value.length) parts.push({ type: 'text', value: node.value.slice(from) })
    parent.children.splice(index, 1, ...parts)
    return [SKIP, index + parts.length]
  })
}

/** Step before sanitising: gives pictures that a text in `folder` names relative to itself the address at which they are served. */
export function findBeside(tree: HtmlRoot, folder: string): void {
  visit(tree, 'element', ({ tagName, properties }) => {
    if (tagName !== 'img' || typeof properties.src !== 'string') return
    const path = besidePath(properties.src, folder)
    if (path !== null) properties.src = besideAddress(path)
  })
}
