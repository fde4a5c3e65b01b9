import { downloadAddress } from '#domain/download-address.ts'
import { foldedWords, isNear, type LinkTarget, titleRating } from '#domain/link-targets.ts'
import type { SiteState } from '../catalog/site-state.ts'
import { addressOf, isPublic, type ReadableRecord } from '../check/texts.ts'
import { headingSlug } from '../markdown/headings.ts'

/** A target, with its title as it is compared. */
export interface Listed {
  target: LinkTarget
  folded: string
  record: ReadableRecord | null
}

/** The most targets of an answer. */
const most = 12
/** The most of them that are headings, when there are pages too. */
const mostHeadings = 5

/** All pages of a state that a link can lead to, newest first in each kind. */
export function listTargets(
  state: SiteState,
  readable: ReadonlyArray<ReadableRecord>,
  now: Date,
): Array<Listed> {
  const instant = now.toISOString()
  const listed = (target: LinkTarget, record: ReadableRecord | null) => ({
    target,
    record,
    folded: foldedWords(target.title),
  })
  const downloads = state.downloads
    .get()
    .downloads.map(({ download: { id, slug, title } }) =>
      listed(
        { kind: 'downloads', id, url: downloadAddress(slug), title, status: 'published' },
        null,
      ),
    )
  return [
    ...readable.map((record) => {
      const { entry } = record
      const title = entry.kind === 'pages' ? entry.title : entry.item.title
      return listed(
        {
          kind: entry.kind,
          ...(entry.kind !== 'pages' && { id: entry.item.id }),
          url: encodeURI(addressOf(record)),
          title,
          status: statusOf(record, instant),
        },
        record,
      )
    }),
    ...downloads,
  ]
}

function statusOf(record: ReadableRecord, instant: string): LinkTarget['status'] {
  if (isPublic(record, instant)) return 'published'
  const { entry } = record
  return entry.kind !== 'pages' && !entry.draft && entry.item.publishedAt !== null
    ? 'scheduled'
    : 'draft'
}

/**
 * The targets for a query: titles that start with it, then titles and headings with its words;
 * without any, titles with words near to them.
 * `headingsOf` returns the known headings of a page.
 */
export function findTargets(
  query: string,
  listed: ReadonlyArray<Listed>,
  headingsOf: (record: ReadableRecord) => ReadonlyArray<string>,
): Array<LinkTarget> {
  if (foldedWords(query) === '') return listed.slice(0, most).map(({ target }) => target)
  const rate = titleRating(query)
  const starting: Array<LinkTarget> = []
  const others: Array<LinkTarget> = []
  const headings: Array<LinkTarget> = []
  for (const { target, folded, record } of listed) {
    const rating = rate(folded)
    if (rating > 0 && starting.length < most) (rating === 2 ? starting : others).push(target)
    if (!record || headings.length >= most) continue
    for (const text of headingsOf(record)) {
      if (rate(foldedWords(text)) === 0) continue
      const url = `${target.url}#${headingSlug(text)}`
      if (headings.some((known) => known.url === url)) continue
      headings.push({
        kind: 'headings',
        url,
        title: text,
        page: target.title,
        status: target.status,
      })
    }
  }
  const exact = [...starting, ...others]
  const pages =
    exact.length + headings.length > 0
      ? exact
      : listed.filter(({ folded }) => isNear(query, folded)).map(({ target }) => target)
  const room = Math.max(mostHeadings, most - pages.length)
  const shown = headings.slice(0, room)
  return [...pages.slice(0, most - shown.length), ...shown]
}
