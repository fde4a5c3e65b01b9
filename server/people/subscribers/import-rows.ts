import { z } from 'zod'
import { isEmail } from '#domain/email.ts'
import { CsvError, type CsvRow, readCsv } from '../../platform/csv.ts'
import { createTurns } from '../../platform/turns.ts'
import { type ConsentColumn, kindOf, plainName, plainValue, readingOf } from './consent-columns.ts'

/** A row with a person, or the reason why it contains none. */
export type ImportRow =
  | {
      kind: 'person'
      line: number
      email: string
      subscribedAt: string | null
      unsubscribedAt: string | null
      source: string | null
      /** Values of the consent columns, in their order. */
      says: ReadonlyArray<string>
      /** The file has columns for the time of consent, and they are empty. */
      neverAgreed: boolean
    }
  | { kind: 'fault'; line: number; email: string; reason: string }

/** A parsed list of people. */
export interface ReadList {
  rows: Array<ImportRow>
  consent: Array<ConsentColumn>
  ignoredColumns: Array<string>
}

/**
 * Names of the columns in exports of other programs, normalised by `plainName`. The first match
 * counts.
 */
const columnNames = {
  email: ['email', 'emailaddress', 'mail', 'address'],
  subscribedAt: [
    'subscribedat',
    'optintime',
    'confirmtime',
    'subscribed',
    'datesubscribed',
    'createdat',
    'created',
    'creationdate',
    'date',
    'joined',
  ],
  unsubscribedAt: [
    'unsubscribedat',
    'unsubtime',
    'cleantime',
    'unsubscribedate',
    'dateunsubscribed',
    'unsubscribedon',
  ],
  source: ['source'],
} as const
type Columns = Record<keyof typeof columnNames, number>

const mostRows = 100_000
/** A column with more distinct values than this is free text and is asked about as a whole. */
const mostValues = 12

/**
 * Parses a list of people. Throws CsvError when it is not CSV, has no column of addresses or too
 * many rows.
 */
export async function readImport(text: string): Promise<ReadList> {
  const turns = createTurns()
  const lines: Array<CsvRow> = []
  for (const line of readCsv(text)) {
    if (turns.isDue()) await turns.take()
    if (line && lines.push(line) > mostRows + 1)
      throw new CsvError(`The file has more than ${mostRows} rows; please split it.`)
  }
  const [head, ...below] = lines
  if (!head) throw new CsvError('The file is empty.')
  // A plain list of addresses has no header.
  const isBare = head.cells.length === 1 && isEmail(head.cells[0] ?? '')
  const names: ReadonlyArray<string> = isBare ? ['email'] : head.cells
  const cells: ReadonlyArray<CsvRow> = isBare ? lines : below
  const columns = Object.fromEntries(
    Object.entries(columnNames).map(([column, known]) => [column, firstOf(names, known)]),
  ) as Columns
  if (columns.email < 0)
    throw new CsvError(
      `No column is called "email"; the first line names: ${names.slice(0, 10).join(', ').slice(0, 200)}.`,
    )
  const consent = await consentColumns(names, cells, columns, turns)
  const used = new Set([...Object.values(columns), ...consent.map(({ at }) => at)])
  const agreed = ['optintime', 'confirmtime'].map((name) => firstOf(names, [name]))
  const rows: Array<ImportRow> = []
  for (const line of cells) {
    rows.push(importRow(line, columns, consent, agreed))
    if (turns.isDue()) await turns.take()
  }
  return {
    rows,
    consent,
    ignoredColumns: names
      .filter((name, at) => name !== '' && !used.has(at))
      .map((name) => name.slice(0, 100)),
  }
}

function firstOf(names: ReadonlyArray<string>, known: ReadonlyArray<string>): number {
  const plain = names.map(plainName)
  return known.map((name) => plain.indexOf(name)).find((at) => at >= 0) ?? -1
}

/**
 * The consent columns. In an export of this program only `status` counts: `unsubscribedAt` is also
 * set for people who subscribed again.
 */
async function consentColumns(
  names: ReadonlyArray<string>,
  rows: ReadonlyArray<CsvRow>,
  { email, source }: Columns,
  turns: ReturnType<typeof createTurns>,
): Promise<Array<ConsentColumn>> {
  const isOwnExport = firstOf(names, ['consentwording']) >= 0 && firstOf(names, ['status']) >= 0
  const found: Array<ConsentColumn> = []
  for (const [at, name] of names.entries()) {
    if (
      name === '' ||
      at === email ||
      at === source ||
      (isOwnExport && plainName(name) !== 'status')
    )
      continue
    const values = new Set<string>()
    for (const { cells } of rows) {
      values.add(plainValue(cells[at] ?? ''))
      if (turns.isDue()) await turns.take()
    }
    const kind = kindOf(name, values)
    if (!kind) continue
    const open = [...values].filter((value) => readingOf(kind, value) === null)
    found.push({ at, name: name.slice(0, 100), kind, isText: open.length > mostValues })
  }
  return found
}

function importRow(
  { line, cells }: CsvRow,
  columns: Columns,
  consent: ReadonlyArray<ConsentColumn>,
  agreed: ReadonlyArray<number>,
): ImportRow {
  const cell = (column: keyof Columns) => cells[columns[column]] ?? ''
  const email = cell('email').normalize('NFC')
  if (!isEmail(email)) {
    const reason = email === '' ? 'No address' : 'Not a valid email address'
    return { kind: 'fault', line, email: email.slice(0, 254), reason }
  }
  return {
    kind: 'person',
    line,
    email,
    subscribedAt: dateOf(cell('subscribedAt')),
    unsubscribedAt: dateOf(cell('unsubscribedAt')),
    source: cell('source').slice(0, 100) || null,
    says: consent.map(({ at }) => plainValue(cells[at] ?? '')),
    neverAgreed: agreed.every((at) => at >= 0 && (cells[at] ?? '') === ''),
  }
}

const dated = z.coerce.date().min(new Date('1990-01-01'))

/** ISO instant of a date in a common notation; null when it is not a date or in the future. */
function dateOf(text: string): string | null {
  if (!/\d{4}/.test(text)) return null
  const parsed = dated.safeParse(
    /^\d{4}-\d\d-\d\d \d\d:\d\d(:\d\d)?$/.test(text) ? `${text.replace(' ', 'T')}Z` : text,
  )
  return parsed.success && parsed.data.getTime() <= Date.now() ? parsed.data.toISOString() : null
}
