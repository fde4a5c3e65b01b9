import type { Link, Nodes, Parents, PhrasingContent, Root } from 'mdast'
import type { Data, Processor } from 'unified'

type Extension = Extract<
  NonNullable<Data['fromMarkdownExtensions']>[number],
  { transforms?: unknown }
>

/**
 * Reads `www.` without a domain as text: GitHub's Markdown has a link only where a valid domain
 * follows (GFM 0.29, section 6.9), micromark where a dot does. Used with `remark-gfm` by the
 * renderer and the editor.
 */
export function wordsNotAddresses(this: Processor): void {
  const data = this.data()
  const extension: Extension = { transforms: [withoutLoneWords] }
  data.fromMarkdownExtensions = [...(data.fromMarkdownExtensions ?? []), extension]
}

function withoutLoneWords(root: Root): Root {
  unwrapIn(root)
  return root
}

function unwrapIn(node: Nodes) {
  if (!('children' in node)) return
  const children = node.children as Array<PhrasingContent>
  if (children.some(isLoneWord))
    (node as Parents).children = joined(children) as typeof node.children
  for (const child of node.children) unwrapIn(child)
}

/**
 * Whether a node is a link that was made of `www`, or of a `www.` before a sign that no domain has.
 */
function isLoneWord(node: Nodes): node is Link {
  if (node.type !== 'link' || !/^http:\/\/www(?:\.(?![\p{L}\p{N}_-]).*)?$/iu.test(node.url))
    return false
  const [word] = node.children
  // A link with signs of its own begins before its text.
  return (
    word?.type === 'text' &&
    word.position?.start.offset === node.position?.start.offset &&
    /^www/i.test(word.value)
  )
}

/** The nodes with the texts of such links joined to the texts beside them. */
function joined(nodes: ReadonlyArray<PhrasingContent>): Array<PhrasingContent> {
  const result: Array<PhrasingContent> = []
  for (const child of nodes.flatMap((node) => (isLoneWord(node) ? node.children : [node]))) {
    const last = result.at(-1)
    if (child.type !== 'text' || last?.type !== 'text') {
      result.push(child)
      continue
    }
    last.value += child.value
    if (last.position && child.position)
      last.position = { start: last.position.start, end: child.position.end }
  }
  return result
}
