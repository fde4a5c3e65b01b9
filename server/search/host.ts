import { type WordLanguage, wordLanguage } from '#domain/words/word-language.ts'
import { createDictionary } from './dictionary.ts'
import type { SearchEntry } from './document.ts'
import { createEngine, hitsPerGroup, type IndexSnapshot, type SearchEngine } from './engine.ts'
import { english } from './english.ts'
import { entryKey } from './entry-key.ts'
import { writeIndex } from './index-files.ts'
import type { SearchCalls, SearchFolders } from './messages.ts'
import { loadBest, storedIndexes } from './stored-indexes.ts'

/** Documents requested at once; other calls are answered between two batches. */
const batch = 16
/**
 * After this many changes (a quarter of a small site, a five-hundredth of a large one), the index
 * is stored at the next idle moment.
 */
const saveAfter = 50
const quietMs = 1_000

/**
 * The calls of a search thread: loads an index, updates it, answers queries, and stores it after
 * many changes.
 */
export function createSearchHost(
  { folders, saveTo, wordList }: SearchFolders,
  note: (message: string) => void,
): SearchCalls {
  let language: WordLanguage = english
  let engine: SearchEngine = createEngine()
  let dictionary = createDictionary(wordList)
  let wanted: Array<SearchEntry> = []
  let needed: Array<SearchEntry> = []
  /** Whether documents that came ahead of the entries are indexed; null before the first. */
  let isAhead: boolean | null = null
  let isComplete = false
  let quiet: NodeJS.Timeout | undefined
  let turn: Promise<unknown> = Promise.resolve()

  /** One at a time, in the order of the calls. */
  function inTurn<Value>(task: () => Promise<Value>): Promise<Value> {
    const done = turn.then(task)
    turn = done
    return done
  }

  /** Without its list of words, no word of the texts is taken for a misspelled one. */
  function isEnglish(word: string): boolean {
    try {
      return dictionary(word)
    } catch (error) {
      note(`Misspelled words in the texts are not corrected: ${String(error)}`)
      dictionary = () => true
      return true
    }
  }

  /** Misspelled words of the texts are known in English only. */
  function begin(snapshot?: IndexSnapshot): SearchEngine {
    engine = createEngine(snapshot, language.tag === english.tag ? isEnglish : null, language)
    return engine
  }

  async function load(tag: string) {
    const given = await wordLanguage(tag, english)
    // What came ahead was read by the rules of another language.
    if (given.tag !== language.tag) isAhead = false
    language = given
    if (!isAhead)
      await loadBest(folders, language.tag, wanted, begin, (folder, reason) =>
        note(`The search index in ${folder} is not used: ${reason}.`),
      )
    const gone = new Map(engine.entries().map((entry) => [entryKey(entry), entry]))
    needed = wanted.filter((entry) => gone.get(entryKey(entry))?.hash !== entry.hash)
    for (const entry of wanted) gone.delete(entryKey(entry))
    for (const entry of gone.values()) engine.remove(entry)
    wanted = []
  }

  /**
   * A few changes are repeated at the next start, which costs less than writing the whole index.
   */
  function worthSaving() {
    return (
      isComplete &&
      engine.changes() > Math.min(Math.max(saveAfter, engine.size() / 500), engine.size() / 4)
    )
  }

  function restartQuiet() {
    clearTimeout(quiet)
    if (worthSaving()) quiet = setTimeout(store, quietMs)
  }

  /** One part after the other, so that queries are answered in between; changes wait. */
  function store(): Promise<void> {
    clearTimeout(quiet)
    return inTurn(async () => {
      if (!worthSaving()) return
      try {
        await writeIndex(saveTo, engine.export(), language.tag)
      } catch (error) {
        note(`The search index cannot be stored in ${saveTo}: ${String(error)}`)
      }
    })
  }

  return {
    /**
     * Without an index on disk that has at least half of the first documents as they are, all are
     * needed. They need not wait for the entries.
     */
    ahead: (tag, documents) =>
      inTurn(async () => {
        if (isAhead === null) {
          language = await wordLanguage(tag, english)
          const stored = await storedIndexes(folders, language.tag, documents, () => {})
          isAhead = !stored.some(
            ({ missing, changed }) => missing + changed <= documents.length / 2,
          )
          begin()
        }
        if (isAhead) for (const document of documents) engine.put(document)
        return isAhead
      }),
    want: (entries) => void wanted.push(...entries),
    load: (tag) => inTurn(() => load(tag)),
    need: () => needed.splice(0, batch),
    apply: (changes) =>
      inTurn(async () => {
        for (const one of changes) {
          if (one.kind === 'put') engine.put(one.document)
          else engine.remove(one.item)
        }
        restartQuiet()
      }),
    finish: () =>
      inTurn(async () => {
        engine.prepare()
        isComplete = true
        restartQuiet()
        return engine.changes()
      }),
    query(text, now, literal) {
      restartQuiet()
      return engine.query(text, now, hitsPerGroup, literal)
    },
    store,
  }
}
