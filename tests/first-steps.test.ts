import { readFile } from 'node:fs/promises'
import { afterAll, expect, test } from 'vitest'
import { type Dashboard, firstSteps } from '#domain/dashboard.ts'
import { ask, post } from './http-client.ts'
import { eventually, runningSite } from './running-site.ts'
import { admin, inviteAdministrator, logIn } from './signed-in-site.ts'

const sample = 'news/2025/move-at-one-year.md'
const site = await runningSite({
  files: {
    'site.yaml': 'name: Session Notes\ntagline: T\ndescription: D\ndisclaimer: X\nabout: A\n',
    [sample]: await readFile(`content/${sample}`, 'utf8'),
  },
})
afterAll(() => site[Symbol.asyncDispose]())

async function has(path: string, words: RegExp) {
  return words.test((await ask(site.url, path)).text)
}

async function stepsOf(cookie: string) {
  const { text } = await ask(site.url, '/api/dashboard', { headers: { Cookie: cookie } })
  const steps = (JSON.parse(text) as Dashboard).firstSteps
  return steps && firstSteps.filter((step) => steps[step])
}

test('a new site says where its first person registers, without the frame of the site, and what is left to do until it is done or put away', async () => {
  expect(await has('/admin/login', /awaitsFirst/)).toBe(true)
  const [link, code] = await eventually(async () => /\/auth\?code=([\w-]+)/.exec(site.output()))
  expect(await has(link, /<header|<footer/)).toBe(false)
  const [username, password] = [admin.ADMIN_USERNAME, admin.ADMIN_PASSWORD]
  await post(site.url, '/api/auth/register', { username, password, code })
  expect(await has('/admin/login', /awaitsFirst/)).toBe(false)
  // The code is spent: this is the page of nothing, which leads on.
  expect(await has(link, /<header|<footer/)).toBe(true)

  const ada = await logIn(site)
  const { cookie, call } = ada
  expect(await stepsOf(cookie)).toEqual([])
  await call('PATCH', '/api/settings', { name: 'Loops', postalAddress: '1 Example Street' })
  expect(await stepsOf(cookie)).toEqual(['name', 'postalAddress'])
  await call('PATCH', '/api/settings', { theme: { fonts: { headings: 'serif' } } })
  await call('POST', '/api/samples/remove')
  const item = { excerpt: 'E', content: 'Text.\n', category: 'releases', publishedAt: null }
  await call('POST', '/api/news', { ...item, title: 'A draft' })
  const own = ['name', 'look', 'postalAddress', 'samples', 'text']
  expect(await stepsOf(cookie)).toEqual(own)
  const bob = await inviteAdministrator(ada, 'bob')
  await call('DELETE', '/api/dashboard/first-steps')
  expect([await stepsOf(cookie), await stepsOf(bob)]).toEqual([null, [...own, 'people']])
})
