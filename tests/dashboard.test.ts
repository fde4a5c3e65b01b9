import { afterAll, expect, test } from 'vitest'
import type { Dashboard, Mails, Problems, Work } from '#domain/dashboard.ts'
import type { GrowthAnswer } from '#domain/growth.ts'
import { ask } from './http-client.ts'
import { mailServer } from './mail-server.ts'
import { articleFile, articleFiles, eventually, runningSite } from './running-site.ts'
import { siteYaml } from './sending-fixture.ts'
import { admin, signIn } from './signed-in-site.ts'

const day = 24 * 60 * 60 * 1000
const at = (days: number) => new Date(Date.now() + days * day).toISOString()

const mail = await mailServer()

const site = await runningSite({
  files: {
    ...articleFiles(
      40,
      'articles/old',
      (index) => ({ id: `${index + 1}`, title: `Old ${index}`, draft: 'true' }),
      'Half a text. See [it](/article/gone).',
    ),
    'articles/live.md': articleFile({ id: '100', title: 'Live', publishedAt: at(-1) }, 'Text.'),
    'articles/later.md': articleFile({ id: '101', title: 'Later', publishedAt: at(20) }, 'Text.'),
    'articles/soon.md': articleFile({ id: '102', title: 'Soon', publishedAt: at(3) }, 'Text.'),
    'articles/broken.md': 'no frontmatter\n',
    'newsletters/one.md': articleFile(
      { id: '1', title: 'An issue', issueNumber: '1', publishedAt: at(-2) },
      'Text.',
    ),
    'site.yaml': siteYaml,
  },
  env: {
    ...admin,
    SITE_URL: 'http://notes.example.org',
    SMTP_URL: mail.url,
    MAIL_FROM: 'Notes <notes@example.org>',
  },
})
const ada = await signIn(site)
afterAll(async () => {
  await site?.[Symbol.asyncDispose]()
  await mail[Symbol.asyncDispose]()
})

const read = async <Body>(path: string) => {
  const { status, body } = await ada.call<Body>('GET', path)
  expect([path, status]).toEqual([path, 200])
  return body
}

test('drafts of the person come first, those of others by their last change, and at most thirty are sent', async () => {
  const fields = { excerpt: 'E', content: 'Text.\n', category: 'mixing', publishedAt: null }
  await ada.call('POST', '/api/articles', { ...fields, title: 'Begun by Ada' })
  const begun = Date.now()
  // The dates of commits are whole seconds.
  await eventually(async () => Math.floor(Date.now() / 1000) > Math.floor(begun / 1000))
  const { body: old } = await ada.call<{ revision: string }>('GET', '/api/articles/7')
  await ada.call('PATCH', '/api/articles/7', { title: 'Touched by Ada', revision: old.revision })
  // A later commit of a writer makes it no less hers.
  await site.repository.write(
    'content/articles/zz.md',
    articleFile({ id: '200', title: 'Of a writer', draft: 'true' }),
  )
  await site.repository.commit('Begin another')
  await expect
    .poll(async () =>
      (await read<Work>('/api/dashboard/work')).drafts.items
        .map(({ title, mine }) => [title, mine])
        .slice(0, 3),
    )
    .toEqual([
      ['Touched by Ada', true],
      ['Begun by Ada', true],
      ['Of a writer', false],
    ])
  const { drafts } = await read<Work>('/api/dashboard/work')
  expect(drafts).toMatchObject({ total: 42, mine: 2 })
  expect(drafts.items).toHaveLength(30)
  expect(drafts.items[0]?.changedBy).toBe('ada')
  expect(Date.now() - Date.parse(drafts.items[0]?.changedAt ?? '')).toBeLessThan(day)
})

test('a site that has its address and mails needs neither', async () => {
  const { firstSteps } = await read<Dashboard>('/api/dashboard')
  expect(firstSteps).toMatchObject({ address: true, mail: true, people: false })
})

