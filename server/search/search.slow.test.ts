import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import wordList from 'word-list'
import { bundleWorker, searchWorkerEntry } from '../../scripts/bundle-worker.ts'
import { sampleDocument, sampleDocuments } from '../../tests/sample-documents.ts'
import type { SearchDocument } from './document.ts'
import { createEngine, noHits } from './engine.ts'
import { entryKey } from './entry-key.ts'
import { writeIndex } from './index-files.ts'
import { Search } from './search.ts'

const now = Date.UTC(2026, 10, 21)
let shared: string
let workerUrl: URL
let folder: string
let open: Array<Search> = []

beforeAll(async () => {
  shared = await mkdtemp(path.join(tmpdir(), 'search-worker-'))
  await bundleWorker(path.join(shared, 'search-worker.mjs'), searchWorkerEntry)
  workerUrl = pathToFileURL(path.join(shared, 'search-worker.mjs'))
})
afterAll(() => rm(shared, { recursive: true }))
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'search-'))
})
afterEach(async () => {
  for (const search of open) await search.close()
  open = []
  await rm(folder, { recursive: true })
})

const builtDir = () => path.join(folder, 'built')
const storedDir = () => path.join(folder, 'kept')

/** A search over documents that can change; records reads and log messages. */
function searchOver(
  documents: ReadonlyArray<SearchDocument>,
  url = workerUrl,
  loaded = Promise.resolve(),
) {
  const site = new Map(documents.map((document) => [entryKey(document), document]))
  const read: Array<string> = []
  /** Its method needs its object, as that of a real log does. */
  const log = {
    notes: [] as Array<string>,
    warn(message: string) {
      this.notes.push(message)
    },
  }
  const language = { tag: 'en' }
  let starts = 0
  const search = new Search({
    workerUrl: url,
    builtDir: builtDir(),
    storedDir: storedDir(),
    wordList,
    language: () => language.tag,
    loaded,
    async entries() {
      starts++
      return [...site.values()].map(({ type, id, hash, publishedAt }) => ({
        type,
        id,
        hash,
        publishedAt,
      }))
    },
    async read(entry) {
      read.push(entryKey(entry))
      return site.get(entryKey(entry)) ?? null
    },
    log,
  })
  open.push(search)
  return { search, site, read, notes: log.notes, language, starts: () => starts }
}

/** Content that is being read until `finish` is called. */
function loading() {
  let finish = () => {}
  const loaded = new Promise<void>((resolve) => {
    finish = resolve
  })
  return { loaded, finish }
}

async function writeBuilt(documents = sampleDocuments) {
  const engine = createEngine()
  for (const document of documents) engine.put(document)
  await writeIndex(builtDir(), engine.export(), 'en')
}

test('without an index on disk the documents are read once and found', async () => {
  const { search, read, notes } = searchOver(sampleDocuments)
  expect(await search.query('sidechian', now)).toEqual({
    articles: [2, 3],
    corrected: 'sidechain',
    news: [],
    newsletters: [],
    downloads: [],
    pages: [],
  })
  expect(read).toHaveLength(sampleDocuments.length)
  expect(notes).toEqual([])
})

test('what is offered while the content is read is not read again, unless it has changed or is gone', async () => {
  // The index of another site.
  await writeBuilt()
  const documents = Array.from({ length: 40 }, (_, at) =>
    sampleDocument(at + 1, `Looper number${at + 1}`, { hash: `looper${at}` }),
  )
  const { loaded, finish } = loading()
  const { search, site, read } = searchOver(documents, workerUrl, loaded)
  for (const document of documents) search.ahead(() => document)
  site.set('articles:1', sampleDocument(1, 'Slicing a Break', { hash: 'other' }))
  site.delete('articles:2')
  finish()
  await search.ready()
  expect(read.sort()).toEqual([
    'articles:1',
    ...[33, 34, 35, 36, 37, 38, 39, 40].map((id) => `articles:${id}`),
  ])
  expect((await search.query('slicing', now)).articles).toEqual([1])
  expect((await search.query('number2', now, { literal: true })).articles).not.toContain(2)
  expect((await search.query('number3', now, { literal: true })).articles[0]).toBe(3)
  expect((await search.query('number40', now, { literal: true })).articles).toEqual([40])
})

