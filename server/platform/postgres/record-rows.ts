import { z } from 'zod'

// A record and its row have the same values by other names: `createdAt` is in the column `created_at`, and a moment is text
// in the record.

/** Reads a row of a table as a record; other columns are left out. */
export function recordRow<Schema extends z.ZodObject>(record: Schema) {
  return z
    .record(z.string(), z.unknown())
    .transform((row) =>
      renamed(row, (column) => column.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())),
    )
    .pipe(record)
}

/** The values of a record by their columns. */
export function columnsOf(record: object): Record<string, unknown> {
  return renamed(record, (name) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`))
}

function renamed(values: object, rename: (name: string) => string): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [rename(name), value instanceof Date ? value.toISOString() : value]),
  )
}
