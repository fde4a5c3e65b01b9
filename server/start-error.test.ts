import { expect, test } from 'vitest'
import { EnvError } from './env/env-error.ts'
import { CloneRefused } from './git/through/cold-clone.ts'
import { FolderInUse } from './platform/data-lock.ts'
import { RepositoryError } from './platform/errors.ts'
import { DatabaseUnavailable } from './platform/postgres/database.ts'
import { DatabaseRefused } from './platform/postgres/migrate.ts'
import { startSentence } from './start-error.ts'

test.each([
  new EnvError('PORT is in use.'),
  new FolderInUse('DATA_DIR is in use.'),
  new RepositoryError('It is empty.'),
  new DatabaseRefused('DATABASE_URL names nothing.'),
  new DatabaseUnavailable(Object.assign(new Error('terminating connection'), { code: '57P01' })),
  new CloneRefused('CONTENT_DIR is full.'),
])('a start that ends with %s prints one sentence', (error) => {
  expect(startSentence(error)).toMatch(/^[^\n]+\.$/)
})

test('an error of the program is printed whole', () => {
  expect(startSentence(new TypeError('x is undefined'))).toBe(null)
})
