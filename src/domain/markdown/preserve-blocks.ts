import type { Nodes } from 'mdast'
import { equalEnds } from './align.ts'
import { endOfLines, joinPieces, type Piece, runTogether, tailOf } from './join-pieces.ts'
import { documentMeaning, isSilent, Meanings } from './meaning.ts'
import { byteOrderMark, endOf, type MarkdownDocument, parseMarkdown, startOf } from './parse.ts'
import type { Step } from './plan.ts'
import {
  createContext,
  type FallbackLevel,
  type PreserveContext,
  type PreserveOptions,
} from './preserve-context.ts'
import type { Block } from './segments.ts'
import { Source } from './source.ts'
import { planContainer, renderStep } from './splice.ts'
import { houseStyle } from './style.ts'
import { withAddresses, writeBlock } from './write.ts'

/**
 * Writes an edited text into the original without touching what was not edited (rulings, sections 2
 * and 3): every block, list item, table row and line with equal meaning keeps its bytes, the rest
 * comes from `edited` in the style of the file. `edited` is the whole text as the editor writes it.
 * Without an edit the result is the original, byte for byte; the result always has the meaning of
 * `edited`. Definitions, and what the editor lost according to the baseline, stay in the file.
 */
export function preserveBlocks(
  original: string,
  edited: string,
  options: PreserveOptions = {},
): string {
  const source = new Source(original)
  const originalDocument = parseMarkdown(original)
  const editedDocument = parseMarkdown(edited)
  const wanted = documentMeaning(editedDocument)
  if (
    edited === original ||
    edited === options.baseline ||
    wanted === documentMeaning(originalDocument)
  )
    return original
  const baseDocument = baseOf(originalDocument, options.baseline)
  if (baseDocument !== originalDocument && wanted === documentMeaning(baseDocument)) return original

  const ctx = createContext(source, originalDocument, baseDocument, editedDocument, options)
  const steps = planContainer(
    originalDocument.root,
    baseDocument.root,
    editedDocument.root,
    ctx,
  ).filter((step) => step.kind !== 'skip')
  return spliced(steps, ctx)
}

/**
 * The document that the editor starts from. Serialisers cannot express everything that parsers
 * understand; without a baseline, a standard round trip shows what is lost.
 */
function baseOf(original: MarkdownDocument, baseline: string | undefined): MarkdownDocument {
  if (baseline !== undefined) return parseMarkdown(baseline)
  const style = { ...houseStyle, addresses: 'autolink' as const }
  const document = parseMarkdown(writeBlock(withAddresses(original.root, original), style))
  return documentMeaning(document) === documentMeaning(original) ? original : document
}

type DoneStep = Exclude<Step, { kind: 'skip' }>

/** The pieces `start` to `end`. */
interface Range {
  start: number
  end: number
}

/**
 * Tries the smallest change first. Where the result has another meaning when parsed again, blocks
 * there are separated or edited blocks are written at a higher fallback level; then their
 * neighbours are written as the editor wrote them, in a range that grows until the result is right.
 */
function spliced(steps: ReadonlyArray<DoneStep>, ctx: PreserveContext): string {
  const levels = new Map<DoneStep, FallbackLevel>()
  const rendered = new Map<DoneStep, { level: FallbackLevel; piece: Piece }>()
  const divided = new Set<number>()
  let reach = 0
  for (;;) {
    const pieces = steps.map((step) => {
      const level = levels.get(step) ?? 0
      const before = rendered.get(step)
      if (before?.level === level) return before.piece
      const piece = renderRoot(step, ctx, level)
      rendered.set(step, { level, piece })
      return piece
    })
    const text = assemble(pieces, divided, ctx)
    const wrong = findDifference(text, pieces, ctx)
    if (!wrong) return text
    const near = {
      start: Math.max(0, wrong.start - reach),
      end: Math.min(steps.length, wrong.end + reach),
    }
    const open = steps.slice(near.start, near.end)
    if (
      divide(near, pieces, divided, ctx) ||
      raiseLevels(open, levels) ||
      rewriteUnedited(open, levels)
    )
      continue
    if (near.start === 0 && near.end === steps.length) return text
    reach = reach * 2 + 1
  }
}

/** Adds a comment between blocks that would run together. */
function divide(
  { start, end }: Range,
  pieces: ReadonlyArray<Piece>,
  divided: Set<number>,
  ctx: PreserveContext,
): boolean {
  const before = divided.size
  for (let index = start + 1; index < end; index += 1)
    if (!divided.has(index) && runTogether(pieces[index - 1]!, pieces[index]!, ctx))
      divided.add(index)
  return divided.size > before
}

