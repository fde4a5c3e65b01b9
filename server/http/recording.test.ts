import { expect, test } from 'vitest'
import { type ActionDone, followAction } from './recording.ts'

const ada = {
  id: 1,
  username: 'ada',
  name: '',
  email: 'old@example.org',
  role: 'owner' as const,
  previousLoginAt: null,
  knowsFirstSteps: false,
}
const person = { sessionId: 's', confirmedAt: '', needsSecondFactor: false, user: ada }
const request = { address: '203.0.113.7', request: 'r' }

/** Follows one request; `put` are the actions on record. */
function followed(action: Parameters<typeof followAction>[1] = 'password-changed') {
  const put: Array<ActionDone> = []
  const following = followAction(async (done) => void put.push(done), action, person, request)
  return { ...following, put }
}

test('a success is on record for the person themself, with the address that they had before', async () => {
  const { end, put } = followed()
  const email = ada.email
  ada.email = 'new@example.org'
  await end('done')
  expect(put).toEqual([
    {
      action: 'password-changed',
      outcome: 'done',
      by: 1,
      whom: { ...ada, email },
      object: null,
      ...request,
    },
  ])
  ada.email = email
})

test('a refusal is on record only where the handler says whom it is about', async () => {
  const silent = followed()
  await silent.end('refused')
  expect(silent.put).toEqual([])
  const said = followed()
  await said.about({ id: 2 })
  await said.end('refused')
  expect(said.put).toMatchObject([{ outcome: 'refused', by: 1, whom: { id: 2 } }])
})

test('an answer that breaks off is on record as done, once', async () => {
  const { about, end, put } = followed('subscribers-exported')
  await about(null, { now: true })
  expect(put).toMatchObject([{ outcome: 'done', whom: null }])
  await end('refused')
  expect(put).toHaveLength(1)
})

test('a call that is no action leaves nothing, and one that was none either', async () => {
  const plain = followAction(async () => expect.unreachable(), undefined, person, request)
  await plain.end('done')
  const preview = followed('subscribers-imported')
  await preview.about(null, { action: null })
  await preview.end('done')
  expect(preview.put).toEqual([])
})
