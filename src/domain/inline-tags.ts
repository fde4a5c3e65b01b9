import type { Element } from 'hast'
import type { State } from 'hast-util-to-mdast'
import type { EmphasisData, Nodes, PhrasingContent, RootContent } from 'mdast'

/**
 * A format that Markdown lacks, as inline HTML around the content of an element. Until `writeTags`
 * it is an emphasis with a marker: the converter would take inline HTML for a block, and tear the
 * words around it.
 */
export function inTags(state: State, node: Element, open: string): PhrasingContent {
  const children = state.all(node) as Array<PhrasingContent>
  return {
    type: 'emphasis',
    children,
    data: { tags: [open, `</${node.tagName}>`] } as EmphasisData,
  }
}

/** Replaces the marked formats of a tree by their tags. Changes the tree in place. */
export function writeTags(node: Nodes): void {
  if (!('children' in node)) return
  for (const child of node.children) writeTags(child)
  const children = node.children as Array<RootContent>
  node.children = children.flatMap((child): Array<RootContent> => {
    const tags = (child.data as { tags?: [string, string] } | undefined)?.tags
    if (child.type !== 'emphasis' || !tags) return [child]
    return [{ type: 'html', value: tags[0] }, ...child.children, { type: 'html', value: tags[1] }]
  }) as typeof node.children
}
