import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as pause } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import wordList from 'word-list'
import { createSearch } from '../../server/search/create-search.ts'
import type { SearchDocument } from '../../server/search/document.ts'
import { createEngine } from '../../server/search/engine.ts'
import { entryKey } from '../../server/search/entry-key.ts'
import { writeIndex } from '../../server/search/index-files.ts'
import { bundleWorker, searchWorkerEntry } from '../bundle-worker.ts'
import { median } from './figures.ts'

/** How the search thread affects the server's event loop. Milliseconds. */
export interface ThreadFigures {
  /** From the first call until the index from disk is up to date. */
  loadMs: number
  /** The longest block of the event loop during the load. */
  stallLoad: number
  /**
   * The same during an edit, median of 20; and, alternating with the edits, while idle, to show the effect of other
   * work on the machine.
   */
  stallEdit: number
  stallIdle: number
  /** From an edit until a query finds it. */
  editToFoundMs: number
  /** Median round trip of a query that is not cached. */
  queryMs: number
}

const resolution = 1
const edits = 20

/** Runs the search as the server does, with an index on disk of these documents. */
export async function measureSearchThread(
  documents: ReadonlyArray<SearchDocument>,
  queries: ReadonlyArray<string>,
): Promise<ThreadFigures> {
  const folder = await mkdtemp(path.join(tmpdir(), 'bench-search-'))
  const worker = path.join(folder, 'search-worker.mjs')
  await bundleWorker(worker, searchWorkerEntry)
  const engine = createEngine()
  for (const document of documents) engine.put(document)
  await writeIndex(path.join(folder, 'built'), engine.export(), 'en')
  const byKey = new Map(documents.map((document) => [entryKey(document), document]))
  const search = createSearch({
    workerUrl: pathToFileURL(worker),
    builtDir: path.join(folder, 'built'),
    storedDir: path.join(folder, 'kept'),
    wordList,
    language: () => 'en',
    loaded: Promise.resolve(),
    entries: () => documents.map(({ type, id, hash, publishedAt }) => ({ type, id, hash, publishedAt })),
    read: (entry) => byKey.get(entryKey(entry)) ?? null,
    log: { warn: (message) => console.error(message) },
  })
  try {
    const now = Number.MAX_SAFE_INTEGER
    const started = performance.now()
    let loadMs = 0
    const stallLoad = await stallDuring(async () => {
      await search.ready()
      loadMs = performance.now() - started
    })
    const times: Array<number> = []
    for (const query of queries) {
      const asked = performance.now()
      await search.query(query, now)
      times.push(performance.now() - asked)
    }
    const stalls: Array<number> = []
    const idle: Array<number> = []
    const found: Array<number> = []
    for (let edit = 0; edit < edits; edit++) {
      const document = documents[(edit * 37) % documents.length] as SearchDocument
      const word = `freshword${edit}`
      idle.push(await stallDuring(() => pause(5)))
      stalls.push(
        await stallDuring(async () => {
          const edited = performance.now()
          const applied = search.apply([{ kind: 'put', document: { ...document, title: `${document.title} ${word}` } }])
          const { articles } = await search.query(word, now)
          if (articles[0] !== document.id) throw new Error(`An edit of article ${document.id} was not found`)
          found.push(performance.now() - edited)
          await applied
        }),
      )
    }
    return {
      loadMs,
      stallLoad,
      stallEdit: median(stalls),
      stallIdle: median(idle),
      editToFoundMs: median(found),
      queryMs: median(times),
    }
  } finally {
    await search.close()
    await rm(folder, { recursive: true })
  }
}

/** The longest delay of the event loop, beyond the interval of the measurement. */
async function stallDuring(work: () => Promise<unknown>): Promise<number> {
  const histogram = monitorEventLoopDelay({ resolution })
  histogram.enable()
  await pause(10)
  histogram.reset()
  await work()
  await pause(10)
  histogram.disable()
  return Math.max(0, histogram.max / 1e6 - resolution)
}
