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

/**
 * A person does not split or join more lines than this at once; larger regions are compared block
 * by block.
 */
const mostLines = 24
const mostLetters = 20_000

/**
 * Finds text that moved between blocks: a paragraph that was split or joined, or turned into a
 * heading, list item or quote. For each edited paragraph or heading whose words come from the file,
 * `ctx.carried` gets its source with the links, references and escapes of the file. `steps` belong
 * to one container; `originals` and `bases` are its blocks.
 */
export function carryOver(
  steps: ReadonlyArray<Step>,
  originals: ReadonlyArray<Block>,
  bases: ReadonlyArray<Block>,
  ctx: PreserveContext,
): void {
  const places = new Map(originals.map((block, index) => [block, index]))
  const kept = new Set(
    steps.flatMap((step) => (step.kind === 'keep' || step.kind === 'move' ? [step.original] : [])),
  )
  const byMeaning =
    ctx.original === ctx.base
      ? null
      : new Map(bases.map((block) => [ctx.sides.base.of(block), block] as const))
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

/**
 * The blocks of the baseline for these originals; null when one of them has no known counterpart.
 */
function basesOf(
  blocks: ReadonlyArray<Block>,
  steps: ReadonlyArray<Step>,
  byMeaning: ReadonlyMap<string, Block> | null,
  { sides }: PreserveContext,
): ReadonlyArray<Block> | null {
  if (!byMeaning) return blocks
  const known = new Map(
    steps.flatMap((step) => (step.kind === 'change' ? [[step.original, step.base] as const] : [])),
  )
  const found = blocks.flatMap(
    (block) => known.get(block) ?? byMeaning.get(sides.original.of(block)) ?? [],
  )
  return found.length === blocks.length ? found : null
}

const border = '\u0000'

function carry(
  originals: ReadonlyArray<Block>,
  bases: ReadonlyArray<Block> | null,
  edited: ReadonlyArray<Block>,
  ctx: PreserveContext,
) {
  const [own, before, now] = [originals, bases ?? [], edited].map((blocks) =>
    blocks.flatMap(linesIn),
  )
  if (
    !own ||
    !before ||
    !now ||
    own.length !== before.length ||
    own.length === 0 ||
    now.length > mostLines
  )
    return
  if (own.length > mostLines || endOf(own.at(-1)!) - startOf(own[0]!) > mostLetters) return
  const result = applyChanges(
    own.flatMap((line) =>
      bordered(inlineTokens(inside(line, ctx), leadPrefix(line, ctx)), spacesBehind(line, ctx)),
    ),
    before.flatMap((line) => written(line, ctx.base, ctx)),
    now.flatMap((line) => written(line, ctx.edited, ctx)),
  )
  const texts = result
    .map(({ item }) => item.plain)
    .join('')
    .split(border)
  if (texts.length !== now.length + 1) return
  for (const [index, line] of now.entries()) {
    const text = texts[index]!.trimStart().replaceAll('\r', '')
    const meaning = `paragraph ${inlineMeaning(line.children, ctx.edited.links)}`
    if (text && meaningOf(text, ctx.definitionText) === meaning) ctx.carried.set(line, text)
  }
}

function linesIn(node: Nodes): Array<Line> {
  if (node.type === 'paragraph' || node.type === 'heading')
    return node.children.length > 0 ? [node] : []
  return 'children' in node ? (node.children as Array<Nodes>).flatMap(linesIn) : []
}

/** The source of a line without the markers of its block. */
function inside(line: Line, { source }: PreserveContext): string {
  return source.slice(startOf(line.children[0]!), endOf(line.children.at(-1)!))
}

/**
 * The tokens of the editor's Markdown for a line. Keeps the escape in `\[!TIP]`, whose meaning the
 * parser does not know.
 */
function written(
  line: Line,
  document: MarkdownDocument,
  { style, definitionText, typedLinks }: PreserveContext,
): Array<Token> {
  const text = writeBlock(
    { type: 'paragraph', children: withAddresses(line, document).children },
    style,
    typedLinks,
  )
  return bordered(
    inlineTokens(
      withoutNeedlessEscapes(text, (plain) => meaningOf(plain, definitionText)),
      '',
    ),
  )
}

/** The spaces at the end of a paragraph in the file, which are no part of its text. */
function spacesBehind(line: Line, { source }: PreserveContext): string {
  return line.type === 'paragraph' ? source.slice(endOf(line.children.at(-1)!), endOf(line)) : ''
}

/** The tokens of a line, and what ends it. */
function bordered(tokens: ReadonlyArray<Token>, spaces = ''): Array<Token> {
  return tokens.concat({ key: border, source: border, plain: spaces + border })
}

/** A block in which carried lines have their source from the file; itself when it has none. */
export function withCarried<Node extends Nodes>(
  node: Node,
  carried: ReadonlyMap<Nodes, string>,
): Node {
  const text = carried.get(node)
  if (text !== undefined)
    return { ...node, children: [{ type: 'html', value: text }] } as Nodes as Node
  if (!('children' in node)) return node
  const children = (node.children as Array<Nodes>).map((child) => withCarried(child, carried))
  return children.every((child, index) => child === node.children[index])
    ? node
    : ({ ...node, children } as Node)
}
