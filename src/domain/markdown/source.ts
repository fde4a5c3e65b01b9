import type { Nodes } from 'mdast'
import { endOf, startOf } from './parse.ts'

/** The bytes of a text that was parsed with LF line ends. Offsets are those of the parsed text; what is answered is the original's. */
export class Source {
  readonly raw: string
  readonly text: string
  /** The line end that the original uses most, for lines that are new. */
  readonly eol: string
  /** Offsets in `text` of the line feeds that stand for two characters. */
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

  /** The original's bytes between two offsets. */
  slice(start: number, end: number): string {
    return end <= start ? '' : this.raw.slice(this.rawOffset(start), this.rawOffset(end))
  }

  node(node: Nodes): string {
    return this.slice(startOf(node), endOf(node))
  }

  /** Start of the line on which an offset lies. */
  lineStart(offset: number): number {
    return offset <= 0 ? 0 : this.text.lastIndexOf('\n', offset - 1) + 1
  }

  /** End of the line on which an offset lies, before its line end. */
  lineEnd(offset: number): number {
    const end = this.text.indexOf('\n', offset)
    return end < 0 ? this.text.length : end
  }

  /** A text with LF as this file writes it. */
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

/** The part of a line before a block, as the lines below it continue: marks of quotes stay, those of list items become spaces. */
export function continuation(lead: string): string {
  return lead.replace(/[^>\t ]/g, ' ')
}

/** Puts a prefix before every line but the first; none behind it where the line is empty. */
export function indentRest(text: string, prefix: string): string {
  return text.replace(/\n(?=([^\n]?))/g, (_, next: string) => `\n${next ? prefix : prefix.trimEnd()}`)
}
