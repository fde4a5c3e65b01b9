import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import http from 'node:http'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { articleFile, siteEnvironment } from '../tests/running-site.ts'
import { temporaryFolder, temporaryRepository } from '../tests/temp-repository.ts'

const root = path.dirname(import.meta.dirname)

/** Opens the web socket by which Vite sends its updates, as an open page does. */
async function openSocket(url: string): Promise<void> {
  const client = await (await fetch(`${url}/@vite/client`)).text()
  const token = /wsToken = "([^"]+)"/.exec(client)?.[1]
  const request = http.get(`${url}/?token=${token}`, {
    headers: {
      Connection: 'Upgrade',
      Upgrade: 'websocket',
      'Sec-WebSocket-Version': '13',
      'Sec-WebSocket-Key': randomBytes(16).toString('base64'),
      'Sec-WebSocket-Protocol': 'vite-hmr',
    },
  })
  const [{ statusCode }] = await once(request, 'upgrade')
  expect(statusCode).toBe(101)
}

// It stops after each edit of the server, too: one that waits for open pages would never show the edit.
test('the development server stops while a page is open', async () => {
  await using repository = await temporaryRepository()
  await using data = await temporaryFolder()
  await repository.write('content/articles/first.md', articleFile({ id: '1' }))
  await repository.commit()
  const env = siteEnvironment({ CONTENT_DIR: repository.path('content'), DATA_DIR: data.path })
  const development = spawn(process.execPath, ['--import', 'tsx', 'scripts/dev.ts'], {
    cwd: root,
    env,
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let hasEnded = false
  const ended = once(development, 'close').then(() => {
    hasEnded = true
  })
  onTestFinished(() => void (hasEnded || process.kill(-Number(development.pid), 'SIGKILL')))
  let printed = ''
  const url = await new Promise<string>((resolve) => {
    development.stdout.on('data', (chunk: Buffer) => {
      printed += chunk
      const port = /^http:\/\/localhost:(\d+)$/m.exec(printed)?.[1]
      if (port) resolve(`http://127.0.0.1:${port}`)
    })
  })
  await openSocket(url)
  development.kill('SIGTERM')
  await ended
})
