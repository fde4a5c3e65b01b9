import { shownTags } from '#domain/article-labels.ts'
import { longDate } from '#domain/dates.ts'
import { specifiedVocabulary, type Vocabulary } from '#domain/site/vocabulary.ts'
import type { ManagedItem } from './managed-item.ts'

/** Texts on a card of the list (specification, section 2; rulings, section 6b). */
export interface CardFacts {
  /** `name` is the site's category, which defines the color; null for free text. */
  category: { label: string; name: string | null } | null
  issue: string | null
  /** US long format; null for a draft without a date. */
  date: string | null
  status: 'Draft' | 'Scheduled' | null
  text: string
  tags: ReadonlyArray<string>
  /** For example '+2 more'; null when all tags are shown. */
  moreTags: string | null
}

const cardTags = 3
const statusWords = { published: null, draft: 'Draft', scheduled: 'Scheduled' } as const
/** Computes the texts of a card; dates are in the site's time zone. */
export function cardFacts(
  item: ManagedItem,
  timeZone: string,
  { categories }: Pick<Vocabulary, 'categories'> = specifiedVocabulary,
): CardFacts {
  const known = item.category ? categories.normalize(item.category) : null
  const { shown, more } = shownTags(item.tags ?? [], cardTags)
  return {
    category: item.category
      ? { label: known === null ? item.category : categories.label(known), name: known }
      : null,
    issue: item.issueNumber === undefined ? null : `Issue #${item.issueNumber}`,
    date: item.publishedAt === null ? null : longDate(new Date(item.publishedAt), timeZone),
    status: statusWords[item.status],
    text: item.excerpt?.trim() || item.description?.trim() || 'No description available',
    tags: shown,
    moreTags: more > 0 ? `+${more} more` : null,
  }
}
