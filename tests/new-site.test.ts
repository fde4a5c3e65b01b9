import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { languageTags } from '#domain/site/texts/languages.ts'
import { crawl } from '../scripts/export/crawl.ts'
import { specifiedWords } from './garden-site.ts'
import { scriptHere } from './script-here.ts'
import { startHere } from './site-here.ts'

const root = await mkdtemp(path.join(tmpdir(), 'new-site-'))
afterAll(() => rm(root, { recursive: true, force: true }))

/** What `npm run site:new` makes, started. */
async function startedSite(name: string, ...answers: Array<string>) {
  const folder = path.join(root, name)
  const made = await scriptHere('new-site', [folder, ...answers], {}, root)
  expect(made).toMatchObject({ code: 0, err: '' })
  const site = await startHere({
    CONTENT_DIR: folder,
    DATA_DIR: path.join(root, `${name}-data`),
    SITE_URL: origin,
  })
  return { folder, url: site.url, [Symbol.asyncDispose]: () => site.stop() }
}

const origin = 'http://new.test'

test.each(languageTags)(
  'every page of a new site in the language %s has only links that lead somewhere',
  async (tag) => {
    await using site = await startedSite(
      tag,
      '--name',
      'Grüner *Daumen*',
      '--categories',
      'Obst',
      '--language',
      tag,
    )
    const seeds = [
      '/',
      '/about',
      '/privacy-policy',
      '/terms-of-service',
      '/cookie-policy',
      '/sitemap.xml',
      '/robots.txt',
    ]
    const { found } = await crawl({
      origin: site.url,
      siteUrl: origin,
      seeds,
      write: async () => {},
      progress: () => {},
    })
    const missing = [...found].filter(([, { kind }]) => kind === 'missing')
    expect(missing).toEqual([])
    expect([...found.keys()]).toEqual(
      expect.arrayContaining(['/article/welcome', '/category/obst', '/saved', '/news']),
    )
    const checked = await scriptHere('check-content', [], { CONTENT_DIR: site.folder }, root)
    expect(checked).toMatchObject({ code: 0, out: '5 files checked: 0 faults, 0 warnings\n' })
  },
)

test('the server runs on what `npm run site:new` writes, in German too', async () => {
  const answers = [
    '--name',
    'Grüner Daumen',
    '--description',
    'Gemüse und Kräuter',
    '--language',
    'de',
  ]
  const categories = [
    '--categories',
    'Gemüse, Obstbäume',
    '--color',
    '#24531f',
    '--parts',
    'news,newsletters',
  ]
  await using site = await startedSite('garden', ...answers, ...categories)
  const page = async (address: string) => {
    const answer = await fetch(`${site.url}${address}`)
    return { status: answer.status, text: await answer.text() }
  }
  const health = JSON.parse((await page('/api/health')).text) as { contentProblems: number }
  expect(health.contentProblems).toBe(0)
  for (const address of [
    '/',
    '/category/gemuese',
    '/article/welcome',
    '/about',
    '/news',
    '/newsletters',
    '/rss.xml',
  ]) {
    const { status, text } = await page(address)
    expect([address, status, text.match(specifiedWords)]).toEqual([address, 200, null])
  }
  expect((await page('/downloads')).status).toBe(404)
  const article = (await page('/article/welcome')).text
  expect(article).toContain('<html lang="de"')
  expect(article).toContain('Obstbäume')
  expect(article).toContain('Zum Inhalt')
  expect((await page('/category/obstbaeume')).text).toContain(
    'In dieser Kategorie gibt es keine Artikel',
  )
})
