import { setImmediate } from 'node:timers/promises'
import { type WordLanguage, wordLanguage } from '#domain/words/word-language.ts'
import { createDictionary } from './dictionary.ts'
import type { SearchDocument, SearchEntry } from './document.ts'
import {
  createEngine,
  hitsPerGroup,
  type IndexSnapshot,
  noHits,
  type SearchEngine,
  type SearchHits,
} from './engine.ts'
import { english } from './english.ts'
import { entryKey } from './entry-key.ts'
import { writeIndex } from './index-files.ts'
import type { FromSearchThread, ToSearchThread } from './messages.ts'
import { bestStoredIndex, isStored } from './stored-indexes.ts'

/** Documents requested at once; other messages are answered between two batches. */
const batch = 16
/** Requests at once, so that the next documents are read while these are indexed. */
const requestsAtOnce = 4
/** The longest time that a query waits for an index that is being updated, in milliseconds. */
const timeoutMs = 1_500
/**
 * After this many changes (a quarter of a small site, a five-hundredth of a large one), the index
 * is stored at the next idle moment.
 */
const saveAfter = 50
const quietMs = 1_000
const warmUpWords = 20
/**
 * From this many documents at once, the thread is replaced: building them takes some hundred
 * megabytes, reading the stored index far less.
 */
const manyDocuments = 1_000

/** The message handler of the search thread: one message in, any number out through `post`. */
export interface SearchHost {
  receive(message: ToSearchThread): void
}

type Ahead = Extract<ToSearchThread, { kind: 'ahead' }>
type Query = Extract<ToSearchThread, { kind: 'query' }>
type Apply = Extract<ToSearchThread, { kind: 'apply' }>

/**
 * Runs the engine of a search thread: loads an index, updates it, answers queries, and stores it
 * after many changes.
 */
