import { mayOpen } from '#domain/admin-address.ts'
import { contentTypes } from '#domain/content.ts'
import { editAddress, editorPath } from '#domain/editor-path.ts'
import { type LinkTarget, linkKindName } from '#domain/link-targets.ts'
import { percentDecoded } from '#domain/percent-decoded.ts'
import type { Role } from '#domain/roles.ts'
import { isSearchTerm } from '#domain/search.ts'
import { adminCall, adminList } from '../../api/admin-call.ts'
import { search } from '../../api/search.ts'
import type { Drafts } from '../documents/drafts.ts'
import { draftAddress } from '../editing/draft-address.ts'
import { siteLinks } from '../editor/links/link-source.ts'
import { type Entry, joined, matching } from './entries.ts'

/** The most entries of each source. */
const most = 8
const mostSubscribers = 3

/**
 * What there is for a query: what was typed in this browser and not saved, items of the site by
 * their titles, drafts included, then by their texts, the people who write for it, and subscribers.
 * A source that cannot be asked, as without a network, has nothing; titles are then those that the
 * browser has stored.
 */
export async function findEntries(
  query: string,
  drafts: Pick<Drafts, 'all'>,
  role: Role,
  signal: AbortSignal,
): Promise<Array<Entry>> {
  const found = await Promise.allSettled([
    typedHere(query, drafts),
    byTitle(query),
    byText(query, signal),
    mayOpen('/admin/users', role) ? users(query) : [],
    mayOpen('/admin/subscribers', role) ? subscribers(query, signal) : [],
  ])
  return joined(
    found.map((source) => (source.status === 'fulfilled' ? source.value : [])),
    most,
  )
}

async function typedHere(query: string, drafts: Pick<Drafts, 'all'>): Promise<Array<Entry>> {
  const entries = (await drafts.all()).map((draft) => ({
    ...entryAt(draftAddress(draft), draft.title || 'Without a title'),
    detail: 'Not saved',
  }))
  return matching(query, entries)
}

async function byTitle(query: string): Promise<Array<Entry>> {
  return (await siteLinks.find(query)).flatMap((target) => {
    const href = addressOf(target)
    if (!href) return []
    const state = { published: '', scheduled: 'Scheduled · ', draft: 'Draft · ' }[target.status]
    return { ...entryAt(href, target.title), detail: state + linkKindName(target.kind) }
  })
}

function addressOf({ kind, id, url }: LinkTarget): string | null {
  if (kind === 'pages') return editAddress(kind, (percentDecoded(url) ?? url).slice(1))
  return kind === 'headings' || id === undefined ? null : editAddress(kind, id)
}

async function byText(query: string, signal: AbortSignal): Promise<Array<Entry>> {
  if (!isSearchTerm(query)) return []
  const results = await search(query, signal)
  return contentTypes.flatMap((type) =>
    results[type].map(({ id, title }) => ({
      ...entryAt(editorPath({ type, id }), title),
      detail: linkKindName(type),
    })),
  )
}

async function users(query: string): Promise<Array<Entry>> {
  if (!isSearchTerm(query)) return []
  const all = await adminCall('GET /api/users')
  return matching(
    query,
    all.map(({ id, username, name, email }) => ({
      ...entryAt('/admin/users', name || username),
      id: `user ${id}`,
      keywords: `${username} ${email}`,
      detail: 'User',
    })),
  )
}

async function subscribers(query: string, signal: AbortSignal): Promise<Array<Entry>> {
  if (!isSearchTerm(query)) return []
  const { items } = await adminList('GET /api/subscribers', {
    query: { q: query.trim(), limit: mostSubscribers },
    signal,
  })
  return items.map(({ email }) => ({
    ...entryAt(`/admin/subscribers?${new URLSearchParams({ q: email })}`, email),
    detail: 'Subscriber',
  }))
}

const entryAt = (href: string, title: string) => ({ id: href, title, act: { href } })
