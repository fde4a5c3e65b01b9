import { hasBullet, withMarkdownBullet } from '../bullets.ts'
import { withoutPastedHtml } from './pasted-html.ts'
import { isIndented, type PlainLine, withPlainHeadings } from './plain-headings.ts'
import { closesFence } from './text-blocks.ts'

const listItem = /^\s*(?:[-*+]|\d{1,9}[.)])\s+\S/
const dashItem = /^[–—]\s+\S/
const opensSetIn = /^(?: {4,}|\t+)["'“]?\p{Lu}[\p{L}'’]*,?(?: [\p{L}\p{N}'’,-]+){5}/u
const tableRow = /^\s*\|.*\|\s*$/

/**
 * Converts raw text to clean Markdown with every word unchanged and in order (rulings, section 6b):
 * pasted HTML is converted, list and heading marks of other programs and unmarked subheadings are
 * recognised, one blank line separates blocks. Clean Markdown is returned unchanged, except for
 * white space at line ends.
 */
export function formatContent(raw: string): string {
  const text = raw.replace(/^\ufeff/, '').replace(/\r\n?|\u2028|\u2029/g, '\n')
  const clean = joined(marked(withoutPastedHtml(text).split('\n')))
  const lines = marked(clean.split('\n'))
  const found = withPlainHeadings(lines)
  return found === lines ? clean : joined(found)
}

function joined(lines: ReadonlyArray<PlainLine>): string {
  const formatter = new Formatter()
  for (const line of lines) formatter.add(line)
  return formatter.finish()
}

/** Converts list and heading marks to Markdown; lines of code stay. */
function marked(lines: ReadonlyArray<string>): Array<PlainLine> {
  const result: Array<PlainLine> = []
  let fence: string | null = null
  let inList = false
  /** The end of the indented code that the current line belongs to. */
  let codeEnd = 0
  lines.forEach((line, at) => {
    if (at < codeEnd) {
      result.push({ kind: 'code', text: line })
      return
    }
    const mark = /^\s*(`{3,}|~{3,})/.exec(line)?.[1]
    if (fence !== null) {
      if (closesFence(line, mark, fence)) fence = null
      result.push({ kind: 'code', text: line })
      return
    }
    if (mark) {
      fence = mark
      result.push({ kind: 'code', text: line })
      return
    }
    const before = lines[at - 1] ?? ''
    const isBelowBlank = !before.trim()
    if (isBelowBlank && !inList) codeEnd = indentedCodeEnd(lines, at)
    const prose =
      at < codeEnd
        ? { kind: 'code' as const, text: line }
        : proseLine(line, before, lines[at + 1] ?? '')
    result.push(prose)
    if (prose.kind !== 'blank')
      inList = prose.kind === 'item' || (inList && (!isBelowBlank || /^(?: {2}|\t)/.test(line)))
  })
  return result
}

/** The line after the indented code that begins at a line; the line itself when it is no code. */
function indentedCodeEnd(lines: ReadonlyArray<string>, at: number): number {
  let end = at
  for (let next = at; next < lines.length; next += 1) {
    const line = lines[next] as string
    if (!line.trim()) continue
    const isBelowCode = end > at && end === next
    // Lists of other programs are indented, and so is the first line of a paragraph in books.
    if (
      !isIndented(line) ||
      (end === at && isListLine(line)) ||
      (!isBelowCode && opensSetIn.test(line))
    )
      break
    end = next + 1
  }
  return end
}

function isListLine(line: string): boolean {
  return (
    hasBullet(line) ||
    listItem.test(line) ||
    dashItem.test(line.trimStart()) ||
    tightNumber(line) !== null
  )
}

function proseLine(line: string, before: string, after: string): PlainLine {
  const text = withLineBreak(line, after)
  if (!text.trim()) return { kind: 'blank', text: '' }
  const heading = /^ {0,3}(#{2,6})([^\s#].*)$/.exec(text) ?? /^ {0,3}(#{1,6})\s+(.*)/.exec(text)
  if (heading) return { kind: 'heading', text: `${heading[1]} ${(heading[2] as string).trim()}` }
  if (hasBullet(text)) return { kind: 'item', text: withMarkdownBullet(text) }
  // A single dash may begin a line of dialogue; several are a list.
  if (dashItem.test(text) && (dashItem.test(before) || dashItem.test(after)))
    return { kind: 'item', text: text.replace(/^[–—]\s+/, '- ') }
  const tight = tightNumber(text)
  if (tight !== null && (isNeighbor(tight, before, -1) || isNeighbor(tight, after, 1)))
    return { kind: 'item', text: text.replace(/^(\s*\d{1,3}[.)])/, '$1 ') }
  if (listItem.test(text)) return { kind: 'item', text }
  if (tableRow.test(text)) return { kind: 'table', text }
  if (/^ {0,3}>/.test(text)) return { kind: 'quote', text }
  return { kind: 'text', text }
}

/** Removes spaces at the end of a line, except the two that break a line inside a paragraph. */
function withLineBreak(line: string, after: string): string {
  const text = line.trimEnd()
  return /\S {2,}$/.test(line) && after.trim() ? `${text}  ` : text
}

/**
 * The list number of '1.Open the browser', which Markdown does not parse as a list; null for '1.5
 * ms'.
 */
function tightNumber(line: string): number | null {
  const match = /^\s*(\d{1,3})[.)](?=\p{L})/u.exec(line)
  return match ? Number(match[1]) : null
}

function isNeighbor(number: number, line: string, step: number): boolean {
  return tightNumber(line) === number + step
}

/** Joins lines with one blank line between blocks. */
class Formatter {
  private readonly lines: Array<string> = []
  private last: PlainLine['kind'] = 'blank'
  private inList = false

  add(line: PlainLine): void {
    if (line.kind === 'blank') {
      if (this.last !== 'blank') this.lines.push('')
      this.last = 'blank'
      return
    }
    const indented = /^(?: {2,}|\t)/.test(line.text)
    const startsBlock =
      this.last !== 'blank' && this.last !== 'code' && this.needsGap(line, indented)
    if (startsBlock) this.lines.push('')
    this.inList =
      line.kind === 'item' || (this.inList && (indented || this.last !== 'blank') && !startsBlock)
    // Books indent the first line of a paragraph; Markdown would read it as code.
    const setIn =
      line.kind === 'text' &&
      (this.last === 'blank' || startsBlock) &&
      !this.inList &&
      opensSetIn.test(line.text)
    this.lines.push(setIn ? line.text.trimStart() : line.text)
    this.last = line.kind
  }

  finish(): string {
    while (this.lines.at(-1) === '') this.lines.pop()
    while (this.lines[0] === '') this.lines.shift()
    return this.lines.join('\n')
  }

  private needsGap({ kind, text }: PlainLine, indented: boolean): boolean {
    if (kind === 'heading' || this.last === 'heading') return true
    if (kind === 'item') return this.last !== 'item' && !this.inList
    if (kind === 'table') return this.last !== 'table' && !this.inList
    if (this.last === 'table') return kind === 'text' && !indented
    if (kind === 'text' && this.inList && !indented) return this.beginsParagraph(text)
    return false
  }

  /**
   * Whether a line after a list item starts a paragraph. Without an indent, Markdown would add it
   * to the item; a new sentence after a finished one is a paragraph.
   */
  private beginsParagraph(text: string): boolean {
    const before = (this.lines.at(-1) ?? '').trimEnd()
    return (
      /^["'“(*_[]*[\p{Lu}\p{N}]/u.test(text) &&
      (/[.!?:…]["'”)]*$/.test(before) || before.length < 60)
    )
  }
}
