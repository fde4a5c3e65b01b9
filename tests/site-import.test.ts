import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { zipSync } from 'fflate'
import { afterEach, beforeAll, expect, onTestFinished, test } from 'vitest'
import { importCalls as importCallTable } from '#contract/import.ts'
import { exportMaxBytes, type ImportList } from '#domain/import/state.ts'
import { ask } from './http-client.ts'
import { importCalls } from './import-calls.ts'
import { type RunningSite, runningSite, siteOfOneProcess } from './running-site.ts'
import { ghostExport, wxr, wxrItem } from './sample-exports.ts'
import { photo } from './sample-pictures.ts'
import { type Administrator, admin, signIn } from './signed-in-site.ts'

let site: RunningSite
let ada: Administrator
let calls: ReturnType<typeof importCalls>

beforeAll(async () => {
  site = await runningSite({
    files: { 'site.yaml': 'name: New Garden\nauthors:\n  - name: Wren Writer\n    key: wren\n' },
    env: admin,
  })
  ada = await signIn(site)
  calls = importCalls(site, ada)
  return () => site[Symbol.asyncDispose]()
})

afterEach(async () => {
  const state = await calls.state()
  if ('id' in state) await calls.act('cancel', state.id)
})

const git = async (...args: Array<string>) => (await site.repository.git(...args)).trim()
const leftBehind = () => readdir(path.join(site.dataDir, 'import')).catch(() => [])
const list = async (part: string) =>
  (await ada.call<ImportList>('GET', `/api/import/list?part=${part}`)).body

test('an export comes in as one commit of the person who confirmed it, is seen at once, and is taken back', async () => {
  const before = await git('rev-parse', 'HEAD')
  const zip = zipSync({
    'export.xml': Buffer.from(
      wxr([
        wxrItem(1, {
          title: 'Roses',
          categories: ['Beats'],
          body: '<img src="https://old.example.org/wp-content/uploads/rose.jpg" alt="A rose"> Words. [odd id="1"]',
        }),
        wxrItem(2, { status: 'draft' }),
        wxrItem(3, { type: 'page' }),
      ]),
    ),
    'wp-content/uploads/rose.jpg': await photo('jpeg'),
  })
  const dry = await calls.send('wordpress', 'garden.zip', zip)
  expect(dry).toMatchObject({
    kind: 'ready',
    file: 'garden.zip',
    report: {
      texts: 3,
      fresh: 3,
      pictures: { found: 1, missing: 0 },
      categories: [{ name: 'Beats', to: 'Beats' }],
    },
  })
  expect(await git('rev-parse', 'HEAD')).toBe(before)
  const texts = await list('texts')
  expect(texts).toMatchObject({ part: 'texts', total: 3 })
  expect(texts.items[0]).toMatchObject({ title: 'Roses', address: '/article/post-1', state: 'new' })
  expect((await list('remarks')).items).toContainEqual({
    place: expect.stringMatching(/^export\.xml:\d+$/),
    message: expect.stringContaining('odd'),
  })

  const { id } = dry
  const mapping = { kinds: { page: 'skip' }, categories: { Beats: 'composition' }, fields: {} }
  expect((await ada.call('PATCH', '/api/import', { id, mapping })).body).toMatchObject({
    kind: 'reading',
  })
  expect(await calls.reached('ready')).toMatchObject({ report: { fresh: 2, skipped: 1 } })
  expect(await readFile(path.join(site.dataDir, 'import-map.yaml'), 'utf8')).toContain(
    'Beats: composition',
  )

  const done = await calls.act('confirm', id)
  expect(done).toMatchObject({ status: 200, body: { kind: 'done', undone: false } })
  expect(await git('rev-list', '--count', `${before}..HEAD`)).toBe('1')
  expect(await git('log', '-1', '--format=%an: %s')).toBe(
    'ada: Import 2 texts and 1 picture from WordPress',
  )
  expect(await git('status', '--porcelain')).toBe('')
  const page = await ask(site.url, '/article/post-1')
  expect(page.status).toBe(200)
  expect(page.text).toContain('href="/author/wren"')
  expect((await ask(site.url, '/author/wren')).text).toContain('Roses')
  expect((await ask(site.url, '/2020/01/post-1')).headers.location).toBe('/article/post-1')
  expect((await ask(site.url, '/categories/Beats/page/2')).headers.location).toBe(
    '/category/composition',
  )

  expect(await calls.act('undo', id)).toMatchObject({
    status: 200,
    body: { kind: 'done', undone: true },
  })
  expect((await ada.call('GET', '/api/record?kind=data&limit=2')).body).toMatchObject([
    { action: 'import-undone', outcome: 'done', byName: 'ada' },
    { action: 'texts-imported', outcome: 'done', byName: 'ada' },
  ])
  expect(await git('diff', '--stat', before, 'HEAD')).toBe('')
  expect((await ask(site.url, '/article/post-1')).status).toBe(404)
})

