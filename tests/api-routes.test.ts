import { createServer } from 'node:http'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import { createApp } from '../server/app.ts'
import { readEnv } from '../server/env.ts'
import { callList as calls } from '../src/contract/calls.ts'
import { articleFile } from './running-site.ts'
import { temporaryFolder, temporaryRepository } from './temp-repository.ts'

const built = pathToFileURL(`${path.join(import.meta.dirname, '..', 'dist', 'server')}/`)

/** Express's internal record of a route, middleware or mounted router. */
interface Layer {
  rawPath?: string | Array<string> | RegExp
  handle: { stack?: Array<Layer> }
  route?: { path: string | RegExp; methods: Record<string, boolean> }
}

/** Every `METHOD /path` below `/api` that a router answers. */
function* mountedCalls(layers: ReadonlyArray<Layer>, prefix: string): Generator<string> {
  for (const { rawPath, handle, route } of layers) {
    if (route && typeof route.path !== 'string') {
      if (prefix !== '')
        throw new Error(`${prefix} has a route by pattern, which this test can't read`)
    } else if (route) {
      const path = prefix + route.path
      for (const method of Object.keys(route.methods))
        yield `${method.toUpperCase()} ${path.replace(/[:*](\w+)/g, '{$1}')}`
    } else if (handle.stack)
      for (const place of [rawPath ?? '/'].flat()) {
        if (typeof place !== 'string')
          throw new Error(`a router is mounted at ${place}, which this test can't read`)
        yield* mountedCalls(handle.stack, place === '/' ? prefix : prefix + place)
      }
  }
}

test('every call that is mounted below /api is in the reference, and every call of the reference is mounted', async () => {
  await using repository = await temporaryRepository()
  await using data = await temporaryFolder()
  await repository.write('content/articles/2026/one.md', articleFile())
  await repository.commit('Content')
  const env = readEnv(
    { CONTENT_DIR: repository.path('content'), DATA_DIR: data.path },
    repository.root,
  )
  const server = createServer()
  const site = await createApp({
    env,
    siteUrl: 'http://localhost:3000',
    headers: [],
    pageCache: null,
    server,
    beside: (name) => new URL(name, built),
  })
  try {
    const mounted = [
      ...mountedCalls((site.app.router as unknown as { stack: Array<Layer> }).stack, ''),
    ]
    const below = mounted.filter((call) => call.includes(' /api/'))
    const listed = calls.map(({ method, path: address }) => `${method} ${address}`)
    expect(new Set(listed).size).toBe(listed.length)
    expect([...new Set(below)].toSorted()).toEqual(listed.toSorted())
  } finally {
    await site.close()
  }
})
