import type { Nodes, Parents, RootContent } from 'mdast'

/** Blocks of HTML that stand below each other: their container, the first one and their number. */
interface HtmlRun {
  parent: Parents
  start: number
  count: number
}

/**
 * Joins blocks of HTML that stand below each other where they are one block in a file: there, a tag may stand right
 * below another one, and an edit of the one would leave the other out. Changes the tree in place; does nothing when the
 * file has other runs of HTML.
 */
export function joinHtmlAsIn(file: Nodes, root: Nodes): void {
  const [inFile, own] = [htmlRuns(file), htmlRuns(root)]
  if (inFile.length !== own.length) return
  // From the end on, so that the places of the others stay.
  for (const [index, { parent, start, count }] of [...own.entries()].reverse()) {
    if (inFile[index]!.count !== 1 || count === 1) continue
    const children = parent.children as Array<RootContent>
    const value = children
      .slice(start, start + count)
      .map((block) => ('value' in block ? block.value : ''))
      .join('\n')
    children.splice(start, count, { type: 'html', value })
  }
}

/** Comments, which no HTML of the site shows, do not count. */
function htmlRuns(node: Nodes): Array<HtmlRun> {
  if (!('children' in node) || !/^(?:root|blockquote|list|listItem)$/.test(node.type)) return []
  const runs: Array<HtmlRun> = []
  let last: HtmlRun | null = null
  for (const [index, child] of node.children.entries()) {
    if (child.type !== 'html') {
      last = null
      runs.push(...htmlRuns(child))
    } else if (!/^\s*<!--[\s\S]*-->\s*$/.test(child.value)) {
      if (last) last.count += 1
      else {
        last = { parent: node, start: index, count: 1 }
        runs.push(last)
      }
    }
  }
  return runs
}
