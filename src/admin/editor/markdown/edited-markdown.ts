import type { LinkForm } from '#domain/markdown/link-forms.ts'
import { preserveBlocks } from '#domain/markdown/preserve-blocks.ts'
import type { TreeNode } from './editor-tree.ts'
import { withDefinitions } from './protect.ts'
import { writeTree } from './write-tree.ts'

/** The text that the editor was opened with. */
export interface OriginalText {
  markdown: string
  definitions: string
  /** The Markdown that the editor writes for the unedited text. */
  baseline: string
}

/**
 * The Markdown of an edited document; everything unedited keeps the bytes of the original. Slow for
 * long texts.
 */
export function editedMarkdown(
  { markdown, definitions, baseline }: OriginalText,
  tree: TreeNode,
): string {
  const written = withDefinitions(definitions, writeTree(tree))
  return written === baseline
    ? markdown
    : preserveBlocks(markdown, written, { baseline, typedLinks: new Map(typedLinksIn(tree)) })
}

/** The addresses of links whose signs were typed, and what those were. */
function typedLinksIn({
  type,
  url,
  form,
  children = [],
}: TreeNode): Array<[url: string, form: LinkForm]> {
  const inside = children.flatMap(typedLinksIn)
  return type === 'link' && (form === 'autolink' || form === 'resource')
    ? [[String(url), form], ...inside]
    : inside
}
