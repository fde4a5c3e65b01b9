import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { specifiedWords } from './garden-site.ts'
import { runningSite } from './running-site.ts'
import { temporaryFolder } from './temp-repository.ts'

const root = path.dirname(import.meta.dirname)
const run = promisify(execFile)

test('the server runs on what `npm run site:new` writes, in German too', async () => {
  await using folder = await temporaryFolder()
  await run(
    path.join(root, 'node_modules', '.bin', 'tsx'),
    [
      path.join(root, 'scripts', 'new-site.ts'),
      ...['--name', 'Grüner Daumen', '--description', 'Gemüse und Kräuter', '--language', 'de'],
      ...['--categories', 'Gemüse, Obstbäume', '--color', '#24531f', '--parts', 'news,newsletters'],
    ],
    { cwd: folder.path, env: { ...process.env, CONTENT_DIR: folder.path } },
  )
  const settings = await readFile(path.join(folder.path, 'site.yaml'), 'utf8')
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
