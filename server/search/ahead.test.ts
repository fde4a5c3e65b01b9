import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { sampleDocument } from '../../tests/sample-documents.ts'
import { Ahead } from './ahead.ts'

test('no document is made while 64 messages wait for the thread, nor when it wants none', async () => {
  const answers: Array<(isWanted: boolean) => void> = []
  const ahead = new Ahead(() => new Promise((resolve) => answers.push(resolve)))
  let made = 0
  const offer = (count: number) => {
    for (let at = 0; at < count; at += 1)
      ahead.offer(() => {
        made += 1
        return sampleDocument(made, 'Looper')
      })
  }
  offer(2_000)
  expect([made, answers.length]).toEqual([1_024, 64])
  answers[0]!(true)
  await setImmediate()
  offer(100)
  expect([made, answers.length]).toEqual([1_040, 65])
  answers[1]!(false)
  await setImmediate()
  offer(100)
  expect([made, answers.length]).toEqual([1_040, 65])
})
