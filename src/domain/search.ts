import type { ContentType } from './content.ts'
import type { ItemSummary } from './item/summary.ts'

/** The term is used once its trimmed length is above 1 (specification, section 5). */
export const searchMinimumLength = 2
/** Pause after the last key before the query is sent, in milliseconds (specification, section 9). */
export const searchDebounceMs = 300

type ItemResults = { [Type in ContentType]: Array<ItemSummary[Type]> }

/** The answer of `GET /api/search`; best first in each group. */
export interface SearchResults extends ItemResults {
  /** Set while the index is being read: only titles were looked at. The same question has more to answer in a moment. */
  partial?: true
}
