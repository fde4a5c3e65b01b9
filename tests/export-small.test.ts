import path from 'node:path'
import { expect, test } from 'vitest'
import { filesIn } from './export-fixture.ts'
import { runScript } from './run-script.ts'
import { articleFile } from './running-site.ts'
import { temporaryFolder, temporaryRepository } from './temp-repository.ts'

test('a small site is exported as files that link to each other, without its drafts', async () => {
  await using repository = await temporaryRepository()
  await using folder = await temporaryFolder()
  await repository.write('content/articles/one.md', articleFile({ title: 'One' }, 'See [two](/article/two).'))
  await repository.write('content/articles/two.md', articleFile({ title: 'Two' }, 'Of quinces.'))
  await repository.write('content/articles/three.md', articleFile({ title: 'Three', draft: 'true' }))
  await repository.commit('Content')
  const target = path.join(folder.path, 'site')
  const { code, output } = await runScript('export', ['static', target], {
    CONTENT_DIR: repository.path('content'),
    DATA_DIR: path.join(folder.path, 'data'),
    SITE_URL: 'https://notes.example.org',
  })
  expect(code, output).toBe(0)
  const files = await filesIn(target)
  const names = [...files.keys()]
  expect(names).toEqual(
    expect.arrayContaining(['index.html', 'article/one/index.html', 'article/two/index.html', 'rss.xml', '404.html']),
  )
  expect(names.filter((name) => name.includes('three'))).toEqual([])
  expect(files.get('article/one/index.html')?.toString()).toContain('href="/article/two"')
  expect(files.get('sitemap.xml')?.toString()).toContain('<loc>https://notes.example.org/article/two</loc>')
})
