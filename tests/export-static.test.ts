import { cp, mkdir, readFile, rename, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { SearchResults } from '#domain/search.ts'
import { replaceFolder } from '../scripts/export/target-folder.ts'
import { type FileServer, filesIn, serveFiles } from './export-fixture.ts'
import { ask, askJson } from './http-client.ts'
import { parseHtml } from './parse-html.ts'
import { runScript } from './run-script.ts'
import { articleFile } from './running-site.ts'
import { startHere } from './site-here.ts'
import {
  type TemporaryFolder,
  type TemporaryRepository,
  temporaryFolder,
  temporaryRepository,
} from './temp-repository.ts'

const root = path.dirname(import.meta.dirname)
const siteUrl = 'https://notes.example.org'
const forms = 'https://forms.example.org/take?list=1'

let repository: TemporaryRepository
let folder: TemporaryFolder
let files: FileServer
let target: string
let env: Record<string, string>
let first: { code: number | null; output: string }

beforeAll(async () => {
  repository = await temporaryRepository()
  folder = await temporaryFolder()
  await cp(path.join(root, 'content'), repository.path('content'), { recursive: true })
  const old = { aliases: '[/2019/old-name/, /blog/old.html, "/?p=12"]' }
  await repository.write(
    'content/articles/moved.md',
    articleFile(
      { title: 'Moved here', slug: 'moved-here', ...old },
      'Of [sounds](/category/sound-design), of [the second page](/news?page=2#main) and of [itself](/blog/old.html).',
    ),
  )
  await repository.write(
    'content/articles/draft.md',
    articleFile({ title: 'Unripe quinces', draft: 'true' }, 'Quincewords.'),
  )
  await repository.write(
    'content/articles/later.md',
    articleFile({ title: 'Unripe medlars', publishedAt: '2999-01-01' }),
  )
  for (let number = 1; number <= 30; number += 1)
    await repository.write(`content/news/item-${number}.md`, articleFile({ title: `Item ${number}`, category: 'news' }))
  await repository.commit('Content')
  target = path.join(folder.path, 'site')
  env = {
    CONTENT_DIR: repository.path('content'),
    DATA_DIR: path.join(folder.path, 'data'),
    SITE_URL: siteUrl,
  }
  first = await runScript('export', ['static', target, '--forms', forms], env)
  files = await serveFiles(target)
}, 900_000)

afterAll(async () => {
  await files?.[Symbol.asyncDispose]()
  await repository?.[Symbol.asyncDispose]()
  await folder?.[Symbol.asyncDispose]()
})

/** Every address of this site in a page. */
function addressesOf(html: string): Array<string> {
  const document = parseHtml(html)
  const values = [...document.querySelectorAll('[href], [src], [srcset], [imagesrcset], [poster], meta[content]')]
  return values.flatMap((element) =>
    ['href', 'src', 'poster', 'content', 'srcset', 'imagesrcset'].flatMap((name) => {
      const value = element.getAttribute(name)
      if (value === null) return []
      const all = name.endsWith('srcset') ? value.split(/,\s+/).map((one) => one.trim().split(' ')[0] ?? '') : [value]
      return all
        .map((one) => (one.startsWith(`${siteUrl}/`) ? one.slice(siteUrl.length) : one))
        .filter((one) => /^\/(?!\/)/.test(one))
    }),
  )
}

test('every link, picture, script and style of the exported site is there, and none leads to a server', async () => {
  expect(first.output).toContain('pages')
  expect(first.output).not.toContain('leads nowhere')
  expect(first.code, first.output).toBe(0)
  const seen = new Set(['/'])
  const dead: Array<string> = []
  const servers: Array<string> = []
  const pages: Array<string> = []
  for (const address of seen) {
    const answer = await ask(files.url, address)
    if (answer.status !== 200) dead.push(address)
    if (!String(answer.headers['content-type']).startsWith('text/html')) continue
    pages.push(address)
    for (const one of addressesOf(answer.text)) {
      if (/^\/(?:api|admin|auth|subscribed|unsubscribe|preferences)(?:[/?]|$)/.test(one))
        servers.push(`${address}: ${one}`)
      // A host of files does not read queries; only the script of the search does.
      if (one.includes('?') && !one.startsWith('/search?')) servers.push(`${address}: ${one}`)
      seen.add(one.split(/[?#]/)[0] ?? '')
    }
    for (const form of parseHtml(answer.text).querySelectorAll('form'))
      expect(['/search', forms]).toContain(form.getAttribute('action'))
  }
  expect(dead).toEqual([])
  expect(servers).toEqual([])
  expect(pages).toEqual(expect.arrayContaining(['/news/page/2', '/category/all', '/downloads', '/saved', '/about']))
  expect(pages.length).toBeGreaterThan(60)
})

test('a page is at its address with and without a slash, and shows dates that stay true', async () => {
  const { text } = await ask(files.url, '/category/all')
  expect((await ask(files.url, '/category/all/')).text).toBe(text)
  for (const time of parseHtml(text).querySelectorAll('time')) expect(time.textContent).toMatch(/^\w+ \d{1,2}, \d{4}$/)
})

test('links of a text to other spellings, further pages and old addresses lead to the files of the present ones', async () => {
  const { text } = await ask(files.url, '/article/moved-here')
  const links = [...parseHtml(text).querySelectorAll('.prose a')].map((link) => link.getAttribute('href'))
  expect(links).toEqual(['/category/sound_design', '/news/page/2#main', '/article/moved-here'])
})

test('sitemap and feeds name addresses that are there', async () => {
  const sitemap = await readFile(path.join(target, 'sitemap.xml'), 'utf8')
  const addresses = [...sitemap.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address = '']) => address)
  expect(addresses).toContain(`${siteUrl}/news/page/2`)
  const feeds = await Promise.all(
    ['rss.xml', 'atom.xml', 'feed.json', 'news/rss.xml'].map((name) => readFile(path.join(target, name), 'utf8')),
  )
  const inFeeds = feeds.flatMap((feed) => feed.match(/https:\/\/notes\.example\.org\/[^\s"'<>&\\)\]]+/g) ?? [])
  expect(inFeeds.length).toBeGreaterThan(20)
  for (const address of new Set([...addresses, ...inFeeds])) {
    const { pathname, search } = new URL(address)
    expect(search, address).toBe('')
    expect((await ask(files.url, pathname)).status, address).toBe(200)
  }
})

test('old addresses are pages that lead on, and lines of _redirects', async () => {
  for (const address of ['/2019/old-name/', '/blog/old.html']) {
    const { text, status } = await ask(files.url, address)
    expect(status).toBe(200)
    const page = parseHtml(text)
    expect(page.querySelector('meta[http-equiv="refresh"]')?.getAttribute('content')).toBe('0; url=/article/moved-here')
    expect(page.querySelector('link[rel="canonical"]')?.getAttribute('href')).toBe(`${siteUrl}/article/moved-here`)
  }
  const lines = (await readFile(path.join(target, '_redirects'), 'utf8')).split('\n')
  expect(lines).toContain('/2019/old-name /article/moved-here 301')
  expect(lines).toContain('/blog/old.html /article/moved-here 301')
  expect(lines).toContain('/ p=12 /article/moved-here 301')
  expect(lines).toContain('/feed /rss.xml 301')
  expect(lines).toContain('/category/sound-design /category/sound_design 301')
  expect((await ask(files.url, '/feed.xml')).text).toBe((await ask(files.url, '/rss.xml')).text)
})

test('drafts and scheduled texts are in none of the files, nor is the admin', async () => {
  const all = await filesIn(target)
  for (const [name, bytes] of all) {
    // The lists of English have every word.
    if (name.startsWith('search/words/')) continue
    expect(/Unripe|quinceword/i.test(bytes.toString('latin1')), name).toBe(false)
    expect(name).not.toMatch(/^(?:admin|api|auth)/)
  }
  expect(all.get('404.html')?.toString()).toContain('404 Page Not Found')
  expect([...all.keys()]).toEqual(expect.arrayContaining(['robots.txt', 'site.webmanifest', 'share/site.png']))
  expect((await stat(target)).mode & 0o777).toBe(0o755)
})

const queries = [
  'sidechain',
  'warp modes',
  'midi pack',
  'compressor',
  'eq eight',
  'newsletter',
  'privacy',
  'item 7',
  'sidechian',
  'wavetabel',
  'the rid',
  'kick bass',
  'qqqqzzzz',
  'a',
  'ableton push 3',
  'moved',
  'zebra drums',
  'vocla chain',
]

test('the search of the exported site answers as that of the live site', async () => {
  interface Engine {
    createStaticSearch(
      file: unknown,
      wordsFrom: (start: string) => Promise<string>,
    ): { query(term: string, literal?: boolean): Promise<SearchResults> }
  }
  const engine = (await import(pathToFileURL(path.join(target, 'search/engine.js')).href)) as Engine
  const loaded: Array<string> = []
  const search = engine.createStaticSearch(
    JSON.parse(await readFile(path.join(target, 'search/index.json'), 'utf8')),
    (start) => {
      loaded.push(start)
      return readFile(path.join(target, `search/words/${start}.txt`), 'utf8')
    },
  )
  const live = await startHere({ ...env, DATA_DIR: path.join(folder.path, 'live'), SITE_URL: '' })
  try {
    // Until its index is loaded, the server answers with titles only.
    const answer = (term: string) => askJson<SearchResults>(live.url, `/api/search?q=${encodeURIComponent(term)}`)
    await expect.poll(async () => (await answer('sidechain')).partial, { timeout: 60_000 }).toBeUndefined()
    for (const term of queries) {
      await expect.poll(async () => (await answer(term)).partial, { timeout: 60_000 }).toBeUndefined()
      const found = await search.query(term)
      expect(found, term).toEqual(await answer(term))
      for (const { imageUrl } of [...found.articles, ...found.news, ...found.newsletters])
        if (imageUrl !== null) expect((await ask(files.url, imageUrl)).status, imageUrl).toBe(200)
    }
    expect(await search.query('sidechian', true)).toEqual(
      await askJson<SearchResults>(live.url, '/api/search?q=sidechian&literal=1'),
    )
  } finally {
    await live.stop()
  }
  // The lists of the words that a search asks for, each once.
  expect(loaded).toContain('ze')
  expect(new Set(loaded).size).toBe(loaded.length)
})

test('the next run gives the same bytes, one that fails leaves them, and one after a change removes what is gone', async () => {
  // A few files: the first export has shown that all kinds are there.
  await using small = await temporaryRepository()
  await using place = await temporaryFolder()
  const names = ['articles/2025', 'media/covers', 'media/illustrations', 'site.yaml']
  for (const name of names)
    await cp(path.join(root, 'content', name), small.path(`content/${name}`), { recursive: true })
  await small.write('content/news/item.md', articleFile({ title: 'An item', slug: 'an-item', category: 'news' }))
  await small.commit('Content')
  const at = path.join(place.path, 'site')
  const smallEnv = { ...env, CONTENT_DIR: small.path('content'), DATA_DIR: path.join(place.path, 'data') }
  const run = (...args: Array<string>) => runScript('export', ['static', at, ...args], smallEnv)

  const made = await run('--forms', forms)
  expect(made.code, made.output).toBe(0)
  const before = await filesIn(at)
  const again = await run('--forms', forms)
  expect(again.code, again.output).toBe(0)
  const after = await filesIn(at)
  expect([...after.keys()]).toEqual([...before.keys()])
  for (const [name, bytes] of before) expect(after.get(name)?.equals(bytes), name).toBe(true)

  await rename(small.path('.git/objects'), small.path('.git/gone'))
  expect((await run()).code).not.toBe(0)
  await rename(small.path('.git/gone'), small.path('.git/objects'))
  expect([...(await filesIn(at)).keys()]).toEqual([...before.keys()])

  await small.remove('content/news/item.md')
  await small.commit('Remove the item')
  const last = await run()
  expect(last.output).toContain('Without --forms ADDRESS, the pages have no forms.')
  expect(last.code, last.output).toBe(0)
  const left = await filesIn(at)
  expect([...before.keys()].filter((name) => !left.has(name))).toContainEqual(
    expect.stringMatching(/^news\/\d+\/index\.html$/),
  )
  for (const [name, bytes] of left)
    if (name.endsWith('.html'))
      for (const form of parseHtml(bytes.toString()).querySelectorAll('form'))
        expect(form.getAttribute('action'), name).toBe('/search')
})

test('a folder with other files, an address of this machine and wrong arguments are refused in a sentence', async () => {
  const other = path.join(folder.path, 'other')
  await mkdir(other)
  await writeFile(path.join(other, 'mine.txt'), 'Mine.')
  const fill = () => Promise.reject(new Error('nothing is written'))
  await expect(replaceFolder(other, 'static', fill)).rejects.toThrow(
    `${other} is neither empty nor a former export; choose another folder.`,
  )
  expect(await readFile(path.join(other, 'mine.txt'), 'utf8')).toBe('Mine.')
  expect(await runScript('export', ['data', target], env)).toEqual({
    code: 2,
    output: `${target} holds an export of another kind (static); choose another folder.\n`,
  })
  const refused = {
    code: 2,
    output:
      'SITE_URL must be the public address of the exported site, such as https://example.org; set it, or give --site ADDRESS.\n',
  }
  expect(await runScript('export', ['static', target], { ...env, SITE_URL: '' })).toEqual(refused)
  expect(await runScript('export', ['static', target, '--site', 'http://localhost:3000'], env)).toEqual(refused)
  expect(await runScript('export', ['static', target, '--forms', 'mailto:a@b.c'], env)).toMatchObject({ code: 2 })
  expect(await runScript('export', ['static'], env)).toMatchObject({
    code: 2,
    output: expect.stringContaining('Usage:'),
  })
})
