import { once as happens } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import express from 'express'
import { expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import type { CallTable } from '#contract/call.ts'
import { openGate } from '../../tests/open-gate.ts'
import type { Log } from '../platform/log.ts'
import { createErrorHandler } from './error-handler.ts'
import { createIdempotency } from './idempotency.ts'
import { mountCalls } from './mount-calls.ts'
import { sealedFiles } from './remembered-writes.ts'

const silent = () => {}

const slowCalls = {
  'POST /api/write': {
    group: 'write',
    who: 'writer',
    summary: 'Writes.',
    headers: ['Idempotency-Key'],
    status: 201,
    answer: z.strictObject({ written: z.int() }),
  },
} satisfies CallTable

const now = () => new Date()

/** A server with one write, which ends on demand. */
async function slowWrites(patience: number) {
  const folder = await mkdtemp(path.join(tmpdir(), 'session-notes-once-'))
  const idempotency = createIdempotency({
    records: sealedFiles(folder, now),
    made: () => false,
    now,
    log: {
      error: (details: object) => expect.unreachable(JSON.stringify(details)),
    } as unknown as Log,
    patience,
  })
  let written = 0
  let finish: () => void = silent
  const finished = new Promise<void>((resolve) => {
    finish = resolve
  })
  const gate = { ...openGate, idempotency }
  const routes = mountCalls(slowCalls, gate, {
    async 'POST /api/write'() {
      written += 1
      await finished
      return { written }
    },
  })
  const app = express()
    .use('/api', routes)
    .use(createErrorHandler({ info: silent, warn: silent, error: silent } as never))
  const server = createServer(app).listen(0, '127.0.0.1')
  await happens(server, 'listening')
  onTestFinished(async () => {
    finish()
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
    await rm(folder, { recursive: true, force: true })
  })
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/write`
  return {
    finish,
    written: () => written,
    send: (headers: Record<string, string> = {}) =>
      fetch(url, { method: 'POST', headers: { 'Idempotency-Key': 'one', ...headers } }),
  }
}

test('a second request waits for the first one with its key, and gets its answer', async () => {
  const site = await slowWrites(10_000)
  const answers = [site.send(), site.send(), site.send()]
  await expect.poll(site.written).toBe(1)
  site.finish()
  for (const answer of await Promise.all(answers)) {
    expect(answer.status).toBe(201)
    expect(await answer.json()).toEqual({ written: 1 })
  }
})

test('a request that waits too long for the first one gets a Retry-After', async () => {
  const site = await slowWrites(50)
  const first = site.send()
  await expect.poll(site.written).toBe(1)
  const second = await site.send()
  expect(second.status).toBe(409)
  expect(second.headers.get('Retry-After')).toBe('2')
  expect(await second.json()).toEqual({
    message: 'The first request with this Idempotency-Key is still under way.',
  })
  site.finish()
  expect((await first).status).toBe(201)
  expect(await (await site.send()).json()).toEqual({ written: 1 })
})

test('who only asks what came of a key writes nothing, and gets the answer or null', async () => {
  const site = await slowWrites(10_000)
  site.finish()
  const asked = await site.send({ 'Idempotency-Replay': 'only' })
  expect([asked.status, await asked.json(), site.written()]).toEqual([200, null, 0])
  await site.send()
  const again = await site.send({ 'Idempotency-Replay': 'only' })
  expect([again.status, await again.json(), site.written()]).toEqual([201, { written: 1 }, 1])
  // The answer is that of the key, whatever is sent with the question.
  const other = await site.send({ 'Idempotency-Replay': 'only', 'If-Match': '"2"' })
  expect([other.status, await other.json(), site.written()]).toEqual([201, { written: 1 }, 1])
  expect((await site.send({ 'If-Match': '"2"' })).status).toBe(422)
})
