import { expect, test } from 'vitest'
import { sampleDocument } from '../../tests/sample-documents.ts'
import { createAhead } from './ahead.ts'

test('no document is made while 64 messages wait for the thread, nor when it wants none', () => {
  const posted: Array<ReadonlyArray<unknown>> = []
  const ahead = createAhead((documents) => posted.push(documents))
  let made = 0
  const offer = (count: number) => {
    for (let at = 0; at < count; at += 1)
      ahead.offer(() => {
        made += 1
        return sampleDocument(made, 'Looper')
      })
  }
  offer(2_000)
  expect([made, posted.length]).toEqual([1_024, 64])
  ahead.took(true)
  offer(100)
  expect([made, posted.length]).toEqual([1_040, 65])
  ahead.took(false)
  offer(100)
  expect([made, posted.length]).toEqual([1_040, 65])
})
