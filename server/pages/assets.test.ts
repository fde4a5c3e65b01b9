import { once } from 'node:events'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import express from 'express'
import { expect, test } from 'vitest'
import { ask } from '../../tests/http-client.ts'
import { temporaryFolder } from '../../tests/temp-repository.ts'
import { builtAssets, earlierAssets } from './assets.ts'

/** A server for a folder with the files of a build. */
async function assetServer() {
  const folder = await temporaryFolder()
  await mkdir(path.join(folder.path, 'assets'))
  await writeFile(path.join(folder.path, 'assets', 'a.js'), '0123456789')
  const server = express().use(builtAssets(folder.path)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    file: path.join(folder.path, 'assets', 'a.js'),
    async [Symbol.asyncDispose]() {
      server.close()
      await folder[Symbol.asyncDispose]()
    },
  }
}

test.each([
  ['bytes=2-5', 206, '2345'],
  ['bytes=7-', 206, '789'],
  ['bytes=10-', 416, ''],
  ['bytes=5-2', 200, '0123456789'],
  ['bytes=-', 200, '0123456789'],
  ['bytes=x-y', 200, '0123456789'],
  ['bytes=0-1,4-5', 200, '0123456789'],
  ['lines=1-2', 200, '0123456789'],
])('Range: %s is answered with %i', async (range, status, text) => {
  await using server = await assetServer()
  const answer = await ask(server.url, '/assets/a.js', { headers: { Range: range } })
  expect([answer.status, answer.text]).toEqual([status, text])
})

test('a range is for a GET of the same file only, and no cache stores a 416', async () => {
  await using server = await assetServer()
  const get = (headers: Record<string, string>, method = 'GET') =>
    ask(server.url, '/assets/a.js', { method, headers })
  const { etag, 'last-modified': date } = (await get({})).headers
  for (const condition of [String(etag), '"other"', String(date)])
    expect([condition, (await get({ Range: 'bytes=2-5', 'If-Range': condition })).text]).toEqual([
      condition,
      '0123456789',
    ])
  const head = await get({ Range: 'bytes=2-5' }, 'HEAD')
  expect([head.status, head.headers['content-length']]).toEqual([200, '10'])
  const outside = await get({ Range: 'bytes=10-' })
  expect([
    outside.status,
    outside.headers['content-range'],
    outside.headers['cache-control'],
  ]).toEqual([416, 'bytes */10', 'private, no-store'])
})

test('a file removed by a new build aborts its response, and the server continues', async () => {
  await using server = await assetServer()
  await rm(server.file)
  await expect(ask(server.url, '/assets/a.js')).rejects.toThrow()
  expect((await ask(server.url, '/nothing')).status).toBe(404)
})

test('files of another build are read once, and two at a time, however many browsers request them', async () => {
  let running = 0
  let most = 0
  let bothRun = () => {}
  const both = new Promise<void>((resolve) => {
    bothRun = resolve
  })
  const reads: Array<string> = []
  const get = async (name: string) => {
    reads.push(name)
    most = Math.max(most, ++running)
    if (running === 2) bothRun()
    // The first read waits for the second, however slowly the requests arrive.
    await both
    await new Promise((resolve) => setImmediate(resolve))
    running -= 1
    return name.includes('gone') ? null : { bytes: Buffer.from(name), brotli: null }
  }
  const server = express().use(earlierAssets({ get })).listen(0, '127.0.0.1')
  try {
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    const names = [
      ...Array.from({ length: 6 }, (_, at) => `assets/page-AAAAAAA${at}.js`),
      'assets/gone-BBBBBBBB.js',
    ]
    const textAt = async (name: string) => {
      const answer = await fetch(`http://127.0.0.1:${port}/${name}`)
      return answer.ok ? answer.text() : null
    }
    const answers = await Promise.all([...names, ...names, ...names].map(textAt))
    const texts = names.map((name) => (name.includes('gone') ? null : name))
    expect(answers).toEqual([...texts, ...texts, ...texts])
    expect(reads.toSorted()).toEqual(names.toSorted())
    expect(most).toBe(2)
  } finally {
    server.close()
    server.closeAllConnections()
  }
})
