import { isMap, isScalar, isSeq, type Node, type Pair, type YAMLSeq } from 'yaml'
import { dashesOf, endOf, isBlock, startOf } from './yaml-nodes.ts'

interface Splice {
  start: number
  end: number
  text: string
}

/** A text of YAML with LF line ends, and what is to be replaced in it; all else stays. */
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
    // What goes in at a place stands before what is taken away or replaced from there on; of several, the first one made comes first.
    const isInsert = ({ start, end }: Splice) => start === end
    const ordered = this.splices
      .map((splice, index) => ({ ...splice, index }))
      .sort((a, b) => a.start - b.start || Number(isInsert(b)) - Number(isInsert(a)) || a.index - b.index)
    let written = ''
    let done = 0
    for (const { start, end, text } of ordered) {
      if (start > done) written += this.text.slice(done, start)
      if (text.includes('\n') && start === this.text.length && written !== '' && !written.endsWith('\n'))
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

  /** The comment behind a value on its line, with the spaces before it; '' for none. */
  commentAfter(offset: number): string {
    return /^[ \t]+#.*/.exec(this.text.slice(offset))?.[0] ?? ''
  }

  /** Where the last sign of a value stands; `fallback` for none. */
  contentEnd(node: Node | null, fallback: number): number {
    if (!node) return fallback
    if ((isMap(node) || isSeq(node)) && !node.flow && node.items.length > 0) {
      const last = node.items.at(-1) as Node | Pair<Node, Node | null> | null
      if (last && 'key' in last) return this.contentEnd(last.value, endOf(last.key) + 1)
      return this.contentEnd(last as Node | null, (dashesOf(node as YAMLSeq).at(-1) ?? fallback) + 1)
    }
    const end = Math.max(endOf(node), startOf(node))
    if (isBlock(node) && this.text[end - 1] === '\n') return end - 1
    return isScalar(node) && node.source === '' && node.type === 'PLAIN' ? Math.min(end, fallback) : end
  }
}
