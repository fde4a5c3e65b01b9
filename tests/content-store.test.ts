import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { noResults } from '#domain/search.ts'
import { createContentStore } from '../server/content/catalog/store.ts'
import { createGitFiles } from '../server/git/files/git-files.ts'
import { createWorkingTreeFiles } from '../server/git/files/working-tree-files.ts'
import { openRepository } from '../server/git/read/open-repository.ts'
import { sitemap } from '../server/pages/sitemap.ts'
import { type TemporaryRepository, temporaryRepository } from './temp-repository.ts'

const article = (title: string, date = '2026-01-02') =>
  `---\ntitle: ${title}\nexcerpt: E\ncategory: mixing\npublishedAt: ${date}\n---\n\nBody of ${title}\n`

async function openStore(
  temporary: TemporaryRepository,
  cacheDir: string,
  show: 'commits' | 'work tree' = 'commits',
) {
  const repository = await openRepository({ contentDir: temporary.path('content') })
  const files =
    show === 'commits' ? createGitFiles(repository) : await createWorkingTreeFiles(repository)
  const log: Array<string> = []
  const store = createContentStore({
    files,
    cacheDir,
    now: () => new Date('2026-11-21T12:00:00Z'),
    renderBody: async ({ markdown }) => ({ html: markdown, toc: [], words: 0 }),
    mentions: () => [],
    search: async () => noResults,
    log: { warn: (message) => log.push(message), error: (message) => log.push(message) },
  })
  await store.ready()
  const close = async () => {
    await store.close()
    repository.close()
  }
  return { store, reader: store.reader, log, close }
}

async function cacheFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'content-cache-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

test("a writer's commit appears on the site with its date, and uncommitted changes do not", async () => {
  await using temporary = await temporaryRepository()
  await temporary.write(
    'content/site.yaml',
    'name: S\ntagline: T\ndescription: D\ndisclaimer: X\nabout: A\n',
  )
  await temporary.write('content/articles/2026/warp.md', article('Warp'))
  await temporary.write('outside.md', 'not content')
  await temporary.commit('First', 1_767_225_600)
  await temporary.write('content/articles/2026/loose.md', article('Loose'))
  const { store, reader, close } = await openStore(temporary, await cacheFolder())
  expect(reader.items('articles').map((item) => item.slug)).toEqual(['warp'])
  await vi.waitFor(
    () => expect(reader.item('articles', 'warp')?.updatedAt).toBe('2026-01-01T00:00:00.000Z'),
    30_000,
  )
  await expect(reader.body(reader.item('articles', 'warp')!)).resolves.toMatchObject({
    html: '\nBody of Warp\n',
  })
  await temporary.write('content/articles/2026/warp.md', article('Warped', '2026-01-03'))
  await temporary.commit('Second', 1_767_229_200)
  await vi.waitFor(
    () => expect(reader.items('articles').map((item) => item.title)).toEqual(['Warped', 'Loose']),
    30_000,
  )
  await vi.waitFor(
    () => expect(reader.item('articles', 'warp')?.updatedAt).toBe('2026-01-01T01:00:00.000Z'),
    30_000,
  )
  await temporary.git('revert', '--no-edit', 'HEAD')
  await vi.waitFor(
    () => expect(reader.items('articles').map((item) => item.title)).toEqual(['Warp']),
    30_000,
  )
  expect(store.problems()).toEqual([])
  await close()
})

test('commits made while the site was off are shown at the next start, also after history was rewritten', async () => {
  await using temporary = await temporaryRepository()
  const cacheDir = await cacheFolder()
  await temporary.write('content/news/a.md', article('A'))
  await temporary.write('content/news/b.md', article('B'))
  await temporary.commit()
  const first = await openStore(temporary, cacheDir)
  await first.close()
  await temporary.remove('content/news/b.md')
  await temporary.write('content/news/c.md', article('C'))
  await temporary.commit()
  const second = await openStore(temporary, cacheDir)
  expect(
    second.reader
      .items('news')
      .map((item) => item.title)
      .toSorted(),
  ).toEqual(['A', 'C'])
  await second.close()
  await temporary.git('checkout', '-q', '--orphan', 'fresh')
  await temporary.write('content/news/a.md', article('A2'))
  await temporary.commit('Anew')
  await temporary.git('branch', '-M', 'fresh', 'main')
  await temporary.git('reflog', 'expire', '--expire=now', '--all')
  await temporary.git('gc', '-q', '--prune=now')
  const third = await openStore(temporary, cacheDir)
  expect(
    third.reader
      .items('news')
      .map((item) => item.title)
      .toSorted(),
  ).toEqual(['A2', 'C'])
  await third.close()
})