test('categories that the site lacks come in with the texts and leave with them; comments are a file for administrators', async () => {
  const before = await git('rev-parse', 'HEAD')
  const comment = '<wp:comment><wp:comment_author>Ada</wp:comment_author></wp:comment></item>'
  const post = wxrItem(1, { categories: ['Tips &amp; Tricks'] }).replace('</item>', comment)
  const { id } = await calls.send(
    'wordpress',
    'garden.xml',
    wxr([post.replace(/nicename="[^"]*"/, 'nicename="tips"')]),
  )
  const mapping = { kinds: {}, categories: {}, fields: {}, addCategories: true }
  const list = '/category/garden/tips/\n/category/garden/gone/\n/2020/01/post-1/index.html'
  await ada.call('PATCH', '/api/import', { id, mapping, sitemap: list })
  expect(await calls.reached('ready')).toMatchObject({
    report: {
      newCategories: [{ key: 'tips', label: 'Tips & Tricks' }],
      comments: 1,
      old: { missing: ['/category/garden/gone/'] },
    },
  })
  const { headers, body } = await ada.call('GET', '/api/import/comments')
  expect(headers['content-disposition']).toBe('attachment; filename=import-comments.json')
  expect(importCallTable['GET /api/import/comments'].answer.parse(body)).toMatchObject([
    { author: 'Ada' },
  ])
  expect((await ask(site.url, '/api/import/comments')).status).toBe(401)

  await calls.act('confirm', id)
  expect(await git('rev-list', '--count', `${before}..HEAD`)).toBe('1')
  expect(await git('show', 'HEAD:content/site.yaml')).toMatch(
    /^name: New Garden\n.*\n {2}- key: tips\n {4}label: Tips & Tricks/s,
  )
  expect((await ask(site.url, '/category/tips')).text).toContain('href="/article/post-1"')
  expect((await ask(site.url, '/category/garden/tips/')).headers.location).toBe('/category/tips')
  // What others change in the settings stays.
  const settings = await git('show', 'HEAD:content/site.yaml')
  await site.repository.write('content/site.yaml', settings.replace('New Garden', 'Old Garden'))
  await site.repository.commit('Rename')
  await expect.poll(() => calls.act('undo', id)).toMatchObject({ status: 200 })
  expect(await git('diff', '--shortstat', before, 'HEAD')).toBe(
    '1 file changed, 1 insertion(+), 1 deletion(-)',
  )
  expect((await ask(site.url, '/category/tips')).status).toBe(404)
})

test('the pattern of old addresses and a list of them, sent after the dry run, say which addresses lead to their texts', async () => {
  const { id } = await calls.send('wordpress', 'garden.xml', wxr([wxrItem(1), wxrItem(2)]))
  const again = async (addresses: string, sitemap?: string) => {
    const mapping = { kinds: {}, categories: {}, fields: {}, addresses }
    const { status } = await ada.call('PATCH', '/api/import', {
      id,
      mapping,
      ...(sitemap !== undefined && { sitemap }),
    })
    expect(status).toBe(200)
    return (await calls.reached('ready')).report.old
  }
  const listed =
    '<urlset><url><loc>https://old.example.org/blog/2020/post-1</loc></url><url><loc>https://old.example.org/gone</loc></url></urlset>'
  const known = { list: 'your list', total: 2, covered: 1, missing: ['/gone'] }
  expect(await again('/blog/{year}/{slug}', listed)).toEqual({
    pattern: '/blog/{year}/{slug}',
    ...known,
  })
  // The list stays for later dry runs, and gives the address to the only text with its name.
  expect(await again('')).toEqual({ pattern: '', ...known })
  const local = `<sitemapindex><sitemap><loc>${path.join(site.dataDir, 'import-map.yaml')}</loc></sitemap><sitemap><loc>http://127.0.0.1:9/</loc></sitemap></sitemapindex>`
  expect(await again('', local.replace(/<sitemap><loc>http.*?<\/sitemap>/, ''))).toMatchObject({
    total: 0,
  })
  await ada.call('PATCH', '/api/import', {
    id,
    mapping: { kinds: {}, categories: {}, fields: {} },
    sitemap: local,
  })
  expect(await calls.reached('failed')).toMatchObject({
    message: expect.stringContaining('Only public'),
  })
})

test('an import whose text was edited since is not taken back, in one sentence with the reason', async () => {
  const { id } = await calls.send(
    'ghost',
    'ghost.json',
    ghostExport([{ title: 'Fern', slug: 'fern', html: '<p>A</p>' }]),
  )
  await calls.act('confirm', id)
  await site.repository.write('content/articles/2021/fern.md', '---\ntitle: Fern\n---\n\nEdited.\n')
  await site.repository.commit('Edit')
  const tip = await git('rev-parse', 'HEAD')
  await expect
    .poll(() => calls.act('undo', id))
    .toMatchObject({
      status: 409,
      body: {
        message: expect.stringMatching(
          /^articles\/2021\/fern\.md has been changed since the import/,
        ),
      },
    })
  expect(await git('rev-parse', 'HEAD')).toBe(tip)
})

test('content that changed after the dry run refuses the commit, and nothing is written', async () => {
  const { id } = await calls.send('wordpress', 'export.xml', wxr([wxrItem(7, { name: 'lily' })]))
  await site.repository.write(
    'content/articles/lily.md',
    '---\ntitle: Lily\nexcerpt: E\ncategory: mixing\npublishedAt: 2026-01-02\n---\n\nHere before.\n',
  )
  await site.repository.commit('Lily')
  await expect.poll(async () => (await ask(site.url, '/article/lily')).status).toBe(200)
  const tip = await git('rev-parse', 'HEAD')
  expect(await calls.act('confirm', id)).toMatchObject({
    status: 422,
    body: { message: 'The content has changed since this dry run. Make another one.' },
  })
  expect(await git('rev-parse', 'HEAD')).toBe(tip)
  expect(await calls.state()).toMatchObject({ kind: 'ready' })
})

test('while another branch is checked out, an import is refused in one sentence and commits nothing', async () => {
  await git('checkout', '-q', '-b', 'idea')
  const { id } = await calls.send('wordpress', 'export.xml', wxr([wxrItem(60, { name: 'moss' })]))
  expect(await calls.act('confirm', id)).toMatchObject({
    status: 409,
    body: { message: expect.stringMatching(/idea.*main/) },
  })
  expect(await git('rev-parse', 'idea')).toBe(await git('rev-parse', 'main'))
  await git('checkout', '-q', 'main')
  expect((await calls.act('confirm', id)).status).toBe(200)
  expect((await ask(site.url, '/article/moss')).status).toBe(200)
})

test('an archive that is cut off is read as far as it goes, and the rest is named', async () => {
  const zip = zipSync(
    Object.fromEntries(
      [1, 2, 3].map((n) => [
        `posts/p${n}.md`,
        Buffer.from(`---\ntitle: Cut ${n}\n---\n\n${'Words. '.repeat(40)}\n`),
      ]),
    ),
    { level: 0 },
  )
  const dry = await calls.send(
    'markdown',
    'cut.zip',
    zip.subarray(0, Math.floor(zip.length * 0.55)),
  )
  expect(dry).toMatchObject({ kind: 'ready' })
  const remarks = JSON.stringify((await list('remarks')).items)
  expect(remarks).toMatch(/cut\.zip/)
  expect(JSON.stringify((await list('texts')).items)).toContain('Cut 1')
})

test('a file of another kind is refused in one sentence, and script never comes in', async () => {
  const wrong = await calls.send('ghost', 'photo.jpg', await photo('jpeg'))
  expect(wrong).toMatchObject({ kind: 'failed', message: expect.stringMatching(/\.$/) })
  expect(await leftBehind()).toEqual([])
  const body = '<p onclick="steal()">Words</p><script>steal()</script>'
  const { id } = await calls.send(
    'wordpress',
    'export.xml',
    wxr([wxrItem(8, { name: 'thorn', body })]),
  )
  expect(JSON.stringify((await list('remarks')).items)).toContain('A script was left out')
  await calls.act('confirm', id)
  expect((await ask(site.url, '/article/thorn')).text).not.toContain('steal')
})

test('exports above the limit, parts that do not fit, and a second import meanwhile are refused', async () => {
  expect(await calls.begin('wordpress', 'big.zip', exportMaxBytes + 1)).toMatchObject({
    status: 413,
    body: { message: 'An export may have at most 4 GB. Import it in parts.' },
  })
  expect((await calls.begin('wordpress', 'export.xml', 0)).status).toBe(422)
  const first = await calls.begin('wordpress', 'export.xml', 10)
  expect(first).toMatchObject({
    status: 201,
    body: { kind: 'receiving', received: 0, size: 10, by: 'ada' },
  })
  expect(await calls.begin('ghost', 'other.json', 10)).toMatchObject({
    status: 409,
    body: { message: 'Another import is under way. Finish or cancel it first.' },
  })
  const { id } = first.body as { id: string }
  expect((await calls.part(id, 5, Buffer.from('12345'))).status).toBe(409)
  expect((await calls.part(id, 0, Buffer.from('12345678901'))).status).toBe(409)
  expect((await calls.part('another', 0, Buffer.from('1'))).status).toBe(409)
  expect((await calls.part(id, 0, Buffer.from('12345'))).body).toMatchObject({ received: 5 })
  // A part whose answer got lost is sent again.
  expect((await calls.part(id, 0, Buffer.from('12345'))).body).toMatchObject({ received: 5 })
  expect(await calls.act('confirm', id)).toMatchObject({ status: 409 })
  expect(await calls.act('cancel', id)).toMatchObject({ status: 200, body: { kind: 'none' } })
  expect(await leftBehind()).toEqual([])
})

test('nobody imports without a session', async () => {
  const send = (method: string, address: string) =>
    ask(site.url, address, { method, headers: { Origin: site.url } })
  for (const address of ['/api/import', '/api/import/list?part=texts'])
    expect((await send('GET', address)).status).toBe(401)
  for (const address of [
    '/api/import',
    '/api/import/parts',
    '/api/import/confirm',
    '/api/import/undo',
  ])
    expect((await send('POST', address)).status).toBe(401)
})

test('a server that is killed in the middle leaves nothing half imported, and its next start removes the files', async () => {
  const own = await siteOfOneProcess({ files: { 'site.yaml': 'name: New Garden\n' }, env: admin })
  onTestFinished(() => own[Symbol.asyncDispose]())
  const before = await own.repository.git('rev-parse', 'HEAD')
  const items = Array.from({ length: 40 }, (_, at) => wxrItem(at + 1))
  const killed = importCalls(own, await signIn(own))
  const bytes = Buffer.from(wxr(items))
  const { body } = await killed.begin('wordpress', 'export.xml', bytes.length)
  await killed.part((body as { id: string }).id, 0, bytes)
  await killed.reached('reading', 'ready')
  expect(await readdir(path.join(own.dataDir, 'import'))).not.toEqual([])
  await own.restart({}, 'SIGKILL')
  const again = importCalls(own, await signIn(own))
  expect(await again.state()).toEqual({ kind: 'none' })
  await expect.poll(() => readdir(path.join(own.dataDir, 'import')).catch(() => [])).toEqual([])
  expect(await own.repository.git('rev-parse', 'HEAD')).toBe(before)
  expect(await own.repository.git('status', '--porcelain')).toBe('')
  expect(await again.send('wordpress', 'export.xml', wxr([wxrItem(1)]))).toMatchObject({
    kind: 'ready',
  })
})
