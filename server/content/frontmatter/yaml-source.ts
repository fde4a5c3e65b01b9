import { isMap, isScalar, isSeq, type Node, type Pair, type YAMLMap, type YAMLSeq } from 'yaml'
import type { PlainMap, PlainValue } from './safe-yaml.ts'
import type { YamlStyle } from './yaml-write.ts'

interface Splice {
  start: number
  end: number
  text: string
}

/** A YAML text with LF line ends, and a list of replacements in it. */
export class YamlSource {
  readonly text: string
  private readonly splices: Array<Splice> = []

  constructor(text: string) {
    this.text = text
  }

  replace(start: number, end: number, text: string): void {
    this.splices.push({ start, end, text })
  }

  insert(place: number, text: string): void {
    this.replace(place, place, text)
  }

  /** The text with everything replaced. */
  result(): string {
    // An insertion comes before a removal or replacement at the same place; of several insertions,
    // the first one made comes first.
    const isInsert = ({ start, end }: Splice) => start === end
    const ordered = this.splices
      .map((splice, index) => ({ ...splice, index }))
      .sort(
        (a, b) =>
          a.start - b.start || Number(isInsert(b)) - Number(isInsert(a)) || a.index - b.index,
      )
    let written = ''
    let done = 0
    for (const { start, end, text } of ordered) {
      if (start > done) written += this.text.slice(done, start)
      if (
        text.includes('\n') &&
        start === this.text.length &&
        written !== '' &&
        !written.endsWith('\n')
      )
        written += '\n'
      written += text
      done = Math.max(done, end)
    }
    return written + this.text.slice(done)
  }

  lineStart(offset: number): number {
    return offset <= 0 ? 0 : this.text.lastIndexOf('\n', offset - 1) + 1
  }

  afterLine(offset: number): number {
    const end = this.text.indexOf('\n', offset)
    return end < 0 ? this.text.length : end + 1
  }

  /** The comment after a value on the same line, with the spaces before it; '' for none. */
  commentAfter(offset: number): string {
    return /^[ \t]+#.*/.exec(this.text.slice(offset))?.[0] ?? ''
  }

  /**
   * The comment on the last line of a value that ends at `end`, or on the first line of a block
   * scalar, with the spaces before it; '' for none.
   */
  commentBeside(node: Node | null, end: number): string {
    if (!isBlock(node)) return this.commentAfter(end)
    return /^[|>][-+\d]*([ \t]+#[^\n]*)/.exec(this.text.slice(startOf(node)))?.[1] ?? ''
  }

  /** The position of the last character of a value; `fallback` for none. */
  contentEnd(node: Node | null, fallback: number): number {
    if (!node) return fallback
    if ((isMap(node) || isSeq(node)) && !node.flow && node.items.length > 0) {
      const last = node.items.at(-1) as Node | Pair<Node, Node | null> | null
      if (last && 'key' in last) return this.contentEnd(last.value, endOf(last.key) + 1)
      return this.contentEnd(
        last as Node | null,
        (dashesOf(node as YAMLSeq).at(-1) ?? fallback) + 1,
      )
    }
    const end = Math.max(endOf(node), startOf(node))
    if (isBlock(node) && this.text[end - 1] === '\n') return end - 1
    return isScalar(node) && node.source === '' && node.type === 'PLAIN'
      ? Math.min(end, fallback)
      : end
  }
}

/** The style of a map: the most frequent quotes, and how its lists are written. */
export function styleOf(root: YAMLMap, text: string): YamlStyle {
  let single = 0
  let double = 0
  const lists: Array<{ flow: boolean; indented: boolean }> = []
  for (const { key, value } of root.items as Array<Pair<Node, Node | null>>) {
    if (isScalar(value) && value.type === 'QUOTE_SINGLE') single += 1
    if (isScalar(value) && value.type === 'QUOTE_DOUBLE') double += 1
    if (!isSeq(value) || value.items.length === 0) continue
    const column = (offset: number) => offset - (text.lastIndexOf('\n', offset - 1) + 1)
    lists.push({
      flow: Boolean(value.flow),
      indented: column(startOf(value)) > column(startOf(key)),
    })
  }
  const blocks = lists.filter(({ flow }) => !flow)
  return {
    singleQuote: single > double,
    indentLists: blocks.length === 0 || blocks.some(({ indented }) => indented),
    flowLists: lists.length === 0 || blocks.length < lists.length,
  }
}

/** Offsets of the dashes of a block list; none for any other. */
export function dashesOf(list: YAMLSeq): Array<number> {
  const token = list.srcToken
  if (token?.type !== 'block-seq') return []
  return token.items.flatMap(({ start }) =>
    start.filter(({ type }) => type === 'seq-item-ind').map(({ offset }) => offset),
  )
}

/** The name of a key, as `parseSafeYaml` returns it. */
export function keyName(key: Node): string {
  return isScalar(key)
    ? typeof key.value === 'string'
      ? key.value
      : (key.source ?? String(key.value))
    : ''
}

/** Whether a node is a block scalar (`|` or `>`). */
export function isBlock(node: Node | null): boolean {
  return isScalar(node) && (node.type === 'BLOCK_LITERAL' || node.type === 'BLOCK_FOLDED')
}

/** Whether a value is a map of values. */
export function isPlainMap(value: PlainValue | undefined): value is PlainMap {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The offset of a node in its text. */
export function startOf(node: Node | null): number {
  return node?.range?.[0] ?? 0
}

/** The end of a node in its text, before the rest of its line. */
export function endOf(node: Node | null): number {
  return node?.range?.[1] ?? 0
}

/** The value with ordinary prototypes: `isDeepStrictEqual` compares prototypes too. */
export function plain(value: PlainValue | undefined): unknown {
  if (Array.isArray(value)) return value.map(plain)
  if (!isPlainMap(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, plain(inner)]))
}
