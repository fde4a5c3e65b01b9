import type { AllOf, ContentType, RenderedBody } from './content.ts'
import type { ItemOf } from './item/summary.ts'
import type { Byline } from './site-authors.ts'
import type { OwnField } from './site-fields.ts'

/** The fields of an item of any type that its page shows. */
export type PreviewedItem = Omit<AllOf<ItemOf[ContentType]>, 'category'> & { category: string }

/** The preview of an item that is not saved. */
export interface PreviewedPage {
  type: ContentType
  item: PreviewedItem
  /** What the site's settings add to it. */
  bylines: Array<Byline>
  fields: ReadonlyArray<OwnField>
  body: Pick<RenderedBody, 'html' | 'toc' | 'articles'>
  /** The moment and the site's time zone. */
  clock: { now: Date; timeZone: string }
}
