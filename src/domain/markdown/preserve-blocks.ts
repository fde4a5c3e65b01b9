import type { Nodes } from 'mdast'
import { documentMeaning, Meanings } from './meaning.ts'
import { endOf, type MarkdownDocument, parseMarkdown, startOf } from './parse.ts'
import type { Step } from './plan.ts'
import { Source } from './source.ts'
import { joinPieces, type Piece, planContainer, renderStep } from './splice.ts'
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
  return spliced(steps, shop) ?? whole(source, edited)
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
  return { source, original, base, edited, informed, sides, style: detectStyle(original), context, definitions }
}

/** Tries with all care first; where the result, read again, says something else, with less. Null when that never leads to the same. */
function spliced(steps: ReadonlyArray<Exclude<Step, { kind: 'skip' }>>, shop: Workshop): string | null {
  const cares = new Map<Step, Care>()
  const rendered = new Map<Step, Piece>()
  for (let round = 0; round < 16; round += 1) {
    const pieces = steps.map((step) => {
      const piece = rendered.get(step) ?? renderRoot(step, shop, cares.get(step) ?? 0)
      rendered.set(step, piece)
      return piece
    })
    const text = assemble(pieces, shop)
    const difference = findDifference(text, pieces, shop)
    if (!difference) return text
    let relaxed = false
    for (const step of steps.slice(difference.start, difference.end)) {
      const care = cares.get(step) ?? 0
      if (step.kind === 'keep' || step.kind === 'move' || care === 4) continue
      cares.set(step, (care + 1) as Care)
      rendered.delete(step)
      relaxed = true
    }
    if (!relaxed) return null
  }
  return null
}

function renderRoot(step: Exclude<Step, { kind: 'skip' }>, shop: Workshop, care: Care): Piece {
  const piece = renderStep(step, '', shop, care)
  if (care < 4 || !piece.edited) return piece
  const { edited, source } = shop
  const verbatim = edited.text.slice(startOf(piece.edited), endOf(piece.edited))
  return { ...piece, text: source.withLineEnds(verbatim), verbatim: true }
}

/** The whole text: what stands before the first block and behind the last one stays. */
function assemble(pieces: ReadonlyArray<Piece>, shop: Workshop): string {
  const { source, original } = shop
  const blocks: ReadonlyArray<Nodes> = original.root.children
  const first = blocks[0]
  const last = blocks.at(-1)
  const leading = first ? source.slice(0, source.lineStart(startOf(first))) : source.raw
  const trailing = last ? source.slice(source.lineEnd(endOf(last)), source.text.length) : source.eol
  const top = pieces[0]
  if (!top) return leading
  const lead =
    top.inPlace && top.original ? source.slice(source.lineStart(startOf(top.original)), startOf(top.original)) : ''
  const bottom = pieces.at(-1)?.original
  const tail = bottom ? source.slice(endOf(bottom), source.lineEnd(endOf(bottom))) : ''
  return leading + lead + joinPieces(pieces, '', 1, shop) + tail + trailing
}

/** The first and last piece that do not say what they should, with their neighbors; null when all do. */
function findDifference(
  text: string,
  pieces: ReadonlyArray<Piece>,
  shop: Workshop,
): { start: number; end: number } | null {
  const result = parseMarkdown(text)
  const meanings = new Meanings(result)
  const found = meanings.ofAll(result.root.children)
  const expected = pieces.flatMap(({ meaning }, index) => (meaning === null ? [] : [{ meaning, index }]))
  let head = 0
  while (head < found.length && head < expected.length && found[head] === expected[head]!.meaning) head += 1
  if (head === found.length && head === expected.length)
    return footnotesAreRight(result, meanings, shop) ? null : { start: 0, end: pieces.length }
  let tail = 0
  const shorter = Math.min(found.length, expected.length) - head
  while (tail < shorter && found.at(-1 - tail) === expected.at(-1 - tail)!.meaning) tail += 1
  const start = expected[Math.max(0, head - 1)]?.index ?? 0
  const end = (expected[expected.length - tail]?.index ?? pieces.length - 1) + 1
  return { start, end }
}

/** Every footnote of the edited text is there and says what it does there; one that the editor can't hold says what it did in the file. */
function footnotesAreRight(
  result: MarkdownDocument,
  meanings: Meanings,
  { edited, base, original, sides }: Workshop,
): boolean {
  return [...edited.footnotes].every(([name, note]) => {
    const found = result.footnotes.get(name)
    if (!found) return false
    const meaning = meanings.of(found)
    const own = original.footnotes.get(name)
    return meaning === sides.edited.of(note) || (base !== original && own !== undefined)
  })
}

/** The last resort: the edited text as it is, between the empty lines and with the line ends of the file. */
function whole(source: Source, edited: string): string {
  const [, leading = ''] = /^((?:[ \t]*\n)*)/.exec(source.text) ?? []
  const text = edited.replace(/\r\n?/g, '\n').replace(/^(?:[ \t]*\n)+/, '')
  const end = source.raw === '' || /\n$/.test(source.raw) ? '\n' : ''
  return source.withLineEnds(leading + text.trimEnd() + end)
}
