import { readFile } from 'node:fs/promises'
import wordList from 'word-list'
import { byType, type ContentType, type FileKind } from '#domain/content.ts'
import type { ItemSummary } from '#domain/item/summary.ts'
import { type WordLanguage, wordLanguage } from '#domain/words/word-language.ts'
import { createMediaUses } from '../../server/content/catalog/media-uses.ts'
import { createSiteReader } from '../../server/content/catalog/site-reader.ts'
import { createEngine } from '../../server/search/engine.ts'
import { english } from '../../server/search/english.ts'
import { foundContent } from '../../server/search/found-content.ts'
import {
  type StaticSearchFile,
  shortIndex,
  wordStartLength,
} from '../../server/search/static-search.ts'
import { searchItems } from '../search-folder.ts'
import type { CommittedContent } from './committed-content.ts'

/**
 * What the search of an exported site loads: its index with what results show, and for a site in
 * English its words by their first letters.
 */
export async function searchFiles(
  content: CommittedContent,
  siteUrl: string,
): Promise<{ index: StaticSearchFile; words: ReadonlyMap<string, string> }> {
  const language = await wordLanguage(content.state.settings.language, english)
  const words = language.tag === english.tag ? await englishWords() : new Map<string, string>()
  return {
    index: await indexOf(content, siteUrl, language, [...words.keys()]),
    words,
  }
}

async function indexOf(
  { state, read }: CommittedContent,
  siteUrl: string,
  language: WordLanguage,
  wordStarts: Array<string>,
): Promise<StaticSearchFile> {
  const reader = publishedReader(state, siteUrl)
  const found = foundContent(reader)
  const items = byType<{ [Type in ContentType]: Array<ItemSummary[Type]> }>((type) =>
    reader.items(type),
  )
  const downloads = found.downloads(reader.downloads().map(({ id }) => id))
  const pages = reader.staticPages().flatMap(({ id }) => {
    const page = found.page(id)
    return page ? [{ id, ...page }] : []
  })
  const shown: Record<FileKind, ReadonlySet<number>> = {
    ...byType<Record<ContentType, ReadonlySet<number>>>((type) => idsOf(items[type])),
    downloads: idsOf(downloads),
    pages: idsOf(pages),
  }
  const engine = createEngine(undefined, null, language)
  for await (const document of (await searchItems({ read }, state)).documents())
    if (shown[document.type].has(document.id)) engine.put(document)
  const { data: profile } = found.profile()
  return {
    index: shortIndex(engine.export()),
    profile,
    items,
    downloads,
    pages,
    wordStarts,
    timeZone: state.settings.timeZone,
    withSound: byType<Record<ContentType, Array<number>>>((type) =>
      [...shown[type]].filter((id) => found.hasSound(type, id)),
    ),
    categoryCounts: found.categoryCounts(),
  }
}

/** What visitors see of a state; it renders no bodies and counts no downloads. */
function publishedReader(state: CommittedContent['state'], siteUrl: string) {
  const store = { files: () => state.records.values(), revision: () => null, state: () => state }
  const refuse = () => Promise.reject(new Error('the search file needs no rendered texts'))
  return createSiteReader({
    state: () => state,
    mentions: createMediaUses({ store, siteUrl }).mentions,
    downloadCount: () => 0,
    body: refuse,
    search: refuse,
    contents: refuse,
    preview: refuse,
    player: refuse,
  })
}

const idsOf = (items: ReadonlyArray<{ id: number }>) => new Set(items.map(({ id }) => id))

/** The words of English, one per line, by their first letters. */
async function englishWords(): Promise<ReadonlyMap<string, string>> {
  const lists = new Map<string, Array<string>>()
  for (const word of (await readFile(wordList, 'utf8')).split('\n')) {
    const start = word.slice(0, wordStartLength)
    const list = lists.get(start)
    if (list) list.push(word)
    else if (start !== '') lists.set(start, [word])
  }
  return new Map([...lists].map(([start, list]) => [start, list.join('\n')]))
}
