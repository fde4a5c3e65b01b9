import type { AllOf, ContentType, RenderedBody } from './content.ts'
import type { ItemOf } from './item/summary.ts'

/** The fields of an item of any type that its page shows. */
export type PreviewedItem = Omit<AllOf<ItemOf[ContentType]>, 'category'> & { category: string }

/** The preview of an item that is not saved. */
export interface PreviewedPage {
  type: ContentType
  item: PreviewedItem
  body: Pick<RenderedBody, 'html' | 'toc' | 'articles'>
  /** The moment and the site's time zone. */
  clock: { now: Date; timeZone: string }
}
