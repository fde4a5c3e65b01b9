import type { ContentType } from '#domain/content.ts'
import { wallClock } from '#domain/dates.ts'
import {
  firstChoice,
  nextIssueDate,
  pieceOf,
  previewTextOf,
  publishedSince,
  type SiteItem,
  subjectOf,
} from '#domain/issue-skeleton.ts'
import { itemAddress } from '#domain/item/types.ts'
import { adminList } from '../../../api/admin-call.ts'
import { serverNow } from '../../../api/server-clock.ts'
import type { DraftValues } from '../../documents/draft-values.ts'

/** How long a new issue waits for what was published, in milliseconds. */
const patienceMs = 4000
/** How many of each type are looked at. */
const atMost = 100

const presented = ['articles', 'news'] as const satisfies ReadonlyArray<ContentType>

/** What a new issue can be made from. */
export interface Published {
  /** What was published since the last issue, oldest first. */
  since: Array<SiteItem>
  /** The last published issue; null when there is none. */
  last: { issueNumber: number; publishedAt: string } | null
  /** The date of the next issue; null while there is no rhythm. */
  next: Date | null
}

/** Published items whose text contains `q`, newest first; all without one. */
export async function publishedItems(q: string, signal?: AbortSignal): Promise<Array<SiteItem>> {
  const query = { limit: atMost, sort: 'newest' as const, ...(q.trim() !== '' && { q: q.trim() }) }
  const lists = await Promise.all(
    presented.map(async (type) => {
      const { items } = await adminList(`GET /api/${type}`, { query, ...(signal && { signal }) })
      return items.flatMap((item): Array<SiteItem> => {
        if (item.status !== 'published' || item.publishedAt === null) return []
        return [
          {
            title: item.title,
            excerpt: item.excerpt,
            address: itemAddress(type, item),
            publishedAt: item.publishedAt,
          },
        ]
      })
    }),
  )
  return lists
    .flat()
    .sort((one, other) => Date.parse(other.publishedAt) - Date.parse(one.publishedAt))
}

/**
 * What was published since the last issue; null when the server does not answer in time, so that an
 * issue can be written without it.
 */
export async function publishedSinceLastIssue(type: ContentType): Promise<Published | null> {
  if (type !== 'newsletters') return null
  const signal = AbortSignal.timeout(patienceMs)
  try {
    const [items, { items: issues }] = await Promise.all([
      publishedItems('', signal),
      adminList('GET /api/newsletters', { query: { limit: atMost, sort: 'newest' }, signal }),
    ])
    const published = issues.flatMap(({ status, issueNumber, publishedAt }) =>
      status === 'published' && publishedAt !== null ? [{ issueNumber, publishedAt }] : [],
    )
    const [last = null] = published
    return {
      since: publishedSince(items, last?.publishedAt ?? null),
      last,
      next: nextIssueDate(
        published.map(({ publishedAt }) => publishedAt),
        serverNow(),
      ),
    }
  } catch {
    // Without a network, or signed out meanwhile: the dialog opens empty, and says why when it
    // saves.
    return null
  }
}

/** The values of a new issue that presents what is new. */
export function skeletonOf(
  { since, last, next }: Published,
  timeZone: string,
): Partial<DraftValues> {
  const articles = firstChoice(since, last?.publishedAt ?? null).map(pieceOf)
  if (articles.length === 0) return {}
  return { ...wordsOf(articles), articles, publishedAt: next ? wallClock(next, timeZone) : '' }
}

/** Subject and preview text of an issue with these articles. */
export function wordsOf(articles: DraftValues['articles']): Pick<DraftValues, 'title' | 'excerpt'> {
  const titles = articles.map(({ title }) => title)
  return { title: subjectOf(titles), excerpt: previewTextOf(titles) }
}
