import { preserveBlocks } from '#domain/markdown/preserve-blocks.ts'
import type { TreeNode } from './editor-tree.ts'
import { withDefinitions } from './protect.ts'
import { writeTree } from './write-tree.ts'

/** The text that an editor was opened with. */
export interface OriginalText {
  markdown: string
  definitions: string
  /** What the editor writes without an edit. */
  baseline: string
}

/** The Markdown of an edited document: the original's bytes wherever nothing was edited. Takes a while for long texts. */
export function editedMarkdown({ markdown, definitions, baseline }: OriginalText, tree: TreeNode): string {
  const written = withDefinitions(definitions, writeTree(tree))
  return written === baseline ? markdown : preserveBlocks(markdown, written, { baseline })
}
