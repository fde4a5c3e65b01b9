import { afterAll, beforeAll, expect, test } from 'vitest'
import { ask, askJson } from './http-client.ts'
import { all, hrefs, parseHtml, texts } from './parse-html.ts'
import { articleFile, eventually, type RunningSite, runningSite } from './running-site.ts'

let site: RunningSite
beforeAll(async () => {
  site = await runningSite()
  // Until the index is loaded, only titles are found.
  await eventually(
    async () => !(await askJson<{ partial?: true }>(site.url, '/api/search?q=warping')).partial,
  )
})
afterAll(() => site[Symbol.asyncDispose]())

const results = async (query: string) =>
  parseHtml((await ask(site.url, `/search?q=${encodeURIComponent(query)}`)).text)
type Page = Awaited<ReturnType<typeof results>>
const status = (page: Page) => texts(page, 'main [role="status"]')

test('the search page shows the prompt, the hits in their groups and the empty text', async () => {
  const empty = parseHtml((await ask(site.url, '/search')).text)
  expect(status(empty)).toEqual(['Start typing to search...'])
  expect(empty.querySelector('main input[type="search"]')?.getAttribute('placeholder')).toBe(
    'Search for tips, articles, and news...',
  )
  const found = await results('polymeter')
  expect(texts(found, 'main h2')).toEqual(
    expect.arrayContaining(['Articles', 'News', 'Newsletters']),
  )
  expect(found.querySelector('main input[type="search"]')?.getAttribute('value')).toBe('polymeter')
  expect(status(await results('qqqqzzzz'))).toEqual(['No results found for "qqqqzzzz"'])
  const near = await results('vocoder')
  const topics = texts(near, 'nav[aria-label="Nearest topics"] a')
  expect(topics[0]).toBe('Audio Effects')
  expect(topics.length).toBeGreaterThan(3)
  expect(near.querySelectorAll('main .card').length).toBe(3)
})

test('a single letter is no term; a single character that may be a word is', async () => {
  expect(status(await results('w'))).toEqual(['Start typing to search...'])
  expect(status(await results('音'))).toEqual(['No results found for "音"'])
  expect(await askJson(site.url, '/api/search?q=w')).not.toHaveProperty('suggestions')
  expect(await askJson(site.url, `/api/search?q=${encodeURIComponent('音')}`)).toHaveProperty(
    'suggestions',
  )
})

test('the tag of an article finds that article once', async () => {
  expect(hrefs(await results('warping'), 'main a[href="/article/warp-modes"]')).toHaveLength(1)
})

test('a word that a text misspells is corrected with a note, whose link searches for the typed word', async () => {
  const page = await results('compresor')
  expect(texts(page, '[data-corrected]')).toEqual([
    'Showing results for compressor. Search for compresor instead',
  ])
  expect(status(page)).toEqual([expect.stringMatching(/results for "compressor"$/)])
  const [literal] = hrefs(page, '[data-corrected] a')
  expect(literal).toBe('/search?q=compresor&literal=1')
  const typed = parseHtml((await ask(site.url, literal ?? '')).text)
  expect(texts(typed, 'main h2')).toEqual(['News'])
  expect(texts(typed, '[data-corrected]')).toEqual([])
})

test('devices, downloads and pages are groups of the search page', async () => {
  const group = async (query: string, name: string) =>
    hrefs(await results(query), `section[aria-label="${name}"] a`)
  expect((await group('glue compressor', 'Devices'))[0]).toBe('/article/stock-mastering-chain')
  expect(await group('dub chords', 'Downloads')).toContain('/downloads#dub-chord-midi-pack')
  expect(await group('does this site use cookies', 'Pages')).toContain('/cookie-policy')
})

test('items with sounds are marked', async () => {
  const page = await results('sidechain')
  const cards = all(page, 'main .card')
  const marked = cards.filter(({ textContent }) => textContent.includes('With sound'))
  expect(marked[0]?.querySelector('a')?.getAttribute('href')).toBe(
    '/article/sidechain-that-breathes',
  )
  expect(marked.length).toBeLessThan(cards.length)
})

test('a term with markup in it is shown as text', async () => {
  const page = await results('"><img src=x onerror=alert(1)>')
  expect(status(page)).toEqual([expect.stringMatching(/ ""><img src=x onerror=alert\(1\)>"$/)])
  expect(page.querySelectorAll('img[src="x"]').length).toBe(0)
})

test('a site whose language changes is searched by the rules of the new one', async () => {
  const settings = 'name: N\ntagline: T\ndescription: D\ndisclaimer: X\nabout: A\n'
  await using own = await runningSite({
    files: {
      'site.yaml': settings,
      'articles/2026/one.md': articleFile({ id: '1', title: 'Beispiele für Verstärker' }),
    },
  })
  const found = async (query: string) => {
    const { articles, partial } = await askJson<{
      articles: Array<{ id: number }>
      partial?: true
    }>(own.url, `/api/search?literal=1&q=${encodeURIComponent(query)}`)
    return partial ? null : articles.map(({ id }) => id)
  }
  await expect.poll(() => found('Verstarker'), { timeout: 60_000 }).toEqual([1])
  expect(await found('Verstaerker')).toEqual([])
  await own.repository.write('content/site.yaml', `${settings}language: de\n`)
  await own.repository.commit('Write in German')
  await expect.poll(() => found('Verstaerker'), { timeout: 60_000 }).toEqual([1])
  expect(await found('Verstarker')).toEqual([])
})
