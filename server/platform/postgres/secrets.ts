import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import type { Database } from './database.ts'

const secretRow = z.object({ value: z.string() })

/**
 * Returns the secret of a name, and creates it at the first call. Every process gets the same one.
 */
export async function databaseSecret(database: Database, name: string): Promise<string> {
  const stored = () =>
    database.first(secretRow, 'select value from secrets where name = $1', [name])
  const before = await stored()
  if (before) return before.value
  const made = randomBytes(32).toString('base64url')
  await database.run('insert into secrets (name, value) values ($1, $2) on conflict do nothing', [
    name,
    made,
  ])
  return (await stored())?.value ?? made
}

/** Removes a secret, so that the next one to ask gets a new one. */
export async function removeSecret(database: Database, name: string): Promise<void> {
  await database.run('delete from secrets where name = $1', [name])
}