/** Raises the fallback level of the edited blocks by one. Returns whether one could be raised. */
function raiseLevels(
  steps: ReadonlyArray<DoneStep>,
  levels: Map<DoneStep, FallbackLevel>,
): boolean {
  let raised = false
  for (const step of steps) {
    const level = levels.get(step) ?? 0
    if (step.kind === 'keep' || step.kind === 'move' || level === 4) continue
    levels.set(step, (level + 1) as FallbackLevel)
    raised = true
  }
  return raised
}

/** Writes unedited blocks as the editor did. Returns whether there were any. */
function rewriteUnedited(
  steps: ReadonlyArray<DoneStep>,
  levels: Map<DoneStep, FallbackLevel>,
): boolean {
  const kept = steps.filter((step) => step.edited !== undefined && levels.get(step) !== 4)
  for (const step of kept) levels.set(step, 4)
  return kept.length > 0
}

function renderRoot(step: DoneStep, ctx: PreserveContext, level: FallbackLevel): Piece {
  const piece = renderStep(step, '', ctx, level)
  if (level < 4 || !step.edited) return piece
  const { edited, source, sides } = ctx
  const verbatim = edited.text.slice(startOf(step.edited), endOf(step.edited))
  const meaning = isSilent(step.edited) ? null : sides.edited.of(step.edited)
  return {
    ...piece,
    text: source.withLineEnds(verbatim),
    meaning,
    edited: step.edited,
    verbatim: true,
  }
}

function assemble(
  pieces: ReadonlyArray<Piece>,
  divided: ReadonlySet<number>,
  ctx: PreserveContext,
): string {
  const { source, original } = ctx
  const blocks = original.root.children
  const first = blocks[0]
  const last = blocks.at(-1)
  const mark = source.text.startsWith(byteOrderMark) ? byteOrderMark : ''
  const begin = (block: Block) => Math.max(mark.length, source.lineStart(startOf(block)))
  const leading = first ? mark + source.slice(mark.length, begin(first)) : source.raw
  const trailing = last ? source.slice(endOfLines(last, ctx), source.text.length) : source.eol
  const top = pieces[0]
  if (!top) return leading
  const lead = top.original ? source.slice(begin(top.original), startOf(top.original)) : ''
  const bottom = pieces.at(-1)?.original
  const tail = bottom ? tailOf(bottom, ctx) : ''
  return leading + lead + joinPieces(pieces, '', 1, ctx, divided) + tail + trailing
}

/**
 * The first and last piece with a wrong meaning, with their neighbours; null when all are right.
 */
function findDifference(
  text: string,
  pieces: ReadonlyArray<Piece>,
  ctx: PreserveContext,
): Range | null {
  const result = parseMarkdown(text)
  const meanings = new Meanings(result)
  const found = meanings.ofAll(result.root.children)
  const expected = pieces.flatMap(({ meaning }, index) =>
    meaning === null ? [] : [{ meaning, index }],
  )
  const wanted = expected.map(({ meaning }) => meaning)
  const { head, tail } = equalEnds(found, wanted)
  if (head === found.length && head === wanted.length)
    return wrongFootnote(result, meanings, pieces, ctx)
  const start = expected[Math.max(0, head - 1)]?.index ?? 0
  const end = (expected[expected.length - tail]?.index ?? pieces.length - 1) + 1
  return { start, end }
}

/**
 * The pieces around a footnote of the edited text that is missing or has another meaning. What the
 * editor cannot represent of a footnote may stay as in the file, but not all of it when it was
 * changed. Null when there is none.
 */
function wrongFootnote(
  result: MarkdownDocument,
  meanings: Meanings,
  pieces: ReadonlyArray<Piece>,
  { edited, base, original, sides, changedNotes }: PreserveContext,
): Range | null {
  for (const [name, note] of edited.footnotes) {
    const found = result.footnotes.get(name)
    const inFile = original.footnotes.get(name)
    if (found && meanings.of(found) === sides.edited.of(note)) continue
    const mayDiffer = inFile && base !== original
    if (
      found &&
      mayDiffer &&
      !(changedNotes.has(name) && meanings.of(found) === sides.original.of(inFile))
    )
      continue
    const index = pieces.findIndex((piece) =>
      [piece.edited, piece.original].some((block) => containsNode(block, note, inFile)),
    )
    return index < 0
      ? { start: 0, end: pieces.length }
      : { start: Math.max(0, index - 1), end: Math.min(pieces.length, index + 2) }
  }
  return null
}

/** Whether a block is one of the nodes or contains one. */
function containsNode(
  block: Nodes | undefined,
  ...nodes: ReadonlyArray<Nodes | undefined>
): boolean {
  if (!block) return false
  return (
    nodes.includes(block) ||
    ('children' in block && block.children.some((child) => containsNode(child, ...nodes)))
  )
}
