import { afterAll, expect, test } from 'vitest'
import { calls } from '#contract/calls.ts'
import type { ListFacets } from '#domain/list-filters.ts'
import { cachedList } from '../src/admin/documents/worker/cached-list.ts'
import { ask } from './http-client.ts'
import { articleFile } from './running-site.ts'
import { tone, wavOf } from './sample-sounds.ts'
import { signIn, siteWithAdministrator } from './signed-in-site.ts'

const site = await siteWithAdministrator({
  'site.yaml':
    'name: Test Notes\ntagline: T\ndescription: D\ndisclaimer: X\nabout: A\ntimeZone: Asia/Tokyo\nauthors:\n  - {key: ada, name: Ada Lovelace}\n',
  'articles/2026/old.md': articleFile({
    id: '1',
    title: 'Old',
    category: 'composition',
    author: 'Ada Lovelace',
    tags: '[Warp, beats]',
    // In Tokyo, this is the next year.
    publishedAt: '2024-12-31T20:00:00Z',
  }),
  'articles/2026/loud.md': articleFile(
    { id: '2', title: 'Loud', author: 'ada', tags: '[warp]', publishedAt: '2024-06-01' },
    '![A kick](/media/kick.wav)',
  ),
  'articles/2026/later.md': articleFile({
    id: '3',
    title: 'Later',
    author: 'Ben',
    publishedAt: '2036-01-02',
  }),
  'articles/2026/begun.md': articleFile({ id: '4', title: 'Begun', draft: 'true', titel: 'x' }),
  'media/kick.wav': wavOf([tone(0.1)]),
})
afterAll(() => site[Symbol.asyncDispose]())
const ada = await signIn(site)
const listed = async (query: string) =>
  (await ada.call<Array<{ title: string }>>('GET', `/api/articles?sort=title&${query}`)).body.map(
    ({ title }) => title,
  )

test.each([
  ['status=draft', ['Begun']],
  ['status=scheduled', ['Later']],
  ['status=published', ['Loud', 'Old']],
  ['category=composition&status=published', ['Old']],
  ['author=ada', ['Loud', 'Old']],
  ['author=Ada+Lovelace', ['Loud', 'Old']],
  ['author=Ben', ['Later']],
  ['tag=WARP', ['Loud', 'Old']],
  ['tag=warp&author=ada&year=2025', ['Old']],
  ['year=2024', ['Loud']],
  ['warning=yes', ['Begun', 'Later']],
  ['sound=yes', ['Loud']],
  ['sound=yes&q=old', []],
])(
  'the filter %s finds %j, without a network too where the list of the browser is enough',
  async (query, titles) => {
    expect(await listed(query)).toEqual(titles)
    const [whole, { body: facets }] = await Promise.all([
      ada.call<Parameters<typeof cachedList>[0]>('GET', '/api/articles'),
      ada.call<ListFacets>('GET', '/api/articles/facets'),
    ])
    const found = cachedList(whole.body, new URLSearchParams(`sort=title&${query}`), {
      language: 'en',
      timeZone: 'Asia/Tokyo',
      authors: facets.author,
    })
    const needsFiles = /sound|warning/.test(query)
    expect(found?.items.map(({ title }) => title)).toEqual(needsFiles ? undefined : titles)
  },
)

test('the next page keeps the filters', async () => {
  const first = await ada.call<Array<{ title: string }>>('GET', '/api/articles?tag=warp&limit=1')
  const [, next = ''] = /<([^>]+)>; rel="next"/.exec(String(first.headers.link)) ?? []
  expect(first.headers['x-total-count']).toBe('2')
  const second = await ada.call<Array<{ title: string }>>('GET', next)
  expect([...first.body, ...second.body].map(({ title }) => title)).toEqual(['Old', 'Loud'])
  expect(second.headers.link).toBeUndefined()
})

test('the filters offer what items have, by the names of authors and in the time zone of the site', async () => {
  const { body } = await ada.call('GET', '/api/articles/facets')
  expect(calls['GET /api/articles/facets'].answer.parse(body)).toMatchObject({
    author: [
      { value: 'ada', label: 'Ada Lovelace', count: 2 },
      { value: 'Ben', label: 'Ben', count: 1 },
    ],
    tag: expect.arrayContaining([{ value: 'warp', label: 'warp', count: 1 }]),
    year: [{ value: '2036' }, { value: '2026' }, { value: '2025' }, { value: '2024' }],
  })
  expect((await ask(site.url, '/api/articles/facets')).status).toBe(401)
})
