import type { ContentType, StaticPageName } from '#domain/content.ts'
import { frontmatterOf } from '#domain/item/frontmatter.ts'
import { isPublished } from '../catalog.ts'
import type { RecordOf } from '../duplicates.ts'
import type { Frontmatter } from '../frontmatter.ts'
import { entryAddress } from '../redirects.ts'

/** A Markdown text of a page: the file's body, or one article of a newsletter. */
export interface PageText {
  markdown: string
  /** Line in the file of the text's first line. */
  firstLine: number
}

/** A file whose texts a visitor reads. */
export type ReadableRecord = RecordOf<ContentType | 'pages'>

/** All Markdown of a file, in the order in which it stands on the page. */
export function textsOf(file: Frontmatter): Array<PageText> {
  const body = { markdown: file.body, firstLine: file.bodyLine }
  const issue = frontmatterOf.newsletters.shape.articles.safeParse(file.data.articles ?? undefined)
  if (!issue.success) return [body]
  const parts = issue.data.map(({ content }, index) => ({
    markdown: content,
    // The text of a block scalar starts below its key.
    firstLine: (file.lines.get(`articles.${index}.content`) ?? 1) + 1,
  }))
  return [body, ...parts]
}

/** Where a file's page is. */
export function addressOf({ entry }: ReadableRecord): string {
  return entry.kind === 'pages' ? pageAddress(entry.name) : entryAddress(entry)
}

export function pageAddress(name: StaticPageName): string {
  return `/${name}`
}

/** Whether visitors see the page of a file at this moment. */
export function isPublic(record: ReadableRecord, instant: string): boolean {
  return record.entry.kind === 'pages' || isPublished(record as RecordOf<ContentType>, instant)
}
