import { CsvError, csvText, readCsv } from '../platform/csv.ts'
import type { ComplainAt } from './reader.ts'
import type { SourceFolder } from './source-folder.ts'

/** A row by the names of its columns, and its place `FILE:LINE`. */
export interface CsvRow {
  row: Record<string, string>
  place: string
}

/**
 * The rows of a CSV file by the names in its first row, in lower case with `_`. A fault ends the
 * reading and is reported with its line.
 */
export async function* rowsOf(
  folder: SourceFolder,
  file: string,
  complain: ComplainAt,
): AsyncGenerator<CsvRow> {
  const text = csvText(await folder.read(file))
  let names: Array<string> | null = null
  let last = 1
  try {
    for (const found of readCsv(text)) {
      if (!found) continue
      last = found.line
      if (names === null)
        names = found.cells.map((cell) =>
          cell
            .trim()
            .toLowerCase()
            .replace(/[\s-]+/g, '_'),
        )
      else
        yield {
          row: Object.fromEntries(names.map((name, at) => [name, found.cells[at] ?? ''])),
          place: `${file}:${found.line}`,
        }
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    complain(`${file}:${last}`, `${error.message} What is behind it is left out`)
  }
}
