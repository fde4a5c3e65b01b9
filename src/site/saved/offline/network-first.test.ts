import { expect, test } from 'vitest'
import { networkFirst } from './network-first.ts'

const stored = new Response('stored')
const never = new Promise<Response>(() => undefined)
const failing = () => Promise.reject(new TypeError('Failed to fetch'))
const answering = (status: number) => Promise.resolve(new Response('network', { status }))

test.each([
  ['a response', () => answering(200), 'network'],
  ['a 404 response', () => answering(404), 'network'],
  ['a server error', () => answering(503), 'storage'],
  ['no network', failing, 'storage'],
  ['a network that does not answer', () => never, 'storage'],
])('with %s', async (_, network, from) => {
  expect((await networkFirst(network(), stored, 20)).from).toBe(from)
})

test('without a stored response, the outcome of the network is passed on', async () => {
  expect((await networkFirst(answering(503), undefined, 20)).answer.status).toBe(503)
  await expect(networkFirst(failing(), undefined, 20)).rejects.toThrow('Failed to fetch')
})
