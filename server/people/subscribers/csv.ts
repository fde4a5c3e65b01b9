/** A row of a CSV file with the line that it begins on. */
export interface CsvRow {
  line: number
  cells: Array<string>
}

/** A CSV file that can't be read. Its message is one sentence for the person who sent it. */
export class CsvError extends Error {
  override name = 'CsvError'
}

const longestCell = 10_000
const mostCells = 200
/** Longer names of columns tell no more about what separates them. */
const longestHead = 100_000

/** One line of CSV, ended by CRLF. A text that a spreadsheet would take for a formula gets an apostrophe before it. */
export function csvLine(cells: ReadonlyArray<string>): string {
  return `${cells.map(csvCell).join(',')}\r\n`
}

function csvCell(text: string): string {
  // Spreadsheets also look behind spaces at the beginning, and at wide forms of these characters.
  const safe = /^\s*[=+\-@\t\r\n＝＋－＠|%]/.test(text) ? `'${text}` : text
  return /[",;\t\r\n]/.test(safe) || safe !== safe.trim() ? `"${safe.replaceAll('"', '""')}"` : safe
}

/**
 * The rows of a CSV text, one after the other, null for an empty one: separated by commas, semicolons or tabs (what `sep=` in its first line says, else whichever that
 * line has most of), quoted or not. The apostrophe before what looks like a formula is taken away again. Throws CsvError.
 */
export function* readCsv(text: string): Generator<CsvRow | null> {
  const source = text.startsWith('\ufeff') ? text.slice(1) : text
  const told = /^"?sep=([,;\t])"?(?:\r\n?|\n|$)/.exec(source)
  const separator = told?.[1] ?? separatorOf(source)
  let line = told ? 2 : 1
  let at = told?.[0].length ?? 0
  while (at < source.length) {
    const row: CsvRow = { line, cells: [] }
    for (;;) {
      const cell = source[at] === '"' ? quotedCell(source, at, line) : plainCell(source, at, separator, line)
      row.cells.push(cell.text.trim().replace(/^'(?=\s*[=+\-@\t\r\n＝＋－＠|%])/, ''))
      if (row.cells.length > mostCells) throw new CsvError(`Line ${row.line} has more than ${mostCells} cells.`)
      line += cell.breaks
      at = cell.end
      if (source[at] !== separator) break
      at += 1
    }
    if (at < source.length && source[at] !== '\n' && source[at] !== '\r')
      throw new CsvError(`Line ${line} has text behind a closing quote.`)
    if (source[at] === '\r') at += 1
    if (source[at] === '\n') at += 1
    line += 1
    yield row.cells.some((cell) => cell !== '') ? row : null
  }
}

function separatorOf(source: string): string {
  const first = /^.*/.exec(source.slice(0, longestHead))?.[0] ?? ''
  const counts = [',', ';', '\t'].map((mark) => ({ mark, count: first.split(mark).length }))
  return counts.reduce((best, one) => (one.count > best.count ? one : best)).mark
}

function plainCell(source: string, from: number, separator: string, line: number) {
  let end = from
  while (end < source.length && source[end] !== separator && source[end] !== '\n' && source[end] !== '\r') {
    end += 1
    if (end - from > longestCell) throw tooLong(line)
  }
  return { text: source.slice(from, end), end, breaks: 0 }
}

function quotedCell(source: string, from: number, line: number) {
  let text = ''
  for (let at = from + 1; ; ) {
    const quote = source.indexOf('"', at)
    if (quote < 0) throw new CsvError(`The quote that opens on line ${line} is never closed.`)
    text += source.slice(at, quote)
    if (text.length > longestCell) throw tooLong(line)
    if (source[quote + 1] !== '"') return { text, end: quote + 1, breaks: text.split('\n').length - 1 }
    text += '"'
    at = quote + 2
  }
}

function tooLong(line: number): CsvError {
  return new CsvError(`Line ${line} holds a cell that is too long.`)
}
