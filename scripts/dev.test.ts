import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import http from 'node:http'
import { expect, test } from 'vitest'
import { developmentSite } from '../tests/development-site.ts'
import { processesNow } from '../tests/processes-now.ts'
import { eventually } from '../tests/running-site.ts'

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

test('a page shows an edit of the server while it is open in a browser, and no process outlives the command', async () => {
  // Each server loads all pages, and those of the admin take longest.
  await using site = await developmentSite({ without: 'src/pages/admin' })
  // A server that waited for open pages before it stops would never show the edit.
  await openSocket(site.url)
  const option = async (address: string) => {
    // Between two servers, nobody listens.
    const answer = await fetch(site.url + address).catch(() => null)
    await answer?.text()
    return answer?.headers.get('x-frame-options')
  }
  const servers = async () =>
    (await processesNow()).filter((line) => line.includes(`${site.folder}/scripts/dev-process`))
  // A server computes for seconds before its first page, so only the second one is asked for it.
  expect(await option('/api/health')).toBe('DENY')
  await site.edit('server/http/security-headers.ts', "'DENY'", "'SAMEORIGIN'")
  await eventually(async () => (await option('/api/health')) === 'SAMEORIGIN')
  expect(await option('/article/first')).toBe('SAMEORIGIN')
  // The second is prepared for the next edit.
  await eventually(async () => (await servers()).length === 2)
  await site.stop('SIGKILL')
  await eventually(async () => (await servers()).length === 0)
})