test('links and repositories inside the content folder are reported and never followed', async () => {
  await using temporary = await temporaryRepository()
  await temporary.write('content/articles/a.md', article('A'))
  await temporary.write('secret.md', article('Secret'))
  await temporary.link('content/articles/link.md', '../../secret.md')
  await temporary.link('content/downloads', '/etc')
  await temporary.write('content/articles/nested/b.md', article('B'))
  await temporary.git('-C', 'content/articles/nested', 'init', '-q')
  await temporary.git('-C', 'content/articles/nested', 'add', '.')
  await temporary.git('-C', 'content/articles/nested', 'commit', '-qm', 'inner')
  await temporary.commit()
  const { store, reader, close } = await openStore(temporary, await cacheFolder())
  expect(reader.items('articles').map((item) => item.title)).toEqual(['A'])
  expect(store.problems().map(({ path, message }) => `${path}: ${message}`)).toEqual([
    'articles/link.md: A symbolic link is never followed; put the file itself here',
    'articles/nested: A repository inside the content folder is not read',
    'downloads: A symbolic link is never followed; put the file itself here',
    'site.yaml: The file is missing; defaults are used',
  ])
  await close()
})

test('in development the work tree is shown, commit or not', async () => {
  await using temporary = await temporaryRepository()
  await temporary.write('content/articles/a.md', article('A'))
  await temporary.commit()
  const { reader, close } = await openStore(temporary, await cacheFolder(), 'work tree')
  await temporary.write('content/articles/b.md', article('B', '2026-02-01'))
  await vi.waitFor(
    () => expect(reader.items('articles').map((item) => item.title)).toEqual(['B', 'A']),
    30_000,
  )
  await temporary.remove('content/articles/a.md')
  await vi.waitFor(
    () => expect(reader.items('articles').map((item) => item.title)).toEqual(['B']),
    30_000,
  )
  await close()
})

test('a sitemap with more addresses than a file may have is an index of its parts, which have each address once', async () => {
  await using temporary = await temporaryRepository()
  await temporary.write(
    'content/site.yaml',
    'name: S\ntagline: T\ndescription: D\ndisclaimer: X\nabout: A\n',
  )
  for (const name of ['one', 'two', 'three', 'four', 'five'])
    await temporary.write(`content/articles/${name}.md`, article(name))
  await temporary.commit('Five')
  const { reader, close } = await openStore(temporary, await cacheFolder())
  const locations = async (file: string, perFile: number) => {
    const text = await sitemap(reader, 'https://s.example', file, perFile)
    return text === null
      ? null
      : [...text.matchAll(/<loc>https:\/\/s\.example([^<]*)<\/loc>/g)].map(([, path]) => path)
  }
  const all = (await locations('/sitemap.xml', 100)) ?? []
  expect(all).toEqual(expect.arrayContaining(['/', '/news', '/article/one', '/article/five']))
  expect(all.length).toBeLessThanOrEqual(12)
  const index = (await locations('/sitemap.xml', 4)) ?? []
  expect(index.length).toBe(Math.ceil(all.length / 4))
  expect(index.slice(0, 2)).toEqual(['/sitemap-1.xml', '/sitemap-2.xml'])
  const parts = await Promise.all(index.map((part) => locations(part ?? '', 4)))
  expect(parts.flat()).toEqual(all)
  expect(await locations(`/sitemap-${index.length + 1}.xml`, 4)).toBe(null)
  expect(await locations('/sitemap-1.xml', 100)).toBe(null)
  await close()
})
