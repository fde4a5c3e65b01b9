import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { collectGarbage } from './collect-garbage.ts'
import { ask } from './http-client.ts'
import { multipart } from './multipart.ts'
import {
  type NewsletterService as RecordingServer,
  newsletterService as recordingServer,
} from './newsletter-service.ts'
import {
  articleFile,
  eventually,
  isCluster,
  type RunningSite,
  runningSite,
  serversPerSite,
} from './running-site.ts'
import { halves } from './sample-pictures.ts'
import { type Administrator, admin, signIn } from './signed-in-site.ts'

const token = 'purge-token-1234567890'
const details = 'name: N\ntagline: T\ndescription: D\ndisclaimer: X\nabout: A\n'

let cdn: RecordingServer
let site: RunningSite
let ada: Administrator
let beforeStart = 0
beforeAll(async () => {
  cdn = await recordingServer()
  site = await runningSite({
    files: { 'site.yaml': details, 'articles/2026/one.md': articleFile({ id: '1', title: 'One' }) },
    env: { ...admin, CDN_PURGE_URL: `${cdn.url}/service/abc/purge`, CDN_PURGE_TOKEN: token },
  })
  ada = await signIn(site)
})
// The last start purges, too.
beforeEach(() => purges(1, beforeStart))
afterAll(async () => {
  await site[Symbol.asyncDispose]()
  await cdn[Symbol.asyncDispose]()
})

/**
 * Waits for purges of each server. Each purges when it shows a change itself: an earlier purge
 * would let the CDN store its old pages again.
 */
const purges = (count: number, before = 0) =>
  eventually(async () => cdn.calls.length >= before + count * serversPerSite, 60_000)
let saves = 0
async function save() {
  saves += 1
  const { status } = await ada.call('PATCH', '/api/articles/1', { excerpt: `Save ${saves}` })
  expect(status).toBe(200)
}
const lines = (text: string) =>
  site
    .output()
    .split('\n')
    .filter((line) => line.includes(text))

test('the start of a server requests one soft purge of the key that the answers carry', async () => {
  const [call] = cdn.calls
  const page = await ask(site.url, '/article/one')
  expect([call?.method, call?.url, call?.body]).toEqual(['POST', '/service/abc/purge', ''])
  expect(call?.headers).toMatchObject({
    'surrogate-key': page.headers['surrogate-key'],
    'fastly-soft-purge': '1',
    authorization: `Bearer ${token}`,
  })
})

async function upload() {
  const { body, headers } = multipart([
    { filename: 'a.png', bytes: await halves(9, 9).png().toBuffer() },
  ])
  const answer = await ask(site.url, '/api/media', {
    method: 'POST',
    headers: { ...headers, Cookie: ada.cookie },
    body,
  })
  expect(answer.status).toBe(201)
}
async function commit(file: string, text: string) {
  await site.repository.write(`content/${file}`, text)
  await site.repository.commit(`Write ${file}`)
}

test('a save, a picture, and commits of an article, a download and the name of the site purge once each', async () => {
  const before = cdn.calls.length
  const changes = [
    save,
    upload,
    () => commit('articles/2026/two.md', articleFile({ id: '2', title: 'Two' })),
    () => commit('downloads/pack.zip', 'bytes'),
    () => commit('site.yaml', details.replace('name: N', 'name: Other')),
    save,
  ]
  for (const [at, change] of changes.entries()) {
    await change()
    await purges(at + 1, before)
  }
  expect(cdn.calls.length).toBe(before + changes.length * serversPerSite)
})

test('a scheduled article that appears purges', async () => {
  const times: Array<number> = []
  cdn.answer(() => {
    times.push(Date.now())
    return { status: 200 }
  })
  const soon = Date.now() + (isCluster ? 20_000 : 2_000)
  const publishedAt = new Date(soon).toISOString()
  await commit('articles/2026/soon.md', articleFile({ id: '3', title: 'Soon', publishedAt }))
  await eventually(
    async () => times.filter((time) => time >= soon).length >= serversPerSite,
    60_000,
  )
  expect((await ask(site.url, '/article/soon')).status).toBe(200)
})

test('a CDN that hangs or refuses neither delays nor fails a save, and the purge is repeated', async () => {
  const before = cdn.calls.length
  const earlier = lines('was not notified of a change').length
  const warnings = () => lines('was not notified of a change').length - earlier
  cdn.answer('hang')
  await save()
  expect(warnings()).toBe(0)
  await purges(1, before)
  // Node 20 drops a time limit that nothing refers to.
  collectGarbage()
  await eventually(async () => warnings() === serversPerSite)
  cdn.answer(() => ({ status: 503 }))
  await purges(2, before)
  cdn.answer(() => ({ status: 200 }))
  await eventually(async () => lines('accepts purges again').length >= serversPerSite)
  // One line for the whole outage.
  expect(warnings()).toBe(serversPerSite)
})

test('the log has neither the token nor the path of the address', async () => {
  expect(lines(token)).toEqual([])
  expect(lines('/service/abc')).toEqual([])
})

test('without a change nothing is purged, many changes share one purge, and an unreachable CDN does not delay the stop', async () => {
  const before = cdn.calls.length
  await ask(site.url, '/article/one')
  await ada.call('POST', '/api/subscribers', { email: 'reader@example.org' })
  const start = performance.now()
  for (let at = 0; at < 20; at += 1) await save()
  const seconds = (performance.now() - start) / 1000
  await purges(1, before)
  expect(cdn.calls.length - before).toBeLessThanOrEqual((Math.ceil(seconds) + 1) * serversPerSite)

  cdn.answer('hang')
  const beforeLast = cdn.calls.length
  await save()
  await purges(1, beforeLast)
  // The CDN never answers: a stop that waits for it would not end either.
  await site.stop()
  cdn.answer(() => ({ status: 200 }))
  beforeStart = cdn.calls.length
  await site.restart()
})
