import { articleFile } from './running-site.ts'

/** The files of articles with these ids: `Article 1` at `/article/a1`, and so on. */
export function numberedArticles(ids: ReadonlyArray<number>): Record<string, string> {
  const files = ids.map((id) => [
    `articles/2026/a${id}.md`,
    articleFile({ id: `${id}`, title: `Article ${id}` }),
  ])
  return Object.fromEntries(files)
}

/** The numbers from 1 to `last`. */
export function upTo(last: number): Array<number> {
  return Array.from({ length: last }, (_, at) => at + 1)
}
