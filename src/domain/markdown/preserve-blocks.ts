import type { Nodes } from 'mdast'
import { joinPieces, type Piece, runTogether } from './join-pieces.ts'
import { documentMeaning, isSilent, Meanings } from './meaning.ts'
import { endOf, type MarkdownDocument, parseMarkdown, startOf } from './parse.ts'
import type { Step } from './plan.ts'
import { Source } from './source.ts'
import { planContainer, renderStep } from './splice.ts'
import { detectStyle, houseStyle } from './style.ts'
import type { Care, Workshop } from './workshop.ts'
import { definitionsOf, withAddresses, writeBlock } from './write.ts'

export interface PreserveOptions {
  /**
   * What the editor (or the conversion to HTML and back) makes of the unedited original. With it, what the editor can't hold is no edit: code-fence
   * meta, comments, formats nested in another order stay as they are in the file.
   */
  baseline?: string
}

/**
 * Saves an edited text without touching what was not edited (rulings, sections 2 and 3): the original's bytes for every block, list item, table
 * row and line that says the same, the edited text for the rest, in the file's own style. `edited` is the whole text as the editor writes it.
 * Without an edit the answer is the original, byte for byte; it always says what `edited` says. Definitions, and what the baseline shows the editor
 * to lose, stay in the file.
 */
export function preserveBlocks(original: string, edited: string, options: PreserveOptions = {}): string {
  const source = new Source(original)
  const originalDocument = parseMarkdown(original)
  const editedDocument = parseMarkdown(edited)
  const wanted = documentMeaning(editedDocument)
  if (edited === original || edited === options.baseline || wanted === documentMeaning(originalDocument))
    return original
  const baseDocument = whatAnEditorSees(originalDocument, options.baseline)
  if (baseDocument !== originalDocument && wanted === documentMeaning(baseDocument)) return original

  const shop = setUp(source, originalDocument, baseDocument, editedDocument, options.baseline !== undefined)
  const steps = planContainer(originalDocument.root, baseDocument.root, editedDocument.root, shop).filter(
    (step) => step.kind !== 'skip',
  )
  return spliced(steps, shop)
}

/** Serialisers can't say everything that parsers understand; without a baseline, the usual one tells what is lost that way. */
function whatAnEditorSees(original: MarkdownDocument, baseline: string | undefined): MarkdownDocument {
  if (baseline !== undefined) return parseMarkdown(baseline)
  const document = parseMarkdown(writeBlock(withAddresses(original.root, original), houseStyle))
  return documentMeaning(document) === documentMeaning(original) ? original : document
}

function setUp(
  source: Source,
  original: MarkdownDocument,
  base: MarkdownDocument,
  edited: MarkdownDocument,
  informed: boolean,
): Workshop {
  const meanings = new Meanings(original)
  const sides = {
    original: meanings,
    base: base === original ? meanings : new Meanings(base),
    edited: new Meanings(edited),
  }
  const definitions = new Set(
    [...edited.links].flatMap(([name, node]) => {
      const own = original.links.get(name)
      return own && sides.original.of(own) === sides.edited.of(node) ? [name] : []
    }),
  )
  const context = definitionsOf(original, edited)
  const carried = new Map<Nodes, string>()
  return {
    source,
    original,
    base,
    edited,
    informed,
    sides,
    style: detectStyle(original),
    context,
    carried,
    definitions,
  }
}

type DoneStep = Exclude<Step, { kind: 'skip' }>

/** Pieces `start` to `end`. */
interface Range {
  start: number
  end: number
}

/**
 * Tries the smallest change first. Where the result says something else when it is parsed again, the blocks that meet there are separated, or the edited
 * blocks are written more coarsely; then their neighbors are written as the editor wrote them, in a range that grows until the result is right.
 */
function spliced(steps: ReadonlyArray<DoneStep>, shop: Workshop): string {
  const cares = new Map<DoneStep, Care>()
  const rendered = new Map<DoneStep, { care: Care; piece: Piece }>()
  const divided = new Set<number>()
  let reach = 0
  for (;;) {
    const pieces = steps.map((step) => {
      const care = cares.get(step) ?? 0
      const before = rendered.get(step)
      if (before?.care === care) return before.piece
      const piece = renderRoot(step, shop, care)
      rendered.set(step, { care, piece })
      return piece
    })
    const text = assemble(pieces, divided, shop)
    const wrong = findDifference(text, pieces, shop)
    if (!wrong) return text
    const near = { start: Math.max(0, wrong.start - reach), end: Math.min(steps.length, wrong.end + reach) }
    const open = steps.slice(near.start, near.end)
    if (divide(near, pieces, divided, shop) || relaxEdited(open, cares) || rewriteKept(open, cares)) continue
    if (near.start === 0 && near.end === steps.length) return text
    reach = reach * 2 + 1
  }
}

