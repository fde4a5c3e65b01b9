import { once } from 'node:events'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import express from 'express'
import { expect, test } from 'vitest'
import { ask } from '../../tests/http-client.ts'
import { temporaryFolder } from '../../tests/temp-repository.ts'
import { builtAssets } from './built-assets.ts'

/** A server for a folder with the files of a build. */
async function assetServer() {
  const folder = await temporaryFolder()
  await mkdir(path.join(folder.path, 'assets'))
  await writeFile(path.join(folder.path, 'assets', 'a.js'), '0123456789')
  for (const ending of ['', '.br', '.gz'])
    await writeFile(path.join(folder.path, `vite-plugin-ssr.json${ending}`), '{}')
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

test('the record of the bundler is not served, however its address is spelled', async () => {
  await using server = await assetServer()
  for (const address of [
    '/vite-plugin-ssr.json',
    '/%76ite-plugin-ssr.json',
    '/vite-plugin-ssr%2Ejson',
    '/%76%69%74%65-plugin-ssr.json.br',
    '/vite-plugin-ssr.json/',
    '/vite-plugin-ssr.json?x',
    '/vite-plugin-ssr',
  ])
    for (const coding of ['identity', 'br', 'gzip']) {
      const answer = await ask(server.url, address, { headers: { 'Accept-Encoding': coding } })
      expect([address, coding, answer.status]).toEqual([address, coding, 404])
    }
})

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

test('a file removed by a new build aborts its response, and the server continues', async () => {
  await using server = await assetServer()
  await rm(server.file)
  await expect(ask(server.url, '/assets/a.js')).rejects.toThrow()
  expect((await ask(server.url, '/nothing')).status).toBe(404)
})
