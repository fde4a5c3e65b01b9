import type { Nodes } from 'mdast'
import { type MarkdownDocument, startOf } from './parse.ts'
import type { Sides } from './plan.ts'
import { continuation, type Source } from './source.ts'
import type { MarkdownStyle } from './style.ts'

/** What the work on one text needs everywhere. */
export interface Workshop {
  source: Source
  original: MarkdownDocument
  base: MarkdownDocument
  edited: MarkdownDocument
  /** `base` is what the editor itself made of the original, so that what is missing there was lost, not edited away. */
  informed: boolean
  sides: Sides
  style: MarkdownStyle
  /** Definitions of all names, to read a block by itself. */
  context: string
  /** The source of lines of the edited text that came from other blocks of the file; see `carryOver`. */
  carried: Map<Nodes, string>
  /** Names whose definitions stand in the file and say what the edited text says. */
  definitions: ReadonlySet<string>
}

/**
 * How much of a changed block is taken from the edited text: its changed words, the block in the file's style, the same with all escapes, the
 * outermost block as a whole, or that one as the editor wrote it.
 */
export type Care = 0 | 1 | 2 | 3 | 4

/** What begins the lines of a block that lies in the file, after its first one. */
export function leadPrefix(node: Nodes, { source }: Workshop): string {
  return continuation(source.text.slice(source.lineStart(startOf(node)), startOf(node)))
}
