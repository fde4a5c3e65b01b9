import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { createApp } from '../server/app.ts'
import { readEnv } from '../server/env.ts'
import { createLog } from '../server/platform/log.ts'
import { articleFile } from './running-site.ts'
import { admin } from './signed-in-site.ts'
import { temporaryFolder, temporaryRepository } from './temp-repository.ts'

const built = pathToFileURL(`${path.join(import.meta.dirname, '..', 'dist', 'server')}/`)
const minuteMs = 60_000

/** The app with a clock that the test sets. */
export async function siteWithClock() {
  const repository = await temporaryRepository()
  const data = await temporaryFolder()
  await repository.write('content/articles/2026/one.md', articleFile())
  await repository.commit('Content')
  const folders = { CONTENT_DIR: repository.path('content'), DATA_DIR: data.path }
  const server = createServer()
  let ahead = 0
  const now = () => new Date(Date.now() + ahead)
  const site = await createApp({
    env: readEnv({ ...admin, ...folders }, repository.root),
    siteUrl: 'http://localhost:3000',
    headers: [],
    pageCache: null,
    server,
    now,
    log: createLog({ write: () => {} }),
    beside: (name) => new URL(name, built),
  })
  server.on('request', site.app).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    now,
    pass: (minutes: number) => {
      ahead += minutes * minuteMs
    },
    async [Symbol.asyncDispose]() {
      server.close()
      await site.close()
      await repository[Symbol.asyncDispose]()
      await data[Symbol.asyncDispose]()
    },
  }
}
