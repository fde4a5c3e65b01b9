import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import express from 'express'
import { expect, onTestFinished, test } from 'vitest'
import { UnreadableFile } from '../platform/errors.ts'
import { createLog } from '../platform/log.ts'
import { createErrorHandler } from './error-handler.ts'
import { setRequestId } from './request-parts.ts'

test('a failed request has one line with the id of its answer and without what somebody typed as an address', async () => {
  const lines: Array<string> = []
  const app = express()
    .use(setRequestId)
    .get('/broken/*path', () => {
      throw new Error('broken')
    })
    .get('/unreadable', () => {
      throw new UnreadableFile('accounts.json is damaged')
    })
    .use(createErrorHandler(createLog({ write: (line) => void lines.push(line) })))
  const server = createServer(app).listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const ids: Array<string | null> = []
  const addresses = [
    '/broken/ada@example.org/b?token=t',
    '/broken/ada%40example.org',
    '/unreadable',
    '/not-there',
  ]
  for (const address of addresses) {
    const answer = await fetch(base + address, {
      headers: { 'X-Request-Id': `request-${ids.length}` },
    })
    ids.push(answer.headers.get('X-Request-Id'))
    await answer.arrayBuffer()
  }
  expect(ids).toEqual(['request-0', 'request-1', 'request-2', 'request-3'])
  expect(lines.map((line) => JSON.parse(line))).toEqual([
    expect.objectContaining({
      level: 50,
      request: 'request-0',
      method: 'GET',
      path: '/broken/[address]/b',
      status: 500,
    }),
    expect.objectContaining({ level: 50, request: 'request-1', path: '/broken/[address]' }),
    expect.objectContaining({ level: 40, request: 'request-2', path: '/unreadable', status: 503 }),
  ])
  expect(lines.join()).not.toMatch(/ada@|ada%40|example|token/)
})

test.each([
  'short',
  'a'.repeat(65),
  'ada@example.org',
  '203.0.113.77',
  '2001:db8::1-or-so',
  'with space in it',
])('the request id %s of a client is not used', async (sent) => {
  const app = express().use(setRequestId, (_req, res) => void res.end())
  const server = createServer(app).listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const answer = await fetch(base, { headers: { 'X-Request-Id': sent } })
  expect(answer.headers.get('X-Request-Id')).toMatch(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/)
})
