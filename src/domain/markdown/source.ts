import type { Nodes } from 'mdast'
import { byteOrderMark, endOf, startOf } from './parse.ts'

/**
 * The original bytes of a text that was parsed with LF line ends. Offsets refer to the parsed text;
 * results are the original's bytes.
 */
export class Source {
  readonly raw: string
  readonly text: string
  /** The most frequent line end of the original, used for new lines. */
  readonly eol: string
  /** Offsets in `text` of the line feeds that are CRLF in the original. */
  private readonly doubled: Array<number> = []

  constructor(raw: string) {
    this.raw = raw
    this.text = raw.replace(/\r\n?/g, '\n')
    let shift = 0
    for (const match of raw.matchAll(/\r\n/g)) {
      this.doubled.push(match.index - shift)
      shift += 1
    }
    this.eol = this.doubled.length * 2 > this.text.split('\n').length - 1 ? '\r\n' : '\n'
  }

  /** The original bytes between two offsets. */
  slice(start: number, end: number): string {
    return end <= start ? '' : this.raw.slice(this.rawOffset(start), this.rawOffset(end))
  }

  node(node: Nodes): string {
    return this.slice(startOf(node), endOf(node))
  }

  /** What is before a block in its line: the markers and indent of its containers. */
  lead(node: Nodes): string {
    return this.text.slice(this.lineStart(startOf(node)), startOf(node))
  }

  /** The start of the line that contains an offset. */
  lineStart(offset: number): number {
    return offset <= 0 ? 0 : this.text.lastIndexOf('\n', offset - 1) + 1
  }

  /** The end of the line that contains an offset, before the line end. */
  lineEnd(offset: number): number {
    const end = this.text.indexOf('\n', offset)
    return end < 0 ? this.text.length : end
  }

  /** Converts LF to the line end of this file. */
  withLineEnds(text: string): string {
    return this.eol === '\n' ? text : text.replaceAll('\n', this.eol)
  }

  private rawOffset(offset: number): number {
    let low = 0
    let high = this.doubled.length
    while (low < high) {
      const middle = (low + high) >> 1
      if (this.doubled[middle]! < offset) low = middle + 1
      else high = middle
    }
    return offset + low
  }
}

/**
 * The prefix of the following lines for a block after `lead`: quote markers stay, list markers
 * become spaces.
 */
export function continuation(lead: string): string {
  return withoutSpacesBeforeTabs(lead.replace(byteOrderMark, '').replace(/[^>\t ]/g, ' '))
}

/**
 * The column in which a text behind some white space and signs begins; tabs end at columns that 4
 * divides.
 */
export function columnBehind(lead: string): number {
  let column = 0
  for (const sign of lead) column += sign === '\t' ? 4 - (column % 4) : 1
  return column
}

/** Spaces right before a tab that reach no further than the tab alone are left out. */
function withoutSpacesBeforeTabs(lead: string): string {
  return lead.replace(/(?<! )( +)\t/g, (both, spaces: string, at: number) =>
    columnBehind(`${lead.slice(0, at)}\t`) === columnBehind(lead.slice(0, at) + both)
      ? '\t'
      : `${spaces}\t`,
  )
}

/** Adds a prefix to every line but the first; no trailing white space on empty lines. */
export function indentRest(text: string, prefix: string): string {
  return text.replace(
    /\n(?=([^\n]?))/g,
    (_, next: string) => `\n${next ? prefix : prefix.trimEnd()}`,
  )
}

/** A range of a text and what replaces it. */
export interface Replacement {
  from: number
  to: number
  text: string
}

/** A text with its ranges replaced, in order; `slice` gives the parts between them. */
export function replaced(
  replacements: ReadonlyArray<Replacement>,
  length: number,
  slice: (from: number, to: number) => string,
): string {
  let done = 0
  const parts: Array<string> = []
  for (const { from, to, text } of replacements) {
    parts.push(slice(done, from), text)
    done = to
  }
  return parts.join('') + slice(done, length)
}
