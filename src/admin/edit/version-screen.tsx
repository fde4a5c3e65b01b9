import { useQuery } from '@tanstack/react-query'
import { SquarePen } from 'lucide-react'
import { useState } from 'react'
import { type ContentType, contentTypes } from '#domain/content.ts'
import { longDateTime } from '#domain/dates.ts'
import type { PreviewedItem } from '#domain/previewed-page.ts'
import { bylinesOf } from '#domain/site-authors.ts'
import { adminCall } from '../../api/admin-call.ts'
import { contentKeys, type ItemAtCommit } from '../../api/admin-content.ts'
import { serverNow } from '../../api/server-clock.ts'
import { LinkButton } from '../../ui/button.tsx'
import { ErrorPanel } from '../../ui/error-panel.tsx'
import { emptyItem } from '../editor/preview/empty-item.ts'
import { PreviewFrame } from '../editor/preview/preview-frame.tsx'
import { useRenderPreview } from '../editor/preview/render-preview.ts'
import { Loaded } from '../shell/loaded.tsx'
import { manageAddress, useAddress } from '../shell/navigation.tsx'
import { Screen } from '../shell/screen.tsx'
import { useSiteFacts } from '../shell/site-facts.ts'

/**
 * `/admin/version?type={type}&id={id}&commit={commit}`: the page of an item as it was after a
 * commit, for administrators only.
 */
export function VersionScreen() {
  const { search } = useAddress()
  const type = contentTypes.find((known) => known === search.type)
  const id = /^\d{1,15}$/.test(search.id ?? '') ? Number(search.id) : null
  const { commit } = search
  if (type && id !== null && commit) return <Version {...{ type, id, commit }} />
  return (
    <Screen title="The page as it was">
      <ErrorPanel
        title="There is no such version"
        message="The address names no version of the content. Open it from the history in the editor."
      />
    </Screen>
  )
}

function Version({ type, id, commit }: { type: ContentType; id: number; commit: string }) {
  const { timeZone } = useSiteFacts()
  const query = useQuery({
    queryKey: [...contentKeys.history(type, id), commit],
    queryFn: () => adminCall(`GET /api/${type}/{id}/history/{commit}`, { params: { id, commit } }),
  })
  const said =
    query.data && `${longDateTime(new Date(query.data.date), timeZone)}, ${query.data.author.name}`
  return (
    <Screen
      title="The page as it was"
      crumbs={[
        { label: 'Admin', href: '/admin' },
        { label: 'Manage Content', href: manageAddress },
      ]}
      state={said && <p className="text-small text-muted">{said}</p>}
      actions={
        <LinkButton href={`/admin/draft-editor?id=${id}&type=${type}`} icon={<SquarePen />}>
          The page as it is now
        </LinkButton>
      }
      staysInView
    >
      <Loaded query={query} name="version" failed="version">
        {(version) => <PageThen type={type} version={version} />}
      </Loaded>
    </Screen>
  )
}

function PageThen({ type, version }: { type: ContentType; version: ItemAtCommit }) {
  const { timeZone, authors, fields } = useSiteFacts()
  const render = useRenderPreview()
  const [now] = useState(() => serverNow())
  const { item, date } = version
  if (!item) return <p className="text-muted">This change deleted the content.</p>
  const articles = 'articles' in item ? item.articles : []
  const shown = {
    ...emptyItem,
    ...item,
    updatedAt: date,
    publishedAt: item.publishedAt ?? date,
  } as PreviewedItem
  const body = {
    html: item.content,
    toc: [],
    articles: articles.map((one) => ({ ...one, html: one.content })),
  }
  return (
    <div className="h-[calc(100dvh-9rem)] min-h-96 overflow-hidden rounded-card border border-line">
      <PreviewFrame title={`“${item.title}” as it was`} onEscape={() => undefined}>
        {render({
          type,
          item: shown,
          bylines: bylinesOf(shown.author, authors),
          fields,
          body,
          clock: { now, timeZone },
        })}
      </PreviewFrame>
    </div>
  )
}
