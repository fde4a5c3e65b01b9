import type { Article, ContentType, Newsletter, RenderedBody } from './content.ts'

/** Everything of an item that its page shows, whatever its type. */
export type PreviewedItem = Omit<Article & Newsletter, 'category'> & { category: string }

/** A page of an item that is not saved, as a preview shows it. */
export interface PreviewedPage {
  type: ContentType
  item: PreviewedItem
  body: Pick<RenderedBody, 'html' | 'toc' | 'articles'>
  /** The moment and the site's time zone. */
  clock: { now: Date; timeZone: string }
}
