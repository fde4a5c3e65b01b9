import { editedMarkdown, type OriginalText } from './markdown/edited-markdown.ts'
import type { TreeNode } from './markdown/editor-tree.ts'

export interface MarkdownRequest {
  id: number
  original: OriginalText
  tree: TreeNode
}

export interface MarkdownAnswer {
  id: number
  markdown: string
}

// Comparing a long text with its original takes longer than a keystroke, so it runs in a worker.
addEventListener('message', ({ data: { id, original, tree } }: MessageEvent<MarkdownRequest>) => {
  postMessage({ id, markdown: editedMarkdown(original, tree) } satisfies MarkdownAnswer)
})
