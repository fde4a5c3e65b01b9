import { expect, test } from 'vitest'
import { createLog } from './log.ts'
import { createTelemetry, type MailCounts } from './telemetry.ts'

const none: MailCounts = { sent: 0, refused: 0, unsure: 0, deferred: 0 }

test.each<[Partial<MailCounts>, Array<string>]>([
  [{}, []],
  [{ sent: 2, refused: 1 }, ['mails sent']],
  [{ refused: 1 }, ['mails refused']],
  [{ unsure: 1, deferred: 4 }, ['mails unsure']],
  [{ deferred: 4 }, ['mails deferred']],
])('a batch of mails with %j is logged as %j', (counts, lines) => {
  const logged: Array<string> = []
  const write = (line: string) =>
    void logged.push(String((JSON.parse(line) as { msg: unknown }).msg))
  createTelemetry(
    createLog({ write }),
    null,
  )({ event: 'mails', kind: 'issue', issue: 1, ...none, ...counts })
  expect(logged).toEqual(lines)
})
