import { type FileKind, staticPageNames } from '#domain/content.ts'
import type { StaticItems, StaticSearchFile } from '../../server/search/static-search.ts'
import type { CommittedContent } from './committed-content.ts'

/** The index of an exported site with what its results show. The server at `origin` says what visitors see. */
export async function searchFile(content: CommittedContent, origin: string): Promise<StaticSearchFile> {
  async function read<Kind extends Exclude<keyof StaticItems, 'pages'>>(kind: Kind): Promise<StaticItems[Kind]> {
    const answer = await fetch(`${origin}/api/${kind}`)
    if (!answer.ok) throw new Error(`/api/${kind} answered ${answer.status}`)
    return (await answer.json()) as StaticItems[Kind]
  }
  const [articles, news, newsletters, downloads] = await Promise.all([
    read('articles'),
    read('news'),
    read('newsletters'),
    read('downloads'),
  ])
  const pages = content.pages.map(({ name, title, metaDescription }) => ({
    id: staticPageNames.indexOf(name) + 1,
    page: { name, title, description: metaDescription ?? '' },
  }))
  const shown: Record<FileKind, ReadonlySet<number>> = {
    articles: idsOf(articles),
    news: idsOf(news),
    newsletters: idsOf(newsletters),
    downloads: idsOf(downloads),
    pages: idsOf(pages),
  }
  return {
    index: content.index((kind, id) => shown[kind].has(id)),
    items: { articles, news, newsletters, downloads, pages },
  }
}

const idsOf = (items: ReadonlyArray<{ id: number }>) => new Set(items.map(({ id }) => id))
