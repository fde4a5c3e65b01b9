import { afterAll, expect, test } from 'vitest'
import { calls } from '#contract/calls.ts'
import { ask } from './http-client.ts'
import { parseHtml } from './parse-html.ts'
import { articleFile, eventually, publish } from './running-site.ts'
import { tone, wavOf } from './sample-sounds.ts'
import { signIn, siteWithAdministrator } from './signed-in-site.ts'

const [kick, pair] = [
  '![A kick](/media/kick.wav)',
  '![Dry](/media/kick.wav) ![Wet](/media/wet.wav)',
]
const article = (id: number, fields: Record<string, string>, text = 'About the kick.') => [
  `articles/2026/a${id}.md`,
  articleFile({ id: String(id), title: `Article ${id}`, ...fields }, text),
]
const files = {
  'site.yaml':
    'name: Test Notes\ntagline: T\ndescription: D\ndisclaimer: X\nabout: A\nstartHere: {advanced: [a3, a2], beginner: [a1, gone], odd: []}\n',
  'media/kick.wav': wavOf([tone(0.1)]),
  'media/wet.wav': wavOf([tone(0.2)]),
  ...Object.fromEntries([
    article(1, { techniqueLevel: 'beginner', abletonVersion: 'live_12' }, kick),
    article(2, { techniqueLevel: 'advanced' }, pair),
    article(3, { techniqueLevel: 'advanced', abletonVersion: 'live_11', category: 'hardware' }),
    article(4, { techniqueLevel: 'advanced' }, '![Gone](/media/gone.wav)'),
    ...Array.from({ length: 26 }, (_, at) => article(at + 10, { abletonVersion: 'live_12' })),
  ]),
}
const site = await siteWithAdministrator(files)
afterAll(() => site[Symbol.asyncDispose]())

async function page(path: string) {
  const { status, text } = await ask(site.url, path)
  const document = parseHtml(text)
  const all = (selector: string) => [...document.querySelectorAll(selector)]
  return {
    status,
    titles: all('main .card a.card-link').map((link) => link.textContent),
    chips: all('nav[aria-label="Filters"] a').map((link) => [
      link.textContent,
      link.getAttribute('href'),
    ]),
    canonical: document.querySelector('link[rel=canonical]')?.getAttribute('href'),
    robots: document.querySelector('meta[name=robots]')?.getAttribute('content'),
    next: document.querySelector('main a[rel=next]')?.getAttribute('href'),
    sounds: all('main [data-sound=compare]').length,
    start: all('section[aria-labelledby=start-here] :is(h3, li)').map((one) => one.textContent),
  }
}

test('a list of articles is narrowed down by level, version and sound, each chip an address beside the others', async () => {
  const { chips } = await page('/category/all')
  expect(chips).toEqual([
    ['Beginner', '/category/all?level=beginner'],
    ['Advanced', '/category/all?level=advanced'],
    ['Live 11', '/category/all?version=live_11'],
    ['Live 12', '/category/all?version=live_12'],
    ['With sound', '/category/all?sound=yes'],
  ])
  const narrowed = await page('/category/all?level=advanced&sound=yes&utm_source=mail')
  expect(narrowed).toMatchObject({
    titles: ['Article 2'],
    chips: [
      ['Beginner', '/category/all?level=beginner&sound=yes'],
      ['Advanced', '/category/all?sound=yes'],
      ['With sound', '/category/all?level=advanced'],
    ],
    canonical: expect.stringMatching(/\/category\/all$/),
    robots: 'noindex',
  })
  expect((await page('/category/hardware')).chips).toEqual([
    ['Advanced', '/category/hardware?level=advanced'],
    ['Live 11', '/category/hardware?version=live_11'],
  ])
})

test('the pages of a narrowed list keep its filters, and what no article matches is no page', async () => {
  const first = await page('/category/all?version=live_12')
  expect([first.titles.length, first.next]).toEqual([24, '/category/all?version=live_12&page=2'])
  expect((await page(first.next ?? '')).titles).toHaveLength(3)
  for (const query of [
    'level=none',
    'level=beginner&version=live_11',
    'sound=no',
    'page=2&level=advanced',
  ])
    expect([query, (await page(`/category/all?${query}`)).status]).toEqual([query, 404])
})

test('a narrowed list follows the content', async () => {
  await publish(site, Object.fromEntries([article(5, { techniqueLevel: 'beginner' }, kick)]))
  expect((await page('/category/all?level=beginner&sound=yes')).titles.sort()).toEqual([
    'Article 1',
    'Article 5',
  ])
})

test('above all articles stands where readers of each level begin, and what is wrong with it is named', async () => {
  expect((await page('/category/all')).start).toEqual([
    'Beginner',
    'Article 1',
    'Advanced',
    'Article 3',
    'Article 2',
  ])
  for (const path of ['/category/all?page=2', '/category/all?sound=yes', '/category/mixing'])
    expect([path, (await page(path)).start]).toEqual([path, []])
  const ada = await signIn(site)
  const { body } = await ada.call<Array<{ path: string; message: string }>>(
    'GET',
    '/api/content/problems',
  )
  expect(body.flatMap((one) => (one.path === 'site.yaml' ? [one.message] : []))).toEqual([
    "startHere has 'odd', which is no level",
    'startHere names articles that are not there: gone',
  ])
})

test('a search is narrowed down in the same way', async () => {
  const found = await page('/search?q=article&sound=yes&level=advanced')
  expect(found.titles).toEqual(['Article 2'])
  expect(found.chips).toContainEqual(['With sound', '/search?q=article&level=advanced'])
  const { text } = await ask(site.url, '/api/search?q=article&sound=yes&level=advanced')
  const answer = calls['GET /api/search'].answer.parse(JSON.parse(text))
  expect(answer).toMatchObject({ articles: [{ id: 2 }], news: [], downloads: [], pages: [] })
  expect((await ask(site.url, '/api/search?q=article&sound=no')).status).toBe(400)
})

test('all comparisons are on one page, in the sitemap, and on no page without one', async () => {
  // A player that is still being made comes with a later answer.
  await eventually(async () => (await page('/comparisons')).sounds === 1)
  expect((await ask(site.url, '/sitemap.xml')).text).toContain('/comparisons</loc>')
  await publish(site, Object.fromEntries([article(2, { techniqueLevel: 'advanced' }, kick)]))
  expect((await page('/comparisons')).status).toBe(404)
  await publish(site, Object.fromEntries([article(2, { techniqueLevel: 'advanced' }, pair)]))
})
