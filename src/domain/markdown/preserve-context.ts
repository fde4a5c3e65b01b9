import type { Nodes } from 'mdast'
import type { LinkForm } from './link-forms.ts'
import type { MarkdownDocument } from './parse.ts'
import type { Sides } from './segments.ts'
import { continuation, type Source } from './source.ts'
import type { MarkdownStyle } from './style.ts'

/** Everything that the steps of one preservation share. */
export interface PreserveContext {
  source: Source
  original: MarkdownDocument
  base: MarkdownDocument
  edited: MarkdownDocument
  /**
   * Whether `base` is the editor's own version of the original, so that what is missing in it was lost and not
   * deleted.
   */
  hasBaseline: boolean
  /** The forms of links that were typed, by target. */
  typedLinks: ReadonlyMap<string, LinkForm>
  sides: Sides
  /** The names of the footnotes that were changed, added or deleted. */
  changedNotes: ReadonlySet<string>
  style: MarkdownStyle
  /** Definitions of all names, for parsing a block on its own. */
  definitionText: string
  /** The source of edited lines that came from other blocks of the file; see `carryOver`. */
  carried: Map<Nodes, string>
  /** Names whose definitions in the file equal those in the edited text. */
  definitions: ReadonlySet<string>
}

/**
 * How much of a changed block comes from the edited text: 0 its changed words, 1 the whole block in the file's style,
 * 2 the same with all escapes, 3 the whole outermost block, 4 the outermost block as the editor wrote it.
 */
export type FallbackLevel = 0 | 1 | 2 | 3 | 4

const box = /\[[ xX]\][ \t]+$/

/** The prefix of the lines after the first one of a block in the file; below a task's box, the text may begin further left. */
export function leadPrefix(node: Nodes, { source }: PreserveContext): string {
  return continuation(source.lead(node).replace(box, ''))
}

/** Whether a block stands behind the box of a task. */
export function isBehindBox(node: Nodes, { source }: PreserveContext): boolean {
  return node.type === 'paragraph' && box.test(source.lead(node))
}
