import type { ContentType, FileKind } from '#domain/content.ts'
import { noResults, type SearchResults, searchMinimumLength } from '#domain/search.ts'
import { devicesNamed } from './devices.ts'
import { createEngine, type IndexSnapshot } from './engine.ts'

const hitsPerGroup = 20
const articlesPerDevice = 3

/** What the results of an exported site show of each item. */
export type StaticItems = Pick<SearchResults, ContentType | 'downloads' | 'pages'>

/** The file that the search of an exported site loads. The id of a page is its place in `pages`, as in the index. */
export interface StaticSearchFile {
  index: IndexSnapshot
  items: Omit<StaticItems, 'pages'> & { pages: Array<{ id: number; page: StaticItems['pages'][number] }> }
}

/** The search of an exported site; it runs in the browser, over the index that the export wrote. */
export function createStaticSearch({ index, items }: StaticSearchFile) {
  const engine = createEngine(index)
  const articles = byId(items.articles)
  const known: Record<FileKind, ReadonlyMap<number, unknown>> = {
    articles,
    news: byId(items.news),
    newsletters: byId(items.newsletters),
    downloads: byId(items.downloads),
    pages: new Map(items.pages.map(({ id, page }) => [id, page])),
  }
  const find = (text: string, literal: boolean) => engine.query(text, Date.now(), hitsPerGroup, literal)

  return (text: string, literal = false): SearchResults => {
    if (text.length < searchMinimumLength) return noResults
    const hits = find(text, literal)
    const shown = <Kind extends FileKind>(kind: Kind) =>
      hits[kind].flatMap((id) => known[kind].get(id) ?? []) as StaticItems[Kind]
    const { corrected } = hits
    return {
      articles: shown('articles'),
      news: shown('news'),
      newsletters: shown('newsletters'),
      downloads: shown('downloads'),
      pages: shown('pages'),
      devices: devicesNamed(corrected ?? text).flatMap(({ device, means }) => {
        const named = find(means, true)
          .articles.slice(0, articlesPerDevice)
          .flatMap((id) => articles.get(id) ?? [])
        return named.length > 0
          ? [{ name: device, articles: named.map(({ id, slug, title }) => ({ id, slug, title })) }]
          : []
      }),
      ...(corrected !== undefined && { corrected }),
    }
  }
}

function byId<Item extends { id: number }>(items: ReadonlyArray<Item>): ReadonlyMap<number, Item> {
  return new Map(items.map((item) => [item.id, item]))
}
