import type { Node } from '@milkdown/kit/prose/model'
import GithubSlugger from 'github-slugger'

/** The headings of a document with their anchors, as the page will have them. */
export function headingsIn(doc: Node): Array<{ text: string; anchor: string }> {
  const slugger = new GithubSlugger()
  const headings: Array<{ text: string; anchor: string }> = []
  doc.descendants((node) => {
    if (node.type.name === 'heading') {
      const text = node.textContent.replace(/\s+/g, ' ').trim()
      headings.push({ text, anchor: slugger.slug(text) || 'section' })
    }
    return !node.isTextblock
  })
  return headings
}

/** Whether a document has source in which further anchors may be. */
export function mayHaveAnchors(doc: Node): boolean {
  let found = false
  doc.descendants((node) => {
    const isSource =
      node.type.name === 'source_block' ||
      node.type.name === 'html' ||
      node.type.name.startsWith('footnote')
    found ||= isSource
    return !found
  })
  return found
}