test('with an index on disk, what is offered while the content is read is not taken', async () => {
  await writeBuilt()
  const { loaded, finish } = loading()
  const { search, read } = searchOver(sampleDocuments, workerUrl, loaded)
  const [first, ...others] = sampleDocuments
  const changed = sampleDocument(first?.id ?? 0, 'Looper', { hash: 'other' })
  const offered = [changed, ...others, ...others, ...others, ...others].slice(0, 32)
  for (const document of offered) search.ahead(() => document)
  finish()
  await search.ready()
  expect([offered.length, read]).toEqual([32, []])
  expect((await search.query('looper', now)).articles).toEqual([])
  expect((await search.query('warp modes', now)).articles).toEqual([1])
})

test('only what differs from the built index is read: changed, new and gone items', async () => {
  await writeBuilt()
  const documents = [
    ...sampleDocuments.filter(({ id }) => id !== 2),
    sampleDocument(50, 'Looper on Stage'),
  ].map((document) =>
    document.id === 1 ? sampleDocument(1, 'Slicing a Break', { hash: 'other' }) : document,
  )
  const { search, read } = searchOver(documents)
  await search.ready()
  expect(read.sort()).toEqual(['articles:1', 'articles:50'])
  expect((await search.query('slicing', now)).articles).toEqual([1])
  expect((await search.query('warp modes', now)).articles).toEqual([])
  expect((await search.query('looper', now)).articles).toEqual([50])
  expect((await search.query('breathes', now)).articles).toEqual([])
})

test('a thread that has built a large index gives way to one that reads it', async () => {
  const documents = Array.from({ length: 1_200 }, (_, at) =>
    sampleDocument(at + 1, `Looper number${at + 1}`, { publishedAt: now - at }),
  )
  const { search, read, starts, notes } = searchOver(documents)
  await search.ready()
  expect((await search.query('number1177', now)).articles[0]).toBe(1177)
  await vi.waitFor(() => expect(starts()).toBe(2), 30_000)
  expect((await search.query('number1178', now)).articles[0]).toBe(1178)
  const added = sampleDocument(2_000, 'Slicing a Break', { publishedAt: now })
  await search.apply([{ kind: 'put', document: added }])
  expect((await search.query('slicing', now)).articles).toEqual([2_000])
  expect(starts()).toBe(2)
  expect(read).toHaveLength(documents.length)
  expect(notes).toEqual([])
})

test('while the index is built a query finds what it has so far and says so, and afterwards all', async () => {
  const { loaded, finish } = loading()
  const documents = Array.from({ length: 17 }, (_, at) => sampleDocument(at + 1, `Number${at + 1}`))
  const { search } = searchOver(documents, workerUrl, loaded)
  for (const document of documents) search.ahead(() => document)
  const found = (word: string) => search.query(word, now, { literal: true, waitMs: 0 })
  await expect.poll(() => found('number16')).toMatchObject({ articles: [16], partial: true })
  expect(await found('number17')).toMatchObject({ articles: [], partial: true })
  finish()
  expect(await search.query('number17', now, { literal: true })).toEqual({
    ...noHits,
    articles: [17],
  })
})

test('a search whose items cannot be listed is tried again, and then rejects', async () => {
  const { search, site, notes } = searchOver(sampleDocuments)
  site.values = () => {
    throw new Error('not listed on purpose')
  }
  await expect(search.query('warp', now)).rejects.toThrow('not listed on purpose')
  expect(notes).toEqual(['not listed on purpose', 'not listed on purpose'])
})

test('of two indexes on disk the one that differs less is used', async () => {
  await writeBuilt(sampleDocuments.slice(0, 3))
  await cp(builtDir(), storedDir(), { recursive: true })
  await rm(builtDir(), { recursive: true })
  await writeBuilt()
  const { search, read } = searchOver(sampleDocuments)
  await search.ready()
  expect(read).toEqual([])
})

test('a change is seen by the next query, a removed item never again', async () => {
  const { search, site } = searchOver(sampleDocuments)
  await search.ready()
  expect((await search.query('looper', now)).articles).toEqual([])
  const added = sampleDocument(60, 'Looper on Stage')
  site.set(entryKey(added), added)
  const applied = search.apply([{ kind: 'put', document: added }])
  expect((await search.query('looper', now)).articles).toEqual([60])
  await applied
  site.delete(entryKey(added))
  void search.apply([{ kind: 'remove', item: added }])
  expect((await search.query('looper', now)).articles).toEqual([])
})

