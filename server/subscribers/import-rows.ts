import { z } from 'zod'
import { isEmail } from '#domain/email.ts'
import type { SubscriberStatus } from '#domain/subscriber.ts'
import { CsvError, readCsv } from './csv.ts'

/** A row of a list that is taken in, or why it is not. */
export type ImportRow =
  | {
      kind: 'person'
      line: number
      email: string
      status: SubscriberStatus
      subscribedAt: string | null
      source: string | null
    }
  | { kind: 'fault'; line: number; email: string; reason: string }

type Column = 'email' | 'subscribedAt' | 'status' | 'source'

/** What other programs call our columns; compared without case, spaces and marks. */
const columnNames: Readonly<Record<Column, ReadonlyArray<string>>> = {
  email: ['email', 'emailaddress', 'mail', 'address'],
  subscribedAt: ['subscribedat', 'subscribed', 'createdat', 'created', 'creationdate', 'optintime', 'date', 'joined'],
  status: ['status', 'active', 'state', 'subscriptionstatus', 'type'],
  source: ['source'],
}

const gone = /^(unsubscribed|inactive|disabled|blocklisted|removed|cleaned|bounced|complained|false|no|0)$/i
const notYet = /^(unconfirmed|unactivated|pending)$/i

/** The columns of a list of people and the rows below. Throws CsvError when no column holds addresses. */
export function readImport(text: string): { ignoredColumns: Array<string>; rows: Iterable<ImportRow> } {
  const lines = readCsv(text)
  const { value: head } = lines.next()
  if (!head) throw new CsvError('The file is empty.')
  // A bare list of addresses has no names above it.
  if (head.cells.length === 1 && isEmail(head.cells[0] ?? ''))
    return { ignoredColumns: [], rows: importRows([head], lines, new Map([['email', 0]])) }
  const columns = new Map<Column, number>()
  const ignoredColumns: Array<string> = []
  for (const [at, cell] of head.cells.entries()) {
    const column = columnOf(cell)
    if (column && !columns.has(column)) columns.set(column, at)
    else if (cell !== '') ignoredColumns.push(cell.slice(0, 100))
  }
  if (!columns.has('email'))
    throw new CsvError(
      `No column is called "email"; the first line names: ${head.cells.slice(0, 10).join(', ').slice(0, 200)}.`,
    )
  return { ignoredColumns, rows: importRows([], lines, columns) }
}

function columnOf(cell: string): Column | null {
  const plain = cell.toLowerCase().replace(/[\s_.-]/g, '')
  const found = Object.entries(columnNames).find(([, names]) => names.includes(plain))
  return (found?.[0] as Column | undefined) ?? null
}

function* importRows(
  first: Iterable<{ line: number; cells: Array<string> }>,
  rest: Iterable<{ line: number; cells: Array<string> }>,
  columns: ReadonlyMap<Column, number>,
): Generator<ImportRow> {
  for (const rows of [first, rest])
    for (const { line, cells } of rows) {
      const cell = (column: Column) => cells[columns.get(column) ?? -1] ?? ''
      const email = cell('email').normalize('NFC')
      if (!isEmail(email)) {
        const reason = email === '' ? 'No address' : 'Not a valid email address'
        yield { kind: 'fault', line, email: email.slice(0, 254), reason }
        continue
      }
      const status = cell('status')
      const at = dateOf(cell('subscribedAt'))
      yield {
        kind: 'person',
        line,
        email,
        status: gone.test(status) ? 'unsubscribed' : notYet.test(status) ? 'unconfirmed' : 'active',
        subscribedAt: at,
        source: cell('source').slice(0, 100) || null,
      }
    }
}

const dated = z.coerce.date().min(new Date('1990-01-01'))

/** The instant of a date as most programs write it; null for what is none, or lies ahead. */
function dateOf(text: string): string | null {
  if (!/\d{4}/.test(text)) return null
  const parsed = dated.safeParse(/^\d{4}-\d\d-\d\d \d\d:\d\d(:\d\d)?$/.test(text) ? `${text.replace(' ', 'T')}Z` : text)
  return parsed.success && parsed.data.getTime() <= Date.now() ? parsed.data.toISOString() : null
}