test('the schedule begins with the next item, and what was published last comes with its page', async () => {
  const { scheduled, published, downloads } = await read<Work>('/api/dashboard/work')
  expect(scheduled.items.map(({ title }) => title)).toEqual(['Soon', 'Later'])
  expect(published.map(({ title, url }) => [title, url])).toEqual([
    ['Live', '/article/live'],
    ['An issue', '/newsletter/1'],
  ])
  expect(downloads).toEqual({ total: 0, items: [] })
})

test('faults and warnings are paged, each with its item, grouped by kind or by file', async () => {
  // The texts are checked after a start.
  await expect
    .poll(async () => (await read<Problems>('/api/dashboard/problems')).counts.warnings)
    .toBeGreaterThan(39)
  const first = await read<Problems>('/api/dashboard/problems')
  expect(first.counts.faults).toBe(1)
  expect(first.groups[0]?.problems[0]).toMatchObject({ path: 'articles/broken.md', item: null })
  const pages = await Promise.all(
    Array.from({ length: first.pages }, (_, index) =>
      read<Problems>(`/api/dashboard/problems?page=${index + 1}`),
    ),
  )
  const all = pages.flatMap(({ groups }) => groups.flatMap(({ problems }) => problems))
  expect(all).toHaveLength(first.counts.faults + first.counts.warnings)
  const { body: listed } = await ada.call<Array<unknown>>('GET', '/api/content/problems')
  expect(all).toHaveLength(listed.length)
  const byFile = await read<Problems>('/api/dashboard/problems?by=file&page=2')
  for (const { name, problems } of byFile.groups)
    expect(problems).toEqual(problems.map((problem) => ({ ...problem, path: name })))
  expect((await ada.call('GET', '/api/dashboard/problems?page=0')).status).toBe(400)
})

/** Adds the people whom two tests need; who is on the list already stays as they are. */
async function importReaders() {
  const rows = [
    ['first@example.org', '2020-01-01T00:00:00Z', 'active', ''],
    ['new@example.org', at(-3), 'active', ''],
    ['gone@example.org', at(-300), 'unsubscribed', at(-2)],
  ]
  const csv = ['email,created,status,unsubscribedAt', ...rows.map((row) => row.join(','))].join(
    '\n',
  )
  return ada.call('POST', '/api/subscribers/import', csv, { 'Content-Type': 'text/csv' })
}

test('the growth adds up to the active subscribers, and knows who joined and left when', async () => {
  const imported = await importReaders()
  expect([imported.status, imported.body.message]).toEqual([200, undefined])
  const month = await read<GrowthAnswer>('/api/dashboard/growth?range=month')
  expect(month.intervals).toHaveLength(30)
  expect(month.before).toBe(2)
  const sum = (part: 'joined' | 'left') =>
    month.intervals.reduce((total, one) => total + one[part], 0)
  expect([sum('joined'), sum('left'), month.intervals.at(-1)?.total]).toEqual([1, 1, 2])
  const year = await read<GrowthAnswer>('/api/dashboard/growth')
  expect([year.intervals.length, year.before, year.intervals.at(-1)?.total]).toEqual([12, 1, 2])
  expect((await read<{ subscribers: number }>('/api/dashboard')).subscribers).toBe(2)
})

test('a scheduled mail is listed with its issue until it is called off', async () => {
  await importReaders()
  expect(await read<Mails>('/api/dashboard/mails')).toEqual({
    isSetUp: true,
    scheduled: [],
    unfinished: [],
  })
  const time = at(2)
  const scheduled = await ada.call('POST', '/api/newsletters/1/sending', {
    action: 'schedule',
    at: time,
  })
  expect([scheduled.status, scheduled.body.message]).toEqual([200, undefined])
  expect((await read<Mails>('/api/dashboard/mails')).scheduled).toEqual([
    { id: 1, title: 'An issue', at: time, problem: null },
  ])
  await ada.call('POST', '/api/newsletters/1/sending', { action: 'unschedule' })
  expect((await read<Mails>('/api/dashboard/mails')).scheduled).toEqual([])
})

test('visitors get no part of the dashboard', async () => {
  for (const part of ['', '/work', '/growth', '/mails', '/problems'])
    expect([part, (await ask(site.url, `/api/dashboard${part}`)).status]).toEqual([part, 401])
})