test('changes that come while the index is caught up win over what is read for it', async () => {
  const many = Array.from({ length: 80 }, (_, at) => sampleDocument(at + 1, `Old title ${at}`))
  const { search } = searchOver(many)
  const ready = search.ready()
  await Promise.resolve()
  await search.apply([
    { kind: 'put', document: sampleDocument(80, 'Fresh title', { hash: 'fresh' }) },
    { kind: 'remove', item: { type: 'articles', id: 79 } },
  ])
  await ready
  expect((await search.query('fresh', now)).articles).toEqual([80])
  expect((await search.query('old 78', now)).articles).not.toContain(79)
  expect((await search.query('old 79', now)).articles).not.toContain(80)
})

test('an updated index is stored for the next start', async () => {
  const many = Array.from({ length: 60 }, (_, at) => sampleDocument(at + 1, `Title number${at}`))
  const first = searchOver(many)
  await first.search.ready()
  await first.search.close()
  const second = searchOver(many)
  expect((await second.search.query('number59', now)).articles).toEqual([60])
  expect(second.read).toEqual([])
})

test('a thread that dies is started again, and the query is answered all the same', async () => {
  await writeBuilt()
  await writeFile(
    path.join(folder, 'fragile.mjs'),
    `import { existsSync, writeFileSync } from 'node:fs'
     import { parentPort } from 'node:worker_threads'
     const mark = ${JSON.stringify(path.join(folder, 'died'))}
     await import(${JSON.stringify(workerUrl.href)})
     parentPort.on('message', (message) => {
       if (message.kind !== 'query' || existsSync(mark)) return
       writeFileSync(mark, '')
       process.exit(7)
     })`,
  )
  const { search, notes } = searchOver(
    sampleDocuments,
    pathToFileURL(path.join(folder, 'fragile.mjs')),
  )
  await search.ready()
  expect((await search.query('warp', now)).articles).toEqual([1])
  expect(notes).toEqual(['The search thread failed: it ended with code 7'])
})

test('a thread that always dies makes queries reject, not hang', async () => {
  await writeFile(path.join(folder, 'broken.mjs'), `throw new Error('broken on purpose')`)
  const { search } = searchOver(sampleDocuments, pathToFileURL(path.join(folder, 'broken.mjs')))
  await expect(search.query('warp', now)).rejects.toThrow(
    'The search thread failed: broken on purpose',
  )
  await expect(search.ready()).rejects.toThrow('The search thread failed')
  await expect(search.query('kick', now)).rejects.toThrow('The search thread failed')
})

test('a closed search says so', async () => {
  const { search } = searchOver(sampleDocuments)
  await search.close()
  await expect(search.query('warp', now)).rejects.toThrow('The search is closed')
})

test('an index that is damaged is not used; everything is read again and found', async () => {
  await writeBuilt()
  await writeFile(path.join(builtDir(), 'manifest.json'), '')
  const { search, read, notes } = searchOver(sampleDocuments)
  await search.ready()
  expect((await search.query('warp modes', now)).articles).toEqual([1])
  expect(read).toHaveLength(sampleDocuments.length)
  expect(notes).toEqual([expect.stringMatching(/manifest is damaged/)])
})

test('when the language of the site changes, every document is read again, and the index on disk is not used', async () => {
  const titles = ['Ein Beispiel', 'Verstärker']
  const documents = titles.map((title, at) => sampleDocument(at + 1, title))
  await writeBuilt(documents)
  const { search, read, notes, language } = searchOver(documents)
  expect((await search.query('verstaerker', now, { literal: true })).articles).toEqual([])
  expect(read).toEqual([])
  language.tag = 'de'
  search.rebuild()
  await expect
    .poll(async () => (await search.query('verstaerker', now, { literal: true })).articles)
    .toEqual([2])
  expect((await search.query('den Beispielen', now)).articles).toEqual([1])
  expect(read).toHaveLength(2)
  expect(notes).toEqual([
    expect.stringMatching(
      /^The search index in .* is not used: it was built for the language en, not de\.$/,
    ),
  ])
})
