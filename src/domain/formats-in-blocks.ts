import type { Element, ElementContent, Root } from 'hast'
import { changeChildren, elementsIn } from './html-tree.ts'
import { containsBlock } from './one-line-cells.ts'

const formats =
  /^(?:a|b|strong|i|em|u|ins|s|strike|del|mark|sub|sup|small|big|span|font|code|kbd|samp|var|cite|q|dfn|bdi|abbr|label)$/
const tableParts = /^(?:td|th|col|colgroup)$/

/**
 * Moves formats that stand around blocks, as Google Docs and editors of mails write them, into the
 * blocks: converters take what is in a format for one line, and glue the words of its blocks.
 * Changes the tree in place.
 */
export function formatsIntoBlocks(node: Root | Element): void {
  changeChildren(node, unwrapped)
  for (const child of elementsIn(node)) formatsIntoBlocks(child)
}

function unwrapped(node: ElementContent): Array<ElementContent> {
  if (node.type !== 'element' || !formats.test(node.tagName) || !containsBlock(node)) return [node]
  return wrapped(node.children, node).flatMap(unwrapped)
}

/** The content with a copy of a format around each run of text, none around blocks. */
function wrapped(children: ReadonlyArray<ElementContent>, format: Element): Array<ElementContent> {
  const result: Array<ElementContent> = []
  let run: Array<ElementContent> = []
  const endRun = () => {
    if (run.some(isSeen)) result.push({ ...format, children: run })
    else result.push(...run)
    run = []
  }
  for (const child of children) {
    if (child.type !== 'element' || (!containsBlock(child) && !tableParts.test(child.tagName)))
      run.push(child)
    else {
      endRun()
      result.push(
        child.tagName === 'pre' ? child : { ...child, children: wrapped(child.children, format) },
      )
    }
  }
  endRun()
  return result
}

function isSeen(node: ElementContent): boolean {
  return node.type === 'element' || (node.type === 'text' && node.value.trim() !== '')
}
