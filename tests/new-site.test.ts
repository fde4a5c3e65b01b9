import { expect, test } from 'vitest'
import { newSite } from '../server/content/new-site.ts'
import { specifiedWords } from './garden-site.ts'
import { runningSite } from './running-site.ts'

test('the server runs on what `npm run site:new` writes, in German too', async () => {
  const settings = newSite({
    name: 'Grüner Daumen',
    description: 'Gemüse und Kräuter',
    language: 'de',
    categories: ['Gemüse', 'Obstbäume'],
    color: '#24531f',
    parts: { news: true, newsletters: true, downloads: false },
    timeZone: 'UTC',
  })
  await using site = await runningSite({
    files: {
      'site.yaml': settings,
      'articles/2026/tomaten.md':
        '---\ntitle: Tomaten säen\nexcerpt: Ab März.\ncategory: gemuse\npublishedAt: 2026-03-04\n---\n\nErde.\n',
    },
  })
  const page = async (address: string) => {
    const answer = await fetch(`${site.url}${address}`)
    return { status: answer.status, text: await answer.text() }
  }
  const health = JSON.parse((await page('/api/health')).text) as { contentProblems: number }
  expect(health.contentProblems).toBe(0)
  for (const address of ['/', '/category/gemuse', '/article/tomaten', '/news', '/newsletters', '/rss.xml']) {
    const { status, text } = await page(address)
    expect([address, status, text.match(specifiedWords)]).toEqual([address, 200, null])
  }
  expect((await page('/downloads')).status).toBe(404)
  const article = (await page('/article/tomaten')).text
  expect(article).toContain('<html lang="de"')
  expect(article).toContain('4. März 2026')
  expect(article).toContain('Obstbäume')
  expect(article).toContain('Zum Inhalt')
  expect((await page('/category/obstbaume')).text).toContain('In dieser Kategorie gibt es keine Artikel')
})
