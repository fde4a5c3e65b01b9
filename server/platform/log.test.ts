import { expect, test } from 'vitest'
import { createLog } from './log.ts'

test('what a database quotes of a row does not come into the log', () => {
  const lines: Array<string> = []
  const log = createLog({ write: (line) => void lines.push(line) })
  const error = Object.assign(
    new Error('duplicate key value violates unique constraint "subscribers_email"'),
    {
      code: '23505',
      detail: 'Key (email)=(ada@example.org) already exists.',
      where: 'COPY subscribers, line 1: "ada@example.org"',
    },
  )
  log.error({ err: error }, 'work on the mailing list did not succeed')
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({
    level: 50,
    err: { code: '23505', message: error.message },
  })
  expect(lines.join()).not.toContain('ada@')
})