/** Puts a comment between blocks that would be others without it. */
function divide({ start, end }: Range, pieces: ReadonlyArray<Piece>, divided: Set<number>, shop: Workshop): boolean {
  const before = divided.size
  for (let index = start + 1; index < end; index += 1)
    if (!divided.has(index) && runTogether(pieces[index - 1]!, pieces[index]!, shop)) divided.add(index)
  return divided.size > before
}

/** Writes the edited blocks one step more coarsely. */
function relaxEdited(steps: ReadonlyArray<DoneStep>, cares: Map<DoneStep, Care>): boolean {
  let relaxed = false
  for (const step of steps) {
    const care = cares.get(step) ?? 0
    if (step.kind === 'keep' || step.kind === 'move' || care === 4) continue
    cares.set(step, (care + 1) as Care)
    relaxed = true
  }
  return relaxed
}

/** Writes the blocks that were not edited as the editor did. */
function rewriteKept(steps: ReadonlyArray<DoneStep>, cares: Map<DoneStep, Care>): boolean {
  const kept = steps.filter((step) => step.edited !== undefined && cares.get(step) !== 4)
  for (const step of kept) cares.set(step, 4)
  return kept.length > 0
}

function renderRoot(step: DoneStep, shop: Workshop, care: Care): Piece {
  const piece = renderStep(step, '', shop, care)
  if (care < 4 || !step.edited) return piece
  const { edited, source, sides } = shop
  const verbatim = edited.text.slice(startOf(step.edited), endOf(step.edited))
  const meaning = isSilent(step.edited) ? null : sides.edited.of(step.edited)
  return { ...piece, text: source.withLineEnds(verbatim), meaning, edited: step.edited, verbatim: true }
}

/** The whole text: what stands before the first block and behind the last one stays. */
function assemble(pieces: ReadonlyArray<Piece>, divided: ReadonlySet<number>, shop: Workshop): string {
  const { source, original } = shop
  const blocks: ReadonlyArray<Nodes> = original.root.children
  const first = blocks[0]
  const last = blocks.at(-1)
  const leading = first ? source.slice(0, source.lineStart(startOf(first))) : source.raw
  const trailing = last ? source.slice(source.lineEnd(endOf(last)), source.text.length) : source.eol
  const top = pieces[0]
  if (!top) return leading
  const lead = top.original ? source.slice(source.lineStart(startOf(top.original)), startOf(top.original)) : ''
  const bottom = pieces.at(-1)?.original
  const tail = bottom ? source.slice(endOf(bottom), source.lineEnd(endOf(bottom))) : ''
  return leading + lead + joinPieces(pieces, '', 1, shop, divided) + tail + trailing
}

/** The first and last piece that do not say what they should, with their neighbors; null when all do. */
function findDifference(text: string, pieces: ReadonlyArray<Piece>, shop: Workshop): Range | null {
  const result = parseMarkdown(text)
  const meanings = new Meanings(result)
  const found = meanings.ofAll(result.root.children)
  const expected = pieces.flatMap(({ meaning }, index) => (meaning === null ? [] : [{ meaning, index }]))
  let head = 0
  while (head < found.length && head < expected.length && found[head] === expected[head]!.meaning) head += 1
  if (head === found.length && head === expected.length) return wrongFootnote(result, meanings, pieces, shop)
  let tail = 0
  const shorter = Math.min(found.length, expected.length) - head
  while (tail < shorter && found.at(-1 - tail) === expected.at(-1 - tail)!.meaning) tail += 1
  const start = expected[Math.max(0, head - 1)]?.index ?? 0
  const end = (expected[expected.length - tail]?.index ?? pieces.length - 1) + 1
  return { start, end }
}

/**
 * A footnote of the edited text that is not there or does not say what it says there, with its neighbors; one that the editor can't hold may say what
 * it did in the file. Null when there is none.
 */
function wrongFootnote(
  result: MarkdownDocument,
  meanings: Meanings,
  pieces: ReadonlyArray<Piece>,
  { edited, base, original, sides }: Workshop,
): Range | null {
  for (const [name, note] of edited.footnotes) {
    const found = result.footnotes.get(name)
    if (found && (meanings.of(found) === sides.edited.of(note) || (base !== original && original.footnotes.has(name))))
      continue
    const index = pieces.findIndex(({ edited, original }) => [edited, original].some((node) => isNote(node, name)))
    return index < 0
      ? { start: 0, end: pieces.length }
      : { start: Math.max(0, index - 1), end: Math.min(pieces.length, index + 2) }
  }
  return null
}

function isNote(node: Nodes | undefined, name: string): boolean {
  return node?.type === 'footnoteDefinition' && node.identifier === name
}
