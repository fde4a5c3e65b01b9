import { expect, onTestFinished, test } from 'vitest'
import wordList from 'word-list'
import { createContentStore } from '../server/content/catalog/store.ts'
import { indexedTexts } from '../server/content/read/body.ts'
import { ContentSearch } from '../server/search/content-search.ts'
import { memoryContentFiles } from './memory-content-files.ts'
import { temporaryFolder } from './temp-repository.ts'

const article = (title: string, date: string) =>
  `---\ntitle: ${title}\nexcerpt: E\ncategory: mixing\npublishedAt: ${date}\n---\nA body.\n`

/** A thread whose index is never built: it answers only that it has stored nothing. */
const buildingWorker = new URL(
  `data:text/javascript,${encodeURIComponent(`
    import { parentPort as port } from 'node:worker_threads'
    port.on('message', ({ kind, id }) => {
      if (kind === 'store') port.postMessage({ id, value: undefined })
    })`)}`,
)

test('while the index is being built, the answer contains title matches and says so', async () => {
  const folder = await temporaryFolder()
  onTestFinished(() => folder[Symbol.asyncDispose]())
  const files = memoryContentFiles({
    'site.yaml': 'name: S\ntagline: T\ndescription: D\ndisclaimer: X\nabout: A\n',
    'articles/a.md': article('Sidechain the bass', '2026-01-01'),
    'articles/b.md': article('Warp modes', '2026-01-02'),
    'articles/c.md': article('Bass of tomorrow', '2099-01-01'),
  })
  const log = { warn: () => {}, error: () => {} }
  const store = createContentStore({
    files,
    cacheDir: folder.path,
    now: () => new Date('2026-11-21T12:00:00Z'),
    renderBody: () => Promise.reject(new Error('nothing is rendered here')),
    mentions: () => [],
    search: () => Promise.reject(new Error('nothing is searched here')),
    log,
  })
  await store.ready()
  const search = new ContentSearch({
    content: {
      ...store,
      textsOf: async (blob, kind) => indexedTexts(await files.read(blob), kind),
    },
    workerUrl: buildingWorker,
    builtDir: folder.path,
    storedDir: folder.path,
    wordList,
    loaded: Promise.resolve(),
    now: () => new Date('2026-11-21T12:00:00Z'),
    log,
    telemetry() {},
  })
  for (const answer of [search.atOnce('bass'), search.query('bass')]) {
    const { partial, articles, news } = await answer
    expect({ partial, titles: articles.map(({ title }) => title), news }).toEqual({
      partial: true,
      titles: ['Sidechain the bass'],
      news: [],
    })
  }
  await store.close()
  await search.close()
}, 30_000)
