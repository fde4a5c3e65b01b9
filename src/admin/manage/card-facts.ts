import { shownTags } from '#domain/article-labels.ts'
import { categoryLabel, normalizeCategory } from '#domain/categories.ts'
import type { ContentType } from '#domain/content.ts'
import { longDate } from '#domain/dates.ts'
import type { ManagedItem } from './managed-item.ts'

/** What a card says about an item (specification, section 2; rulings, section 6b). */
export interface CardFacts {
  /** `name` is the category of the site whose color it has, null for free text. */
  category: { label: string; name: string | null } | null
  issue: string | null
  /** In US long form; null for a draft without a date. */
  date: string | null
  status: 'Draft' | 'Scheduled' | null
  text: string
  tags: ReadonlyArray<string>
  /** '+2 more', or null. */
  moreTags: string | null
}

const cardTags = 3
const statusWords = { published: null, draft: 'Draft', scheduled: 'Scheduled' } as const
/** The facts of one card; dates are of the site's time zone. */
export function cardFacts(type: ContentType, item: ManagedItem, timeZone: string): CardFacts {
  const known = item.category ? normalizeCategory(item.category) : null
  const { shown, more } = shownTags(item.tags ?? [], cardTags)
  return {
    category: item.category ? { label: known ? categoryLabel(known) : item.category, name: known } : null,
    issue: type === 'newsletters' ? `Issue #${item.issueNumber ?? 1}` : null,
    date: item.publishedAt === null ? null : longDate(new Date(item.publishedAt), timeZone),
    status: statusWords[item.status],
    text: item.excerpt?.trim() || item.description?.trim() || 'No description available',
    tags: shown,
    moreTags: more > 0 ? `+${more} more` : null,
  }
}
