import path from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as pause } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import wordList from 'word-list'
import type { SearchDocument } from '../../server/search/document.ts'
import { createEngine } from '../../server/search/engine.ts'
import { entryKey } from '../../server/search/entry-key.ts'
import { writeIndex } from '../../server/search/index-files.ts'
import { Search } from '../../server/search/search.ts'
import { temporaryFolder } from '../../tests/temp-repository.ts'
import { bundleWorker, searchWorkerEntry } from '../bundle-worker.ts'
import { add, median, time } from './harness.ts'

const resolution = 1
const edits = 20

/**
 * Runs the search as the server does, with an index on disk of these documents, and measures how
 * its thread affects the event loop of the server.
 */
export async function measureSearchThread(
  size: number,
  documents: ReadonlyArray<SearchDocument>,
  queries: ReadonlyArray<string>,
): Promise<void> {
  await using folder = await temporaryFolder()
  const worker = path.join(folder.path, 'search-worker.mjs')
  await bundleWorker(worker, searchWorkerEntry)
  const engine = createEngine()
  for (const document of documents) engine.put(document)
  await writeIndex(path.join(folder.path, 'built'), engine.export(), 'en')
  const byKey = new Map(documents.map((document) => [entryKey(document), document]))
  const search = new Search({
    workerUrl: pathToFileURL(worker),
    builtDir: path.join(folder.path, 'built'),
    storedDir: path.join(folder.path, 'kept'),
    wordList,
    language: () => 'en',
    loaded: Promise.resolve(),
    entries: async () =>
      documents.map(({ type, id, hash, publishedAt }) => ({
        type,
        id,
        hash,
        publishedAt,
      })),
    read: async (entry) => byKey.get(entryKey(entry)) ?? null,
    log: { warn: (message) => console.error(message) },
  })
  const now = Number.MAX_SAFE_INTEGER
  const held: Array<number> = []
  const idle: Array<number> = []
  try {
    await search.ready()
    for (const query of queries)
      await time(`thread: query, ${size}`, () => search.query(query, now))
    for (let edit = 0; edit < edits; edit++) {
      const document = documents[(edit * 37) % documents.length]!
      const word = `freshword${edit}`
      // Alternating with the edits, to show the effect of other work on the machine.
      idle.push(await stallDuring(() => pause(5)))
      held.push(
        await stallDuring(async () => {
          const changed = { ...document, title: `${document.title} ${word}` }
          const applied = search.apply([{ kind: 'put', document: changed }])
          const { articles } = await search.query(word, now)
          if (articles[0] !== document.id)
            throw new Error(`An edit of article ${document.id} was not found`)
          await applied
        }),
      )
    }
  } finally {
    await search.close()
  }
  add(`ms that an edit holds, ${size}`, Math.max(0, median(held) - median(idle)))
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
