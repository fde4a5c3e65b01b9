import { cp, mkdir, readFile, rename, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { SearchResults } from '#domain/search.ts'
import { staticPage } from '../scripts/export/static-page.ts'
import { replaceFolder } from '../scripts/export/target-folder.ts'
import { filesIn, serveFiles } from './export-fixture.ts'
import { ask, askJson } from './http-client.ts'
import type { ListeningServer } from './listening-server.ts'
import { hrefs, parseHtml } from './parse-html.ts'
import { runScript } from './run-script.ts'
import { articleFile } from './running-site.ts'
import { scriptHere } from './script-here.ts'
import { shareCache } from './shared-cache.ts'
import { startHere } from './site-here.ts'
import {
  git,
  repositoryAt,
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
let files: ListeningServer
let target: string
let env: Record<string, string>
let first: { code: number | null; output: string }

/**
 * Texts of every kind from the sample content, with all that they show. A link to another article
 * of the sample leads to one of these.
 */
const samples = [
  ...['default-set-that-lasts', 'gain-staging-in-live'].map((name) => `articles/2025/${name}.md`),
  'articles/2026/sidechain-that-breathes.md',
  'newsletters/2026/001-the-first-hour.md',
  'downloads/polymeter-midi-clips.md',
  'site.yaml',
  ...['about', 'cookie-policy', 'privacy-policy', 'terms-of-service'].map(
    (name) => `pages/${name}.md`,
  ),
]

const copyFile = (name: string) =>
  cp(path.join(root, 'content', name), repository.path(`content/${name}`))

async function writeSamples(): Promise<void> {
  for (const name of samples) {
    const text = await readFile(path.join(root, 'content', name), 'utf8')
    const closed = text.replace(/\/article\/([\w-]+)/g, (link, slug: string) =>
      samples.some((sample) => sample.endsWith(`/${slug}.md`))
        ? link
        : '/article/gain-staging-in-live',
    )
    await repository.write(`content/${name}`, closed)
    for (const [shown] of closed.matchAll(/(?<=\/)media\/[^\s)"]+/g)) await copyFile(shown)
  }
  await copyFile('downloads/polymeter-midi-clips.zip')
}

beforeAll(async () => {
  repository = await temporaryRepository()
  folder = await temporaryFolder()
  await writeSamples()
  const old = { aliases: '[/2019/old-name/, /blog/old.html, "/?p=12"]' }
  await repository.write(
    'content/articles/moved.md',
    articleFile(
      { title: 'Moved here', slug: 'moved-here', ...old },
      'Of [sounds](/category/sound-design), of [the second page](/news?page=2#main) and of [itself](/blog/old.html).',
    ),
  )
  await repository.write(
    'content/articles/сведение.md',
    articleFile({
      title: 'Сведение',
      id: '41',
      aliases: '[/статьи/старая, /%D0%B1%D0%BB%D0%BE%D0%B3]',
    }),
  )
  await repository.write(
    'content/articles/draft.md',
    articleFile({ title: 'Unripe quinces', draft: 'true' }, 'Quincewords.'),
  )
  await repository.write(
    'content/articles/later.md',
    articleFile({ title: 'Unripe medlars', publishedAt: '2999-01-01' }),
  )
  // Two pages of news. One title has one picture to be shared.
  for (let number = 1; number <= 25; number += 1)
    await repository.write(
      `content/news/item-${number}.md`,
      articleFile({ title: number === 7 ? 'Item 7' : 'Item', category: 'news' }),
    )
  await repository.commit('Content')
  target = path.join(folder.path, 'site')
  env = {
    CONTENT_DIR: repository.path('content'),
    DATA_DIR: path.join(folder.path, 'data'),
    SITE_URL: siteUrl,
  }
  // Pictures in all sizes, which most sites of a run have.
  for (const name of ['data/cache/export', 'live']) await shareCache(path.join(folder.path, name))
  first = await runScript('export', ['static', target, '--forms', forms], env)
  files = await serveFiles(target)
}, 900_000)

afterAll(async () => {
  await files?.[Symbol.asyncDispose]()
  await repository?.[Symbol.asyncDispose]()
  await folder?.[Symbol.asyncDispose]()
})

/** Every address of this site in a page. */
function addressesOf(document: ReturnType<typeof parseHtml>): Array<string> {
  const values = [
    ...document.querySelectorAll('[href], [src], [srcset], [imagesrcset], [poster], meta[content]'),
  ]
  return values.flatMap((element) =>
    ['href', 'src', 'poster', 'content', 'srcset', 'imagesrcset'].flatMap((name) => {
      const value = element.getAttribute(name)
      if (value === null) return []
      const all = name.endsWith('srcset')
        ? value.split(/,\s+/).map((one) => one.trim().split(' ')[0] ?? '')
        : [value]
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
    const document = parseHtml(answer.text)
    for (const one of addressesOf(document)) {
      if (/^\/(?:api|admin|auth|subscribed|unsubscribe|preferences)(?:[/?]|$)/.test(one))
        servers.push(`${address}: ${one}`)
      // A host of files does not read queries; only the script of the search does.
      if (one.includes('?') && !one.startsWith('/search?')) servers.push(`${address}: ${one}`)
      seen.add(one.split(/[?#]/)[0] ?? '')
    }
    for (const form of document.querySelectorAll('form'))
      expect(['/search', forms]).toContain(form.getAttribute('action'))
  }
  expect(dead).toEqual([])
  expect(servers).toEqual([])
  expect(pages).toEqual(
    expect.arrayContaining(['/news/page/2', '/category/all', '/downloads', '/saved', '/about']),
  )
  expect(pages.length).toBeGreaterThan(50)
})

test('a page is at its address with and without a slash, and shows dates that stay true', async () => {
  const { text } = await ask(files.url, '/category/all')
  expect((await ask(files.url, '/category/all/')).text).toBe(text)
  for (const time of parseHtml(text).querySelectorAll('time'))
    expect(time.textContent).toMatch(/^\w+ \d{1,2}, \d{4}$/)
})

test('links of a text to other spellings, further pages and old addresses lead to the files of the present ones', async () => {
  const { text } = await ask(files.url, '/article/moved-here')
  expect(hrefs(parseHtml(text), '.prose a')).toEqual([
    '/category/sound_design',
    '/news/page/2#main',
    '/article/moved-here',
  ])
})

test('sitemap and feeds name addresses that are there', async () => {
  const sitemap = await readFile(path.join(target, 'sitemap.xml'), 'utf8')
  const addresses = [...sitemap.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address = '']) => address)
  expect(addresses).toContain(`${siteUrl}/news/page/2`)
  const feeds = await Promise.all(
    ['rss.xml', 'atom.xml', 'feed.json', 'news/rss.xml'].map((name) =>
      readFile(path.join(target, name), 'utf8'),
    ),
  )
  const inFeeds = feeds.flatMap(
    (feed) => feed.match(/https:\/\/notes\.example\.org\/[^\s"'<>&\\)\]]+/g) ?? [],
  )
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
    expect(page.querySelector('meta[http-equiv="refresh"]')?.getAttribute('content')).toBe(
      '0; url=/article/moved-here',
    )
    expect(page.querySelector('link[rel="canonical"]')?.getAttribute('href')).toBe(
      `${siteUrl}/article/moved-here`,
    )
  }
  const lines = (await readFile(path.join(target, '_redirects'), 'utf8')).split('\n')
  expect(lines).toContain('/2019/old-name /article/moved-here 301')
  expect(lines).toContain('/blog/old.html /article/moved-here 301')
  expect(lines).toContain('/ p=12 /article/moved-here 301')
  for (const address of ['/статьи/старая', '/блог', '/article/article-41']) {
    expect(lines).toContain(`${encodeURI(address)} ${encodeURI('/article/сведение')} 301`)
    expect((await ask(files.url, encodeURI(address))).text).toContain(
      `url=${encodeURI('/article/сведение')}"`,
    )
  }
  expect((await stat(path.join(target, 'article/сведение/index.html'))).isFile()).toBe(true)
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
    if (name.endsWith('.html')) expect(bytes.includes('data-edit'), name).toBe(false)
  }
  expect(all.get('404.html')?.toString()).toContain('404 Page Not Found')
  expect([...all.keys()]).toEqual(
    expect.arrayContaining(['robots.txt', 'site.webmanifest', 'share/site.png']),
  )
  expect((await stat(target)).mode & 0o777).toBe(0o755)
})

/** The names of files that only one of two folders has, or that differ. */
function differing(
  one: ReadonlyMap<string, Buffer>,
  other: ReadonlyMap<string, Buffer>,
): Array<string> {
  const names = new Set([...one.keys(), ...other.keys()])
  return [...names]
    .filter((name) => !one.get(name)?.equals(other.get(name) ?? Buffer.from('none')))
    .sort()
}

/** The live site of the same content. */
async function liveSite() {
  const live = await startHere({ ...env, DATA_DIR: path.join(folder.path, 'live'), SITE_URL: '' })
  return { url: live.url, [Symbol.asyncDispose]: live.stop }
}

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
    ): Promise<{ query(term: string, literal?: boolean): Promise<SearchResults> }>
  }
  const engine = (await import(pathToFileURL(path.join(target, 'search/engine.js')).href)) as Engine
  const loaded: Array<string> = []
  const search = await engine.createStaticSearch(
    JSON.parse(await readFile(path.join(target, 'search/index.json'), 'utf8')),
    (start) => {
      loaded.push(start)
      return readFile(path.join(target, `search/words/${start}.txt`), 'utf8')
    },
  )
  await using live = await liveSite()
  // Until its index is loaded, the server answers with titles only.
  const answer = (term: string) =>
    askJson<SearchResults>(live.url, `/api/search?q=${encodeURIComponent(term)}`)
  await expect
    .poll(async () => (await answer('sidechain')).partial, { timeout: 60_000 })
    .toBeUndefined()
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
  // The lists of the words that a search asks for, each once.
  expect(loaded).toContain('ze')
  expect(new Set(loaded).size).toBe(loaded.length)
})

test('the next run leaves the bytes of what has not changed, removes what is gone, and one that fails changes nothing', async () => {
  const at = path.join(folder.path, 'again')
  const clone = repositoryAt(path.join(folder.path, 'clone'))
  await cp(target, at, { recursive: true })
  await git(folder.path, ['clone', '-q', repository.root, clone.root])
  const run = () =>
    scriptHere('export', ['static', at, '--forms', forms], {
      ...env,
      CONTENT_DIR: clone.path('content'),
    })
  const before = await filesIn(at)
  await rename(clone.path('.git/objects'), clone.path('.git/gone'))
  expect((await run()).code).not.toBe(0)
  await rename(clone.path('.git/gone'), clone.path('.git/objects'))
  expect(differing(before, await filesIn(at))).toEqual([])

  await clone.remove('content/news/item-7.md')
  await clone.commit('Remove an item')
  const again = await run()
  expect(again.code, again.output).toBe(0)
  const after = await filesIn(at)
  const changed = differing(before, after)
  const gone = changed.filter((name) => !after.has(name))
  expect(gone).toEqual([
    expect.stringMatching(/^news\/\d+\/index\.html$/),
    'news/page/2/index.html',
    expect.stringMatching(/^share\/news\/\d+\.png$/),
    'theme/default/news/item-7.svg',
  ])
  // The rest are what showed the item or led to the second page, and feeds, which have the time of
  // the newest commit.
  for (const name of changed)
    if (after.has(name) && !name.endsWith('.xml'))
      expect(before.get(name)?.toString(), name).toMatch(/Item 7|news\/page\/2/)
})

test('without an address for forms, the pages have none but that of the search', async () => {
  await using live = await liveSite()
  const { text } = await ask(live.url, '/article/moved-here')
  const made = (address: string | null) =>
    [
      ...parseHtml(
        staticPage(text, '/article/moved-here', {
          siteUrl,
          forms: address,
          script: '/s.js',
          addressOf: (one) => one,
        }),
      ).querySelectorAll('form'),
    ].map((form) => form.getAttribute('action'))
  expect(new Set(made(forms))).toEqual(new Set(['/search', forms]))
  expect(new Set(made(null))).toEqual(new Set(['/search']))
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
  expect(await scriptHere('export', ['data', target], env)).toMatchObject({
    code: 2,
    output: `${target} holds an export of another kind (static); choose another folder.\n`,
  })
  const refused = {
    code: 2,
    output:
      'SITE_URL must be the public address of the exported site, such as https://example.org; set it, or give --site ADDRESS.\n',
  }
  expect(await scriptHere('export', ['static', target], { ...env, SITE_URL: '' })).toMatchObject(
    refused,
  )
  expect(
    await scriptHere('export', ['static', target, '--site', 'http://localhost:3000'], env),
  ).toMatchObject(refused)
  expect(
    await scriptHere('export', ['static', target, '--forms', 'mailto:a@b.c'], env),
  ).toMatchObject({ code: 2 })
  expect(await scriptHere('export', ['static'], env)).toMatchObject({
    code: 2,
    output: expect.stringContaining('Usage:'),
  })
})
