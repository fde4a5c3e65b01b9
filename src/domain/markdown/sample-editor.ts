import type { Nodes, Root } from 'mdast'
import { gfmToMarkdown } from 'mdast-util-gfm'
import { toMarkdown } from 'mdast-util-to-markdown'
import { parseMarkdown } from './parse.ts'
import { withAddresses } from './write.ts'

/**
 * For tests: a text as a rich-text editor writes it, in another style for everything that has
 * several spellings. `edit` changes the tree first.
 */
export function asAnEditorWrites(markdown: string, edit: (root: Root) => void = () => {}): string {
  const document = parseMarkdown(markdown)
  const root = withoutDefinitions(withAddresses(document.root, document)) as Root
  edit(root)
  return toMarkdown(root, {
    extensions: [gfmToMarkdown()],
    bullet: '*',
    bulletOrdered: '.',
    emphasis: '*',
    strong: '*',
    rule: '*',
    fence: '`',
    setext: false,
    listItemIndent: 'one',
    incrementListMarker: true,
  })
}

function withoutDefinitions(node: Nodes): Nodes {
  if (!('children' in node)) return node
  const children = node.children
    .filter((child) => child.type !== 'definition')
    .map((child) => withoutDefinitions(child))
  return { ...node, children } as Nodes
}
