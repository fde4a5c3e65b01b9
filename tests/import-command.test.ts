import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { readEntries } from '../server/people/record/journal-record.ts'
import { importSite } from './import-fixture.ts'
import { pretendHost } from './pretend-internet.ts'
import { runScript } from './run-script.ts'
import { wxr, wxrItem } from './sample-exports.ts'
import { photo } from './sample-pictures.ts'
import { scriptHere } from './script-here.ts'

test('pictures of the old site are fetched once, from public addresses only; the mapping is kept for the next run', {
  timeout: 600_000,
}, async () => {
  await using site = await importSite()
  const picture = await photo('jpeg')
  const asked: Array<string> = []
  await using old = await pretendHost('old.example.org', (req, res) => {
    asked.push(req.url ?? '')
    if (req.url?.startsWith('/wp-content/uploads/rose.jpg')) res.end(picture)
    else res.writeHead(404).end()
  })
  const image = (address: string) => `<img src="${address}" alt="">`
  const body = [
    `${old.origin}/wp-content/uploads/rose-300x200.jpg`,
    `${old.origin}/wp-content/uploads/rose.jpg`,
    `${old.origin}/wp-content/uploads/gone.png`,
    'http://127.0.0.1:9/private.png',
  ]
  const file = await site.write('wp', {
    'export.xml': wxr([
      wxrItem(1, { body: body.map(image).join('\n'), categories: ['Beats'] }).replace(
        '</item>',
        '<wp:comment><wp:comment_author>Ada</wp:comment_author><wp:comment_author_IP>192.0.2.1</wp:comment_author_IP><wp:comment_content>Thanks.</wp:comment_content></wp:comment></item>',
      ),
    ]),
  })
  const env = { CONTENT_DIR: site.repository.path('content'), DATA_DIR: site.dataDir, ...old.env }

  const dry = await scriptHere('import', ['wordpress', file], env)
  expect(dry.output).toContain(
    '1 texts: 1 new, 0 known, 0 left out, 0 refused; 1 pictures found, 2 missing',
  )
  expect(dry.output).toMatch(
    /export\.xml:\d+: picture missing: http:\/\/old\.example\.org\/wp-content\/uploads\/gone\.png: The address answers with status 404\./,
  )
  expect(dry.output).toMatch(/picture missing: http:\/\/127\.0\.0\.1:9\/private\.png: Only public/)
  expect(dry.output).toContain(
    'with --add-categories, or map them:\n  - {key: beats, label: "Beats"}\n',
  )
  expect(dry.output).toContain('Nothing was written.')
  const comments = await readFile(path.join(site.dataDir, 'import-comments.json'), 'utf8')
  expect(JSON.parse(comments)).toMatchObject([
    { author: 'Ada', content: 'Thanks.', text: 'https://old.example.org/2020/01/post-1/' },
  ])
  expect(comments).not.toContain('192.0.2.1')
  const list = await site.write('list', { 'urls.txt': '/2020/gone\n' })
  const checked = await scriptHere(
    'import',
    ['wordpress', file, '--sitemap', list, '--add-categories'],
    env,
  )
  expect(checked.output).toContain('  0 of 1 of ')
  expect(checked.output).toContain(
    'Categories that site.yaml gets:\n  - {key: beats, label: "Beats"}\n',
  )
  expect(checked.output).toContain('1 old address would lead nowhere.')
  expect(checked.output).toContain('with --confirm to import nevertheless.')
  expect(await site.files()).toEqual([])

  const map = path.join(site.dataDir, 'import-map.yaml')
  const proposed = await readFile(map, 'utf8')
  expect(proposed).toContain('  Beats: Beats\n')
  await writeFile(map, proposed.replace('Beats: Beats', 'Beats: composition'))
  const run = await runScript('import', ['wordpress', file, '--confirm'], env)
  expect(run.output).toContain('Imported 1 texts with the commit')
  expect(await readEntries(path.join(site.dataDir, 'record'))).toMatchObject([
    { action: 'texts-imported', outcome: 'done', by: null, network: '' },
  ])
  expect(asked.filter((address) => address === '/wp-content/uploads/rose.jpg')).toEqual([
    '/wp-content/uploads/rose.jpg',
  ])
  const text = await site.text('articles/2020/post-1.md')
  expect(text).toContain('category: composition\n')
  expect(text.match(/!\[\]\(\/media\/2020\/rose\.jpg\)/g)).toHaveLength(2)
  expect(text).toContain(`![](${old.origin}/wp-content/uploads/gone.png)`)
  expect(await site.files()).toEqual([
    'articles/2020/post-1.md',
    'authors/wren.md',
    'media/2020/rose.jpg',
  ])
})

