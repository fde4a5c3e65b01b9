import { expect, test } from 'vitest'
import { networkFirst } from './network-first.ts'

const kept = new Response('kept')
const never = new Promise<Response>(() => undefined)
const failing = () => Promise.reject(new TypeError('Failed to fetch'))
const answering = (status: number) => Promise.resolve(new Response('network', { status }))

test.each([
  ['an answer', () => answering(200), 'network'],
  ['an answer that there is no such page', () => answering(404), 'network'],
  ['a server out of order', () => answering(503), 'kept'],
  ['no network', failing, 'kept'],
  ['a network that says nothing', () => never, 'kept'],
])('with %s', async (_, network, from) => {
  expect((await networkFirst(network(), kept, 20)).from).toBe(from)
})

test('where nothing is kept, the network has the word, whatever it says', async () => {
  expect((await networkFirst(answering(503), undefined, 20)).answer.status).toBe(503)
  await expect(networkFirst(failing(), undefined, 20)).rejects.toThrow('Failed to fetch')
})
