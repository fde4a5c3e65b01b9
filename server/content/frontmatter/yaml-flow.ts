import { isMap, type Node, type Pair, type YAMLMap, type YAMLSeq } from 'yaml'
import { endOf, startOf, type YamlSource } from './yaml-source.ts'

interface Range {
  start: number
  end: number
}

/**
 * Edits the entries of a list or map in brackets one by one. All other bytes between the brackets
 * stay, comments and line breaks included.
 */
export class FlowEntries {
  private readonly source: YamlSource
  private readonly entries: ReadonlyArray<Range>
  /** The offset of the closing bracket. */
  private readonly close: number

  private constructor(source: YamlSource, entries: ReadonlyArray<Range>, close: number) {
    this.source = source
    this.entries = entries
    this.close = close
  }

  /**
   * Null for an empty collection, and when something else than commas and comments is between the
   * entries.
   */
  static of(source: YamlSource, collection: YAMLSeq | YAMLMap): FlowEntries | null {
    const ranges = isMap(collection)
      ? (collection.items as Array<Pair<Node, Node | null>>).map(({ key, value }) => [
          startOf(key),
          endOf(value),
        ])
      : (collection.items as Array<Node | null>).map((item) => [startOf(item), endOf(item)])
    const entries = ranges.map(([start = 0, end = 0]): Range => ({ start, end }))
    const [first] = entries
    const flow = new FlowEntries(source, entries, endOf(collection) - 1)
    const gaps = [
      source.text.slice(startOf(collection) + 1, first?.start),
      ...entries.map((_, at) => flow.gap(at)),
    ]
    const isPlain = (gap: string) => /^[\s,]*$/.test(withoutComments(gap))
    return first && entries.every(({ start, end }) => start < end) && gaps.every(isPlain)
      ? flow
      : null
  }

  replace(index: number, text: string): void {
    const { start, end } = this.entries[index]!
    this.source.replace(start, end, text)
  }

  /**
   * Adds entries behind the one at `index`, and behind the comment on its line; at -1, before all.
   */
  insert(index: number, texts: ReadonlyArray<string>): void {
    const { source } = this
    const { start, end } = this.entries[Math.max(index, 0)]!
    const line = `\n${this.indentAt(index)}`
    const separator = this.startsLine(start) ? `,${line}` : ', '
    if (index < 0) {
      source.insert(start, texts.map((text) => text + separator).join(''))
      return
    }
    const rest = this.gap(index).split('\n')[0]!
    const hasComma = withoutComments(rest).includes(',')
    if (!rest.includes('#') || (!hasComma && this.comma(index) !== null)) {
      source.insert(end, texts.map((text) => separator + text).join(''))
      return
    }
    if (!hasComma) source.insert(end, ',')
    source.insert(end + rest.length, line + texts.join(`,${line}`) + (hasComma ? ',' : ''))
  }

  /**
   * Removes the entries from `from` to before `to`. The comment on the line of an entry goes with
   * it, unless `keepsComment`.
   */
  remove(from: number, to: number, keepsComment: (index: number) => boolean): void {
    const { source, entries } = this
    const next = entries[to]
    const start = next ? entries[from]!.start : entries[from - 1]?.end
    const end = next ? next.start : entries[to - 1]!.end
    if (
      start !== undefined &&
      !this.gaps(next ? from : from - 1, next ? to : to - 1).includes('#')
    ) {
      source.replace(start, end, '')
      return
    }
    for (let index = from; index < to; index += 1) {
      const entry = entries[index]!
      const comma = this.comma(index)
      const line = source.text.slice(entry.end, source.afterLine(entry.end))
      const isAlone = this.startsLine(entry.start) && /^[ \t,]*\n?$/.test(withoutComments(line))
      if (isAlone && !keepsComment(index) && (comma ?? 0) < entry.end + line.length) {
        source.replace(source.lineStart(entry.start), entry.end + line.length, '')
        continue
      }
      source.replace(entry.start, entry.end, '')
      if (comma !== null) source.replace(comma, comma + 1, '')
    }
  }

  /** The text between an entry and the next one or the closing bracket. */
  private gap(index: number): string {
    return this.source.text.slice(
      this.entries[index]!.end,
      this.entries[index + 1]?.start ?? this.close,
    )
  }

  private gaps(from: number, to: number): string {
    return this.entries
      .slice(from, to)
      .reduce((text, _, offset) => text + this.gap(from + offset), '')
  }

  /** The offset of the comma behind an entry. */
  private comma(index: number): number | null {
    const at = withoutComments(this.gap(index)).indexOf(',')
    return at < 0 ? null : this.entries[index]!.end + at
  }

  private startsLine(offset: number): boolean {
    return this.source.text.slice(this.source.lineStart(offset), offset).trim() === ''
  }

  /**
   * The spaces before the entry at `index` or, when it does not start its line, before the next one
   * that does.
   */
  private indentAt(index: number): string {
    const { source, entries } = this
    const at = entries.slice(Math.max(index, 0)).find(({ start }) => this.startsLine(start))
    if (at) return source.text.slice(source.lineStart(at.start), at.start)
    const line = source.text.slice(source.lineStart(entries[0]!.start))
    return `${/^ */.exec(line)?.[0] ?? ''}  `
  }
}

/** A text between entries with spaces in place of its comments. */
function withoutComments(gap: string) {
  return gap.replace(/#[^\n]*/g, (comment) => ' '.repeat(comment.length))
}
