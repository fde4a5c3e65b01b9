import type { Heading, Nodes, Paragraph } from 'mdast'
import { applyChanges } from './align.ts'
import { inlineMeaning } from './inline-meaning.ts'
import { endOf, type MarkdownDocument, startOf } from './parse.ts'
import type { Step } from './plan.ts'
import { leadPrefix, type PreserveContext } from './preserve-context.ts'
import type { Block } from './segments.ts'
import { inlineTokens, type Token } from './tokens.ts'
import { meaningOf, withAddresses, withoutNeedlessEscapes, writeBlock } from './write.ts'

type Line = Paragraph | Heading

/** A person does not split or join more lines than this at once; larger regions are compared block by block. */
const mostLines = 24
const mostLetters = 20_000

/**
 * Finds text that moved between blocks: a paragraph that was split or joined, or turned into a heading, list item or
 * quote. For each edited paragraph or heading whose words come from the file, `ctx.carried` gets its source with the
 * links, references and escapes of the file. `steps` belong to one container; `originals` and `bases` are its blocks.
 */
export function carryOver(
  steps: ReadonlyArray<Step>,
  originals: ReadonlyArray<Block>,
  bases: ReadonlyArray<Block>,
  ctx: PreserveContext,
): void {
  const places = new Map(originals.map((block, index) => [block, index]))
  const kept = new Set(steps.flatMap((step) => (step.kind === 'keep' || step.kind === 'move' ? [step.original] : [])))
  const byMeaning =
    ctx.original === ctx.base ? null : new Map(bases.map((block) => [ctx.sides.base.of(block), block] as const))
  let from = 0
  let open: Array<Exclude<Step, { kind: 'skip' | 'keep' | 'move' }>> = []
  const close = (to: number) => {
    const left = originals.slice(from, to).filter((block) => !kept.has(block))
    if (left.length > 0 && open.some(({ kind }) => kind === 'new' || left.length !== open.length))
      carry(
        left,
        basesOf(left, open, byMeaning, ctx),
        open.map(({ edited }) => edited),
        ctx,
      )
    open = []
  }
  for (const step of steps) {
    if (step.kind === 'change' || step.kind === 'new') open.push(step)
    if (step.kind !== 'keep') continue
    const at = places.get(step.original) ?? from
    close(at)
    from = at + 1
  }
  close(originals.length)
}

/** The blocks of the baseline for these originals; null when one of them has no known counterpart. */
function basesOf(
  blocks: ReadonlyArray<Block>,
  steps: ReadonlyArray<Step>,
  byMeaning: ReadonlyMap<string, Block> | null,
  { sides }: PreserveContext,
): ReadonlyArray<Block> | null {
  if (!byMeaning) return blocks
  const known = new Map(steps.flatMap((step) => (step.kind === 'change' ? [[step.original, step.base] as const] : [])))
  const found = blocks.flatMap((block) => known.get(block) ?? byMeaning.get(sides.original.of(block)) ?? [])
  return found.length === blocks.length ? found : null
}

const border: Token = { key: '\u0000', source: '\u0000', plain: '\u0000' }

function carry(
  originals: ReadonlyArray<Block>,
  bases: ReadonlyArray<Block> | null,
  edited: ReadonlyArray<Block>,
  ctx: PreserveContext,
): void {
  const [own, before, now] = [originals, bases ?? [], edited].map((blocks) => blocks.flatMap(linesIn))
  if (!own || !before || !now || own.length !== before.length || own.length === 0 || now.length > mostLines) return
  if (own.length > mostLines || endOf(own.at(-1)!) - startOf(own[0]!) > mostLetters) return
  const result = applyChanges(
    joined(own.map((line) => inlineTokens(inside(line, ctx), leadPrefix(line, ctx)))),
    joined(before.map((line) => inlineTokens(written(line, ctx.base, ctx), ''))),
    joined(now.map((line) => inlineTokens(written(line, ctx.edited, ctx), ''))),
  )
  const texts = result
    .map(({ item }) => item.plain)
    .join('')
    .split(border.plain)
  if (texts.length !== now.length) return
  for (const [index, line] of now.entries()) {
    const text = texts[index]!.trim().replaceAll('\r', '')
    const meaning = `paragraph ${inlineMeaning(line.children, ctx.edited.links)}`
    if (text && meaningOf(text, ctx.definitionText) === meaning) ctx.carried.set(line, text)
  }
}

function linesIn(node: Nodes): Array<Line> {
  if (node.type === 'paragraph' || node.type === 'heading') return node.children.length > 0 ? [node] : []
  return 'children' in node ? (node.children as Array<Nodes>).flatMap(linesIn) : []
}

/** The source of a line without the markers of its block. */
function inside(line: Line, { source }: PreserveContext): string {
  return source.slice(startOf(line.children[0]!), endOf(line.children.at(-1)!))
}

/** The editor's Markdown for a line. Keeps the escape in `\[!TIP]`, whose meaning the parser does not know. */
function written(
  line: Line,
  document: MarkdownDocument,
  { style, definitionText, typedLinks }: PreserveContext,
): string {
  const text = writeBlock({ type: 'paragraph', children: withAddresses(line, document).children }, style, typedLinks)
  return withoutNeedlessEscapes(text, (plain) => meaningOf(plain, definitionText))
}

function joined(lines: ReadonlyArray<ReadonlyArray<Token>>): Array<Token> {
  return lines.flatMap((tokens, index) => (index > 0 ? [border, ...tokens] : tokens))
}

/** A copy of a block in which carried lines have their source from the file. */
export function withCarried<Node extends Nodes>(node: Node, carried: ReadonlyMap<Nodes, string>): Node {
  const text = carried.get(node)
  if (text !== undefined) return { ...node, children: [{ type: 'html', value: text }] } as Nodes as Node
  if (!('children' in node)) return node
  return { ...node, children: (node.children as Array<Nodes>).map((child) => withCarried(child, carried)) } as Node
}
