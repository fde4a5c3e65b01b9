import type { Nodes } from 'mdast'
import { endOf, type MarkdownDocument, parseMarkdown, startOf } from '#domain/markdown/parse.ts'
import { houseStyle } from '#domain/markdown/style.ts'
import { writeBlock } from '#domain/markdown/write.ts'

/** A block as its writer wrote it. What stands inside of another block is written anew, without that block's marks on every line. */
export function blockSource(block: Nodes, { text, root }: MarkdownDocument): string {
  const start = startOf(block)
  if (!root.children.some((child) => child.type === block.type && startOf(child) === start))
    return writeBlock(block, houseStyle)
  const source = text.slice(start, endOf(block))
  // A fence or comment without an end goes on to the end of the text, over all that would be written behind it.
  const ends = parseMarkdown(`${source}\n\nx`).root.children.at(-1)?.type === 'paragraph'
  return ends ? source : writeBlock(block, houseStyle)
}