test('a sitemap alone brings in the pages of the old site that have a text, each fetched once, and names the others', {
  timeout: 600_000,
}, async () => {
  await using site = await importSite()
  const asked: Array<string> = []
  const pages: Record<string, string> = {
    '/news/roses':
      '<title>Roses | Old</title><meta property="article:published_time" content="2020-01-02T10:00:00Z"><meta name="author" content="Wren Writer"><main><nav>Menu</nav><article><h1>Roses</h1><p>Sow in March. <a href="/about">Us</a></p></article></main><footer>Old Garden</footer>',
    '/about': '<title>About</title><main><h1>About us</h1><p>We dig.</p></main>',
    '/app': '<title>App</title><div>Loading</div>',
  }
  await using old = await pretendHost('old.example.org', (req, res) => {
    asked.push(req.url ?? '')
    const page = pages[req.url ?? '']
    if (page) res.end(page)
    else res.writeHead(404).end()
  })
  const listed = ['/', '/about', '/news/roses', '/gone', '/app', '/tag/red']
  const file = await site.write('list', {
    'sitemap.xml': `<urlset>${listed.map((path) => `<url><loc>${old.origin}${path}</loc></url>`).join('')}</urlset>`,
  })
  const env = { CONTENT_DIR: site.repository.path('content'), DATA_DIR: site.dataDir, ...old.env }
  const { output } = await scriptHere('import', ['rss', file, '--confirm'], env)
  expect(output).toContain('Imported 2 texts with the commit')
  expect(output).toContain(
    `${old.origin}/gone: The page can't be fetched: The address answers with status 404.`,
  )
  expect(output).toContain(`${old.origin}/app: The page has no element article or main`)
  expect(output).toContain(`they are made here (2): ${old.origin}/, ${old.origin}/tag/red`)
  expect(await site.files()).toEqual([
    'articles/2020/roses.md',
    'authors/wren-writer.md',
    'pages/about.md',
  ])
  const roses = await site.text('articles/2020/roses.md')
  expect(roses).toContain('aliases: [/news/roses]\n')
  expect(roses.split('---\n')[2]).toBe('\nSow in March. [Us](/about)\n')
  expect((await site.text('pages/about.md')).split('---\n')[2]).toBe('\nWe dig.\n')
  expect(asked.sort()).toEqual(['/about', '/app', '/gone', '/news/roses'])
})

test('wrong arguments are refused with the usage, and an unreadable mapping with its reason', async () => {
  await using site = await importSite()
  const env = { CONTENT_DIR: site.repository.path('content'), DATA_DIR: site.dataDir }
  const unknown = await scriptHere('import', ['joomla', 'export.xml'], env)
  expect(unknown).toMatchObject({
    code: 2,
    output: expect.stringContaining('Usage: npm run import'),
  })
  const map = await site.write('map', { 'map.yaml': 'kinds:\n  post: everything\n' })
  const refused = await scriptHere(
    'import',
    ['wordpress', await site.write('wp', { 'export.xml': wxr([wxrItem(1)]) }), '--map', map],
    env,
  )
  expect(refused).toMatchObject({
    code: 2,
    output: expect.stringContaining("map.yaml can't be read"),
  })
})

test('on a full disk the import ends with one sentence, and nothing is written', async () => {
  await using site = await importSite()
  const file = await site.write('wp', {
    'export.xml': wxr([wxrItem(1, { body: 'A long text. '.repeat(10_000) })]),
  })
  const env = { CONTENT_DIR: site.repository.path('content'), DATA_DIR: site.dataDir }
  const full = await runScript('import', ['wordpress', file, '--confirm'], env, { room: 0 })
  expect(full).toEqual({
    code: 1,
    output: expect.stringMatching(/^The disk is full \([^\n]*\); please make room[^\n]*\n$/),
  })
  expect(await site.files()).toEqual([])
  const run = await scriptHere('import', ['wordpress', file, '--confirm'], env)
  expect(run.output).toContain('Imported 1 texts with the commit')
})
