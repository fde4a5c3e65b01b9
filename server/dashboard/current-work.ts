import { type ContentType, contentTypes } from '#domain/content.ts'
import { mostWork, type Work, type WorkDraft } from '#domain/dashboard.ts'
import { itemAddress } from '#domain/item/types.ts'

/** The number of items that were published last, and of downloads. */
const mostShown = 6

/** An item as the lists of the work need it. */
export interface WorkSource {
  path: string
  status: 'published' | 'scheduled' | 'draft'
  item: {
    id: number
    slug: string
    title: string
    publishedAt: string | null
    updatedAt: string | null
  }
}

/** Who made the commits of a file; null when it is unknown. */
export type AuthorsOf = (path: string) => {
  last: { name: string; email: string }
  created: { email: string } | null
} | null

interface Sorted {
  drafts: Array<WorkSource & { type: ContentType }>
  scheduled: Array<WorkSource & { type: ContentType }>
  published: Array<WorkSource & { type: ContentType }>
}

/**
 * Separates all items by their state: drafts by their last change and what was published by its
 * date, newest first; what is scheduled by its date, next first.
 */
export function sortWork(all: (type: ContentType) => ReadonlyArray<WorkSource>): Sorted {
  const sorted: Sorted = { drafts: [], scheduled: [], published: [] }
  for (const type of contentTypes) {
    let published = 0
    // The lists are sorted by date already, so that the first ones are enough.
    for (const one of all(type)) {
      if (one.status === 'draft') sorted.drafts.push({ ...one, type })
      else if (one.status === 'scheduled') sorted.scheduled.push({ ...one, type })
      else if (published++ < mostShown) sorted.published.push({ ...one, type })
    }
  }
  sorted.drafts.sort((one, other) => time(other.item.updatedAt) - time(one.item.updatedAt))
  sorted.scheduled.sort((one, other) => time(one.item.publishedAt) - time(other.item.publishedAt))
  sorted.published.sort((one, other) => time(other.item.publishedAt) - time(one.item.publishedAt))
  return sorted
}

const time = (instant: string | null) => (instant === null ? 0 : Date.parse(instant))

/** The work as one user sees it; `mails` are the addresses that their commits have. */
export function workOf(
  { drafts, scheduled, published }: Sorted,
  downloads: ReadonlyArray<{ id: number; title: string; downloadCount: number }>,
  authors: AuthorsOf,
  mails: ReadonlyArray<string>,
): Work {
  const own = new Set(mails.map((mail) => mail.toLowerCase()))
  const isMine = (author: { email: string } | null | undefined) =>
    own.has(author?.email.toLowerCase() ?? '')
  const all = drafts.map(({ type, path, item: { id, title, updatedAt } }): WorkDraft => {
    const found = authors(path)
    const mine = isMine(found?.last) || isMine(found?.created)
    return { type, id, title, changedAt: updatedAt, changedBy: found?.last.name ?? null, mine }
  })
  const mine = all.filter((draft) => draft.mine)
  const mostLoaded = downloads.toSorted((one, other) => other.downloadCount - one.downloadCount)
  return {
    drafts: {
      total: all.length,
      mine: mine.length,
      items: [...mine, ...all.filter((draft) => !draft.mine)].slice(0, mostWork),
    },
    scheduled: { total: scheduled.length, items: scheduled.slice(0, mostWork).map(dated) },
    published: published
      .slice(0, mostShown)
      .map((one) => ({ ...dated(one), url: itemAddress(one.type, one.item) })),
    downloads: {
      total: downloads.reduce((sum, { downloadCount }) => sum + downloadCount, 0),
      items: mostLoaded
        .slice(0, mostShown)
        .map(({ id, title, downloadCount }) => ({ id, title, count: downloadCount })),
    },
  }
}

const dated = ({ type, item }: Sorted['published'][number]) => ({
  type,
  id: item.id,
  title: item.title,
  publishedAt: item.publishedAt ?? '',
})
