import { mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { ask, askJson, post } from './http-client.ts'
import { articleFile, eventually, type RunningSite, runningSite } from './running-site.ts'
import { admin, signIn } from './signed-in-site.ts'

const files = {
  'articles/a.md': articleFile({ id: '1', title: 'A' }),
  'downloads/pack.md': '---\nid: 1\ntitle: Pack\n---\n',
  'downloads/pack.zip': 'PK',
}
const subscribe = async (site: RunningSite, name: string) =>
  (await post(site.url, '/api/subscribe', { email: `${name}@example.org`, source: 'x' })).status
const status = async (site: RunningSite) => (await askJson<{ status: string }>(site.url, '/api/health')).status
const emails = async (site: RunningSite) => {
  const ada = await signIn(site)
  const { body } = await ada.call<Array<{ email: string }>>('GET', '/api/subscribers')
  return body.map(({ email }) => email.split('@')[0]).sort()
}

test('while the folder of the data is away or another one is in its place nothing is acknowledged, and all is there when it is back', async () => {
  await using site = await runningSite({ files, env: admin })
  const ada = await signIn(site)
  const away = `${site.dataDir}-away`
  const profile = (name: string) => ada.call('PATCH', '/api/auth/profile', { name, email: '' })
  expect(await subscribe(site, 'before')).toBe(200)
  expect((await profile('Ada')).status).toBe(200)
  expect(await status(site)).toBe('ok')

  renameSync(site.dataDir, away)
  for (const isReplaced of [false, true]) {
    if (isReplaced) {
      // Writing a cache may have created the folder again.
      rmSync(site.dataDir, { recursive: true, force: true })
      mkdirSync(site.dataDir)
    }
    expect(await subscribe(site, 'lost')).toBe(503)
    const refused = await profile('Eve')
    expect([refused.status, refused.body.message]).toEqual([503, expect.stringMatching(/^Nothing was changed, .*\.$/)])
    expect((await ask(site.url, '/article/a')).status).toBe(200)
    expect(await status(site)).toBe('degraded')
    expect((await ada.call<{ user: { name: string } }>('GET', '/api/auth/status')).body.user.name).toBe('Ada')
  }

  rmSync(site.dataDir, { recursive: true })
  renameSync(away, site.dataDir)
  expect(await subscribe(site, 'after')).toBe(200)
  expect((await profile('Ada L.')).status).toBe(200)
  expect(await status(site)).toBe('ok')
  await site.restart({}, 'SIGKILL')
  expect(await emails(site)).toEqual(['after', 'before'])
})

test('a folder of the data that was deleted and made again is noticed', async () => {
  await using site = await runningSite({ files, env: admin })
  expect(await subscribe(site, 'before')).toBe(200)
  rmSync(site.dataDir, { recursive: true })
  expect(await subscribe(site, 'lost')).toBe(503)
  rmSync(site.dataDir, { recursive: true, force: true })
  mkdirSync(site.dataDir)
  expect(await subscribe(site, 'lost')).toBe(503)
  expect(await status(site)).toBe('degraded')
  expect(await site.stop()).toBe(0)
})

test('deleting the journal under the running server loses no subscriber', async () => {
  await using site = await runningSite({ files, env: admin })
  for (const name of ['one', 'two']) expect(await subscribe(site, name)).toBe(200)
  rmSync(path.join(site.dataDir, 'subscribers.1.journal'))
  expect(await subscribe(site, 'three')).toBe(503)
  const stored = () => readFileSync(path.join(site.dataDir, 'subscribers.json'), 'utf8')
  await eventually(async () => stored().includes('one@example.org'))
  await eventually(async () => (await subscribe(site, 'three')) === 200)
  await site.restart({}, 'SIGKILL')
  expect(await emails(site)).toEqual(['one', 'three', 'two'])
})
