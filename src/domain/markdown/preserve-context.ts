import type { Nodes } from 'mdast'
import type { LinkForm } from './link-forms.ts'
import { Meanings } from './meaning.ts'
import type { MarkdownDocument } from './parse.ts'
import type { Sides } from './segments.ts'
import { continuation, type Source } from './source.ts'
import { detectStyle, type MarkdownStyle } from './style.ts'
import { definitionsOf } from './write.ts'

/** Everything that the steps of one preservation share. */
export interface PreserveContext {
  source: Source
  original: MarkdownDocument
  base: MarkdownDocument
  edited: MarkdownDocument
  /**
   * Whether `base` is the editor's own version of the original, so that what is missing in it was
   * lost and not deleted.
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
 * How much of a changed block comes from the edited text: 0 its changed words, 1 the whole block in
 * the file's style, 2 the same with all escapes, 3 the whole outermost block, 4 the outermost block
 * as the editor wrote it.
 */
export type FallbackLevel = 0 | 1 | 2 | 3 | 4

const box = /\[[ xX]\][ \t]+$/

/**
 * The prefix of the lines after the first one of a block in the file; below a task's box, the text
 * may begin further left.
 */
export function leadPrefix(node: Nodes, { source }: PreserveContext): string {
  return continuation(source.lead(node).replace(box, ''))
}

/** Whether a block stands behind the box of a task. */
export function isBehindBox(node: Nodes, { source }: PreserveContext): boolean {
  return node.type === 'paragraph' && box.test(source.lead(node))
}

export interface PreserveOptions {
  /**
   * The editor's output (or the result of the conversion to HTML and back) for the unedited
   * original. With it, what the editor cannot represent does not count as an edit: code-fence meta,
   * comments and formats in another nesting stay as they are in the file.
   */
  baseline?: string
  /**
   * The forms of links whose text is their address, by target, where a person typed them; others
   * have that of the file.
   */
  typedLinks?: ReadonlyMap<string, LinkForm>
}

/** What the preservation of one text starts from. */
export function createContext(
  source: Source,
  original: MarkdownDocument,
  base: MarkdownDocument,
  edited: MarkdownDocument,
  { baseline, typedLinks = new Map() }: PreserveOptions,
): PreserveContext {
  const meanings = new Meanings(original)
  const sides = {
    original: meanings,
    base: base === original ? meanings : new Meanings(base),
    edited: new Meanings(edited),
  }
  const changed = changedNotes(sides, base, edited)
  const names = [original, base, edited].map(({ footnoteNames }) => footnoteNames)
  const hasChangedNote = (block: Nodes) =>
    changed.size > 0 &&
    ((block.type === 'footnoteDefinition' &&
      names.some((known) => changed.has(known.get(block) ?? ''))) ||
      ('children' in block && block.children.some(hasChangedNote)))
  return {
    source,
    original,
    base,
    edited,
    hasBaseline: baseline !== undefined,
    typedLinks,
    sides: { ...sides, hasChangedNote },
    changedNotes: changed,
    style: detectStyle(original),
    definitionText: definitionsOf(original, edited),
    carried: new Map(),
    definitions: new Set(
      [...edited.links].flatMap(([name, node]) => {
        const own = original.links.get(name)
        return own && sides.original.of(own) === sides.edited.of(node) ? [name] : []
      }),
    ),
  }
}

/** The names of the footnotes that were changed, added or deleted. */
function changedNotes(
  sides: { base: Meanings; edited: Meanings },
  base: MarkdownDocument,
  edited: MarkdownDocument,
): ReadonlySet<string> {
  const changed = new Set<string>()
  for (const name of new Set([...base.footnotes.keys(), ...edited.footnotes.keys()])) {
    const [was, now] = [base.footnotes.get(name), edited.footnotes.get(name)]
    if (!was || !now || sides.base.of(was) !== sides.edited.of(now)) changed.add(name)
  }
  return changed
}