export function createSearchHost(post: (message: FromSearchThread) => void): SearchHost {
  let language: WordLanguage = english
  let engine: SearchEngine = createEngine()
  let folders: Array<string> = []
  let saveTo = ''
  let dictionary: (word: string) => boolean = () => true
  let wanted: Array<SearchEntry> = []
  let needed: Array<SearchEntry> = []
  let requested = 0
  let state: 'loading' | 'catching up' | 'ready' = 'loading'
  /** Whether documents that came ahead of the entries are indexed; null before the first. */
  let isAhead: boolean | null = null
  /** Whether the index had to be built from many documents. */
  let isBuilt = false
  /** Whether all entries have arrived; changes wait for that. */
  let opened = false
  const early: Array<Apply> = []
  /** Items that changed during the update; requested documents may be older. */
  const touched = new Set<string>()
  const waiting = new Map<Query, NodeJS.Timeout>()
  let quiet: NodeJS.Timeout | undefined
  let queue: Promise<void> = Promise.resolve()
  let saving: Promise<void> = Promise.resolve()

  /** Without its list of words, no word of the texts is taken for a misspelled one. */
  function isEnglish(word: string): boolean {
    try {
      return dictionary(word)
    } catch (error) {
      post({
        kind: 'note',
        message: `Misspelled words in the texts are not corrected: ${String(error)}`,
      })
      dictionary = () => true
      return true
    }
  }

  /** Misspelled words of the texts are known in English only. */
  function newEngine(snapshot?: IndexSnapshot): SearchEngine {
    return createEngine(snapshot, language.tag === english.tag ? isEnglish : null, language)
  }

  /**
   * None while the index is built from many documents: to sort their words for each query would
   * take longer than to build it.
   */
  function hitsOf({ text, now, literal }: Query): SearchHits {
    const isLoading = state === 'loading' || (state === 'catching up' && isBuilt)
    if (isLoading) return { ...noHits, partial: true }
    const hits = engine.query(text, now, hitsPerGroup, literal)
    return state === 'ready' ? hits : { ...hits, partial: true }
  }

  function answer(query: Query) {
    clearTimeout(waiting.get(query))
    waiting.delete(query)
    post({ kind: 'hits', id: query.id, hits: hitsOf(query) })
    restartQuiet()
  }

  /**
   * Without an index on disk that has the first documents, all are needed. They need not wait for
   * the entries.
   */
  async function receiveAhead({ language: tag, documents }: Ahead) {
    if (isAhead === null) {
      language = await wordLanguage(tag, english)
      isAhead = !(await isStored(folders, language.tag, documents))
      engine = newEngine()
    }
    if (isAhead) putAll(documents)
    post({ kind: 'took', isWanted: isAhead })
  }

  async function load(tag: string) {
    const given = await wordLanguage(tag, english)
    // What came ahead was read by the rules of another language.
    if (given.tag !== language.tag) isAhead = false
    language = given
    if (!isAhead)
      engine = newEngine(
        await bestStoredIndex(folders, language.tag, wanted, (folder, reason) =>
          post({ kind: 'note', message: `The search index in ${folder} is not used: ${reason}.` }),
        ),
      )
    const indexed = new Map(engine.entries().map((entry) => [entryKey(entry), entry.hash]))
    needed = wanted.filter((entry) => indexed.get(entryKey(entry)) !== entry.hash)
    for (const entry of wanted) indexed.delete(entryKey(entry))
    const gone = new Set(indexed.keys())
    for (const entry of engine.entries()) if (gone.has(entryKey(entry))) engine.remove(entry)
    wanted = []
    isBuilt = needed.length + (isAhead ? engine.size() : 0) >= manyDocuments
    state = 'catching up'
    for (let count = 0; count < requestsAtOnce; count++) request()
    if (requested === 0) finish()
  }

  function request() {
    const entries = needed.splice(0, batch)
    if (entries.length === 0) return
    requested += 1
    post({ kind: 'need', entries })
  }

  function receiveDocuments(documents: ReadonlyArray<SearchDocument>) {
    requested -= 1
    request()
    putAll(documents.filter((document) => !touched.has(entryKey(document))))
    if (requested === 0) finish()
  }

  function putAll(documents: ReadonlyArray<SearchDocument>) {
    for (const document of documents) engine.put(document)
  }

  function finish() {
    engine.prepare()
    state = 'ready'
    touched.clear()
    post({ kind: 'ready' })
    for (const query of [...waiting.keys()]) answer(query)
    restartQuiet()
    void warmUp()
  }

  /**
   * Queries for common words, their beginnings and misspellings: V8 compiles what they run before a
   * visitor waits for it.
   */
  async function warmUp() {
    for (const word of engine.commonWords(warmUpWords))
      for (const text of [
        word,
        word.slice(0, 3),
        `${word.slice(0, -2)}${word.slice(-1)}${word.slice(-2, -1)}`,
      ]) {
        // Messages are answered in between.
        await setImmediate()
        engine.query(text, Date.now(), hitsPerGroup)
      }
  }

  function change({ id, changes }: Apply) {
    for (const one of changes) {
      const item = one.kind === 'put' ? one.document : one.item
      if (state !== 'ready') touched.add(entryKey(item))
      if (one.kind === 'put') engine.put(one.document)
      else engine.remove(item)
    }
    post({ kind: 'applied', id })
    restartQuiet()
  }

  function restartQuiet() {
    clearTimeout(quiet)
    if (worthSaving()) quiet = setTimeout(() => enqueue(save), quietMs)
  }

  /**
   * A few changes are repeated at the next start, which costs less than writing the whole index.
   */
  function worthSaving() {
    return (
      state === 'ready' &&
      engine.changes() > Math.min(Math.max(saveAfter, engine.size() / 500), engine.size() / 4)
    )
  }

  /** Only the export and what the next query needs block queries; the write to disk does not. */
  function save() {
    if (!worthSaving()) return
    saving = saving
      .then(() => {
        const snapshot = engine.export()
        engine.prepare()
        return writeIndex(saveTo, snapshot, language.tag)
      })
      .then(() => {
        if (isBuilt) post({ kind: 'built' })
      })
      .catch((error) =>
        post({
          kind: 'note',
          message: `The search index cannot be stored in ${saveTo}: ${String(error)}`,
        }),
      )
  }

  /** Runs loading and changes one at a time, in the order of their messages. */
  function enqueue(task: () => void | Promise<void>) {
    queue = queue.then(task)
  }

  return {
    receive(message) {
      switch (message.kind) {
        case 'open':
          folders = message.folders
          saveTo = message.saveTo
          dictionary = createDictionary(message.wordList)
          return
        case 'ahead':
          enqueue(() => receiveAhead(message))
          return
        case 'entries':
          for (const entry of message.entries) wanted.push(entry)
          if (!message.last) return
          enqueue(() => load(message.language))
          for (const apply of early.splice(0)) enqueue(() => change(apply))
          opened = true
          return
        case 'documents':
          enqueue(() => receiveDocuments(message.documents))
          return
        case 'apply':
          // Until all entries have arrived, changes wait: the index that is loaded then would not
          // contain them.
          if (opened) enqueue(() => change(message))
          else early.push(message)
          return
        case 'query':
          if (state === 'ready') enqueue(() => answer(message))
          else
            waiting.set(
              message,
              setTimeout(() => answer(message), timeoutMs),
            )
          return
        case 'close':
          enqueue(async () => {
            clearTimeout(quiet)
            save()
            await saving
            post({ kind: 'closed' })
          })
      }
    },
  }
}
