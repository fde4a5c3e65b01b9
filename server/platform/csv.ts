/** A row of a CSV file and the line number on which it begins. */
export interface CsvRow {
  line: number
  cells: Array<string>
}

/** The CSV can't be parsed. The message is one sentence for the sender. */
export class CsvError extends Error {
  override name = 'CsvError'
}

const longestCell = 10_000
const mostCells = 200
/** Limit of characters of the first line that are examined to find the separator. */
const longestHead = 100_000

/**
 * Formats one line of CSV, ended by CRLF. Text that a spreadsheet would execute as a formula gets
 * an apostrophe before it.
 */
export function csvLine(cells: ReadonlyArray<string>): string {
  return `${cells.map(csvCell).join(',')}\r\n`
}

function csvCell(text: string): string {
  // Spreadsheets ignore leading spaces and also accept full-width forms of these characters.
  const safe = /^\s*[=+\-@\t\r\n＝＋－＠|%]/.test(text) ? `'${text}` : text
  return /[",;\t\r\n]/.test(safe) || safe !== safe.trim() ? `"${safe.replaceAll('"', '""')}"` : safe
}

// Not csv-parse: it refuses a quote within a cell, or, with `relax_quotes`, takes text behind a
// quoted cell as part of it, and needs six times the processor time. Not csv-stringify: it leaves
// formulas behind a space, and those that begin with `|` or `%`, as they are.

/**
 * Parses CSV row by row; yields null for an empty row. The separator is that of `sep=` in the first
 * line, otherwise the most frequent of comma, semicolon and tab in that line. Removes the
 * apostrophe that `csvLine` adds before formulas. Throws CsvError.
 */
export function* readCsv(text: string): Generator<CsvRow | null> {
  const source = text.startsWith('\ufeff') ? text.slice(1) : text
  const named = /^"?sep=([,;\t])"?(?:\r\n?|\n|$)/.exec(source)
  const separator = named?.[1] ?? separatorOf(source)
  let line = named ? 2 : 1
  let at = named?.[0].length ?? 0
  while (at < source.length) {
    const row: CsvRow = { line, cells: [] }
    for (;;) {
      const cell =
        source[at] === '"' ? quotedCell(source, at, line) : plainCell(source, at, separator, line)
      row.cells.push(cell.text.trim().replace(/^'(?=\s*[=+\-@\t\r\n＝＋－＠|%])/, ''))
      if (row.cells.length > mostCells)
        throw new CsvError(`Line ${row.line} has more than ${mostCells} cells.`)
      line += cell.breaks
      at = cell.end
      if (source[at] !== separator) break
      at += 1
    }
    if (at < source.length && source[at] !== '\n' && source[at] !== '\r')
      throw new CsvError(`Line ${line} has text after a closing quote.`)
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
  while (
    end < source.length &&
    source[end] !== separator &&
    source[end] !== '\n' &&
    source[end] !== '\r'
  ) {
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
    if (source[quote + 1] !== '"')
      return { text, end: quote + 1, breaks: text.split('\n').length - 1 }
    text += '"'
    at = quote + 2
  }
}

function tooLong(line: number): CsvError {
  return new CsvError(`Line ${line} has a cell that is too long.`)
}

/**
 * Decodes a CSV file as spreadsheets write it: UTF-8, UTF-16 with a byte order mark, or
 * Windows-1252. Never fails; the parser decides whether the text is CSV.
 */
export function csvText(bytes: Uint8Array): string {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    // Not UTF-8. Latin-1 has the same letters as Windows-1252, which Node decodes as Latin-1 in
    // some versions.
    return Buffer.from(bytes).toString('latin1')
  }
}
