import { readFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { ask } from './http-client.ts'
import { all, hrefs, links, parseHtml, texts } from './parse-html.ts'
import { articleFile, runningSite } from './running-site.ts'

const day = 24 * 60 * 60 * 1000
/** Age in days → label; `src/domain/dates.test.ts` proves every row of the table. */
const ages: ReadonlyArray<readonly [number, string]> = [
  [6, 'This week'],
  [90, '3 months ago'],
  [364, 'This year'],
  [730, '2 years ago'],
]
/** An hour more than the full days, so that no label changes during the tests. */
const daysAgo = (days: number) => new Date(Date.now() - days * day - 60 * 60 * 1000).toISOString()

const files: Record<string, string> = {
  'site.yaml': readFileSync(path.join(import.meta.dirname, '../content/site.yaml'), 'utf8'),
}
for (const [age] of ages) {
  const publishedAt = daysAgo(age)
  files[`articles/age-${age}.md`] = articleFile({
    title: `Age ${age}`,
    category: 'mixing',
    publishedAt,
  })
  files[`news/age-${age}.md`] = newsFile(2000 + age, `Age ${age}`, publishedAt)
  files[`newsletters/age-${age}.md`] =
    `---\nid: ${3000 + age}\ntitle: Age ${age}\nissueNumber: ${2000 - age}\npublishedAt: ${publishedAt}\n---\n\nText.\n`
}
for (let number = 1; number <= 60; number++) {
  files[`articles/plugin-${number}.md`] = articleFile({
    title: `Plug-in ${number}`,
    category: 'plugins',
    publishedAt: daysAgo(2000 + number),
    tags: number === 1 ? '[one, two, three, four, five]' : number === 2 ? '[one, two]' : '[]',
    featured: String(number === 1),
  })
}
for (let number = 1; number <= 26; number++)
  files[`news/old-${number}.md`] = newsFile(5000 + number, `Old ${number}`, daysAgo(3000 + number))

function newsFile(id: number, title: string, publishedAt: string): string {
  return `---\nid: ${id}\ntitle: ${title}\nexcerpt: What is new.\npublishedAt: ${publishedAt}\n---\n\nText.\n`
}

const site = await runningSite({ files })
afterAll(() => site[Symbol.asyncDispose]())

const pageAt = async (path: string) => parseHtml((await ask(site.url, path)).text)

test('the lists of articles, news and issues label the ages of what they list', async () => {
  for (const path of ['/category/mixing', '/news', '/newsletters']) {
    // Title and date label of every card or row in the list.
    const labels = all(await pageAt(path), 'main article').map((item) => [
      item.querySelector('h2, h3')?.textContent,
      item.querySelector('time')?.textContent,
    ])
    expect(labels.slice(0, ages.length), path).toEqual(
      ages.map(([age, label]) => [`Age ${age}`, label]),
    )
  }
})

test('the list of each category has its title', async () => {
  const titles = {
    all: 'All Tips & Tricks',
    workflow: 'Workflow Tips',
    mixing: 'Mixing Tips',
    sound_design: 'Sound Design Tips',
    composition: 'Composition Tips',
    mastering: 'Mastering Tips',
    live_performance: 'Live Performance Tips',
    midi_effects: 'MIDI Effects Tips',
    audio_effects: 'Audio Effects Tips',
    sample_management: 'Sample Management Tips',
    plugins: 'Plugins Tips',
    hardware: 'Hardware Tips',
    ableton_push: 'Ableton Push Tips',
    production: 'Production Techniques Tips',
  }
  for (const [category, title] of Object.entries(titles))
    expect(texts(await pageAt(`/category/${category}`), 'h1'), category).toEqual([title])
})

test('a category without articles says so and leads on', async () => {
  const page = await pageAt('/category/hardware')
  expect(page.querySelector('main')?.textContent).toContain(
    'No articles available in this category',
  )
  const ways = links(page, 'main a')
  expect(ways).toContainEqual(['All tips & tricks', '/category/all'])
})

test('a card shows two tags and how many more there are', async () => {
  const cards = all(await pageAt('/category/plugins'), 'main article')
  const tags = (title: string) => {
    const card = cards.find((one) => one.querySelector('h2')?.textContent === title)
    return [...(card?.querySelectorAll('ul[aria-label="Tags"] li') ?? [])].map(
      ({ textContent }) => textContent,
    )
  }
  expect(tags('Plug-in 1')).toEqual(['one', 'two', '+3'])
  expect(tags('Plug-in 2')).toEqual(['one', 'two'])
  expect(tags('Plug-in 3')).toEqual([])
})

test('sixty articles are on three pages of 24, each with its own address', async () => {
  const [first, second, third] = await Promise.all(
    ['', '?page=2', '?page=3'].map((at) => pageAt(`/category/plugins${at}`)),
  )
  if (!first || !second || !third) throw new Error('three pages were asked')
  const titles = [first, second, third].map((page) => texts(page, 'main article h2'))
  expect(titles.map(({ length }) => length)).toEqual([24, 24, 12])
  expect(titles.flat()).toEqual(Array.from({ length: 60 }, (_, index) => `Plug-in ${index + 1}`))
  const turns = (page: typeof first) => Object.fromEntries(links(page, 'nav[aria-label="Pages"] a'))
  const own = '/category/plugins'
  expect(turns(first)).toEqual({
    1: own,
    2: `${own}?page=2`,
    3: `${own}?page=3`,
    Next: `${own}?page=2`,
  })
  expect(texts(second, 'nav[aria-label="Pages"] [aria-current="page"]')).toEqual(['2'])
  expect(second.querySelector('link[rel="canonical"]')?.getAttribute('href')).toMatch(
    /\/category\/plugins\?page=2$/,
  )
  expect(turns(third)).toEqual({
    1: own,
    2: `${own}?page=2`,
    3: `${own}?page=3`,
    Previous: `${own}?page=2`,
  })
  expect(all(await pageAt('/news?page=2'), 'main article')).toHaveLength(6)
})

test('a page of a list that does not exist, and any other address, is the not-found page', async () => {
  for (const path of [
    '/category/plugins?page=4',
    '/category/plugins?page=0',
    '/category/plugins?page=x',
    '/category/no-such-category',
    '/news?page=9',
    '/newsletters?page=2',
    '/any/other/path',
  ]) {
    const page = await pageAt(path)
    expect(texts(page, 'h1'), path).toEqual(['404 Page Not Found'])
    expect(page.querySelector('main')?.textContent).toContain(
      'Did you forget to add the page to the router?',
    )
    const ways = links(page, 'main a')
    expect(ways, path).toContainEqual(['Home', '/'])
  }
})

test('what is no news item or issue says so, and leads back to its list', async () => {
  const missing = {
    'News Item Not Found': [
      '/news/999',
      '/news/abc',
      '/news/1e3',
      '/news/-1',
      '/news/99999999999999999999',
    ],
    'Newsletter Not Found': ['/newsletter/999', '/newsletter/abc'],
    'Article Not Found': ['/article/no-such-article'],
  }
  const lists = { News: '/news', Newsletter: '/newsletters', Article: '/category/all' }
  for (const [title, paths] of Object.entries(missing))
    for (const path of paths) {
      const page = await pageAt(path)
      expect(texts(page, 'h1'), path).toEqual([title])
      const [kind = ''] = title.split(' ')
      expect(hrefs(page, 'main a')).toContain(lists[kind as keyof typeof lists])
    }
})

test('a single featured article is one slide without buttons', async () => {
  const page = await pageAt('/')
  expect(texts(page, '[aria-roledescription="slide"] h2')).toEqual(['Plug-in 1'])
  expect(all(page, '[data-carousel-dot], [data-carousel-pause]')).toEqual([])
})

test('items without a picture have covers in the manner of their kind, and no two look alike', async () => {
  for (const [path, kind] of [
    ['/category/plugins', 'plugins'],
    ['/news', 'news'],
    ['/newsletters', 'newsletter'],
  ] as const) {
    const covers = all(await pageAt(path), 'main article img').map((cover) =>
      String(cover.getAttribute('src')),
    )
    expect(covers[0], path).toContain(`/theme/default/${kind}/`)
    const answers = await Promise.all(covers.map((cover) => ask(site.url, cover)))
    for (const { status, headers } of answers)
      expect([status, headers['content-type']]).toEqual([
        200,
        expect.stringMatching(/^image\/svg\+xml/),
      ])
    expect(new Set(answers.map(({ text }) => text)).size, path).toBe(covers.length)
  }
})
