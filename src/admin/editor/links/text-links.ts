import type { Mark, Node } from '@milkdown/kit/prose/model'
import type { EditorState } from '@milkdown/kit/prose/state'

/** A link of a text; offsets are document positions. */
export interface TextLink {
  from: number
  to: number
  href: string
  text: string
  mark: Mark
}

/** All links in the textblocks that a range touches. */
export function linksIn(doc: Node, from = 0, to = doc.content.size): Array<TextLink> {
  const links: Array<TextLink> = []
  doc.nodesBetween(Math.max(0, from - 1), Math.min(doc.content.size, to + 1), (block, start) => {
    if (!block.isTextblock) return true
    block.forEach((child, offset) => {
      const mark = child.marks.find(({ type }) => type.name === 'link')
      if (!mark) return
      const { href } = mark.attrs
      const text = child.text ?? '\ufffc'
      const at = start + 1 + offset
      const last = links.at(-1)
      if (last?.to === at && last.href === href) {
        last.to += child.nodeSize
        last.text += text
      } else links.push({ from: at, to: at + child.nodeSize, href, text, mark })
    })
    return false
  })
  return links
}

/** The link at the selection. */
export function linkAt({ doc, selection: { from, empty } }: EditorState): TextLink | undefined {
  return linksIn(doc, from, from).find(
    (link) => link.from <= from && (empty ? link.to >= from : link.to > from),
  )
}
