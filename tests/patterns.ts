import { parseSync, Visitor } from 'oxc-parser'
import { check } from 'recheck'

/** A regular expression in a source. */
export interface Pattern {
  source: string
  flags: string
  line: number
}

/** A pattern as written in a source. */
export const nameOf = ({ source, flags }: Pick<Pattern, 'source' | 'flags'>) =>
  `/${source}/${flags}`

/** The parts of a syntax tree that are used here. */
interface Node {
  type: string
  start: number
  name?: string
  value?: unknown
  regex?: { pattern: string; flags: string } | null
  callee?: Node
  arguments?: Array<Node>
  tag?: Node
  property?: Node
  quasi?: Node
  quasis?: Array<{ value: { cooked: string | null; raw: string } }>
}

/**
 * The regular expressions of a TypeScript source: literals, and strings passed to `RegExp`. An
 * expression within such a string is replaced by the letter `x`, because it is checked where it is
 * made. A pattern that consists of an expression only is excluded.
 */
export function patternsOf(file: string, source: string): Array<Pattern> {
  const { program, errors } = parseSync(file, source)
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]?.message}`)
  const patterns: Array<Pattern> = []
  const add = (node: Node, pattern: string, flags: string) =>
    patterns.push({ source: pattern, flags, line: source.slice(0, node.start).split('\n').length })
  const made = (node: Node) => {
    if (node.callee?.type !== 'Identifier' || node.callee.name !== 'RegExp') return
    const text = node.arguments?.[0] && textOf(node.arguments[0])
    const flags = node.arguments?.[1]?.value
    if (text) add(node, text, typeof flags === 'string' ? flags : '')
  }
  const visitor = {
    Literal(node: Node) {
      if (node.regex) add(node, node.regex.pattern, node.regex.flags)
    },
    NewExpression: made,
    CallExpression: made,
  }
  new Visitor(visitor as unknown as ConstructorParameters<typeof Visitor>[0]).visit(program)
  return patterns
}

function textOf(node: Node): string | null {
  if (node.type === 'Literal') return typeof node.value === 'string' ? node.value : null
  if (node.type === 'TemplateLiteral')
    return (node.quasis ?? []).map(({ value }) => value.cooked ?? '').join('x')
  if (node.type !== 'TaggedTemplateExpression' || node.tag?.property?.name !== 'raw') return null
  return (node.quasi?.quasis ?? []).map(({ value }) => value.raw).join('x')
}

/**
 * A repetition up to this number counts as short; more counts as endless, because most texts are
 * shorter.
 */
const shortRepetition = 200
/**
 * A short repetition is checked as at most so many: the checker unrolls it, which takes up to a
 * minute, and a longer one is read in the same ways.
 */
const unrolled = 10

/**
 * The reason why a pattern may take more than linear time, or null. Without an endless repetition
 * each attempt is short, so only the others are given to the checker. All of its limits except the
 * last are numbers of steps, so that a busy machine does not change the answer.
 */
export async function complaintOf({
  source,
  flags,
}: Pick<Pattern, 'source' | 'flags'>): Promise<string | null> {
  const endless = source.replace(/\{(\d+),(\d+)\}/g, (repetition, least: string, most: string) => {
    if (Number(most) > shortRepetition) return `{${least},}`
    return Number(most) > unrolled
      ? `{${Math.min(Number(least), unrolled)},${unrolled}}`
      : repetition
  })
  if (!/[*+]|\{\d+,\}/.test(endless)) return null
  const answer = await check(endless, flags, {
    attackTimeout: null,
    incubationTimeout: null,
    attackLimit: 100_000_000,
    maxIteration: 3,
    // A larger automaton takes minutes. The checker tries texts instead, which finds the same in
    // all exceptions.
    maxNFASize: 5_000,
    recallTimeout: -1,
    timeout: 60_000,
  })
  if (answer.status === 'vulnerable') return answer.complexity.summary
  return answer.status === 'unknown' ? `not decided (${answer.error.kind})` : null
}
