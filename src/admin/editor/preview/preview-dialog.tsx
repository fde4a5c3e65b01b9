import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import type { ContentType } from '#domain/content.ts'
import { longDate } from '#domain/dates.ts'
import { hasField } from '#domain/item/item-fields.ts'
import type { PreviewedItem, PreviewedPage } from '#domain/previewed-page.ts'
import { bylinesOf } from '#domain/site-authors.ts'
import { type AnswerTo, adminCall } from '../../../api/admin-call.ts'
import { reasonOf, refusalOf } from '../../../api/refusal.ts'
import { serverNow } from '../../../api/server-clock.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { ErrorPanel } from '../../../ui/error-panel.tsx'
import { Spinner } from '../../../ui/spinner.tsx'
import type { WaitingPictures } from '../../documents/waiting-pictures.ts'
import { useConnected, useLocal } from '../../shell/local-provider.tsx'
import { useSiteFacts } from '../../shell/site-facts.ts'
import { emptyItem } from './empty-item.ts'
import { PreviewFrame } from './preview-frame.tsx'
import { type PreviewWidth, PreviewWidths } from './preview-widths.tsx'
import { withPlaceholders, withSources } from './waiting-in-preview.ts'

/**
 * Renders a page as the public site does; `src/pages` passes it in, because the admin must not
 * import the site's components.
 */
export type RenderPreview = (page: PreviewedPage) => ReactNode

/** An edited item. Fields that its type lacks are undefined. */
export interface PreviewRequest {
  type: ContentType
  /** Undefined for a new item. */
  id?: number
  item: Pick<PreviewedItem, 'title'> & Partial<Omit<PreviewedItem, 'title'>>
  /** Markdown. */
  content: string
  /** For a newsletter; each content is Markdown. */
  articles?: ReadonlyArray<{ title: string; excerpt: string; content: string }>
}

/**
 * A preview of an unsaved item as visitors would see it, on a phone or a wide screen. An item
 * without a date gets today's.
 */
export function PreviewDialog({
  request: { type, id, item, content, articles },
  render,
  onClose,
}: {
  request: PreviewRequest
  render: RenderPreview
  onClose: () => void
}) {
  const { timeZone, authors, fields } = useSiteFacts()
  const [now] = useState(() => serverNow())
  const [width, setWidth] = useState<PreviewWidth>('wide')
  const { pictures } = useLocal()
  const connected = useConnected()
  const typed = {
    type,
    content,
    ...(id !== undefined && { id }),
    ...(articles && { articles }),
  }
  const sent = withPlaceholders(typed, pictures.sourceOf)
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['/api/preview', sent],
    queryFn: () =>
      adminCall('POST /api/preview', {
        body: { contentFormat: 'markdown', ...sent, articles: sent.articles?.slice() },
      }),
    gcTime: 0,
  })
  const unreached = error !== null && refusalOf(error) === null
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs only when the server is reachable again
  useEffect(() => {
    if (connected && unreached) void refetch()
  }, [connected])
  const shown: PreviewedItem = {
    ...emptyItem,
    ...item,
    imageUrl: item.imageUrl ? pictures.sourceOf(item.imageUrl) : null,
    publishedAt: item.publishedAt ?? now.toISOString(),
  }
  const bylines = bylinesOf(shown.author, authors)
  const clock = { now, timeZone }
  return (
    <Dialog title="Preview" className="preview-dialog overflow-hidden!" onClose={onClose}>
      <div className="preview-head">
        <p className="min-w-0 text-small text-muted">
          <span className="font-semibold text-ink">{shown.title || 'Untitled'}</span>
          {hasField(type, 'readTime') && <> · {shown.readTime} min read</>}
          {' · '}
          {longDate(new Date(shown.publishedAt ?? now), timeZone)}
        </p>
        <fieldset className="flex flex-none gap-1 [&_svg]:size-4.5 max-sm:hidden">
          <legend className="sr-only">Width of the preview</legend>
          <PreviewWidths width={width} onWidth={setWidth} />
        </fieldset>
      </div>
      <div className="preview-stage" data-width={width} aria-busy={isFetching}>
        {data ? (
          <PreviewFrame
            title={`Preview of ${shown.title || 'the untitled item'}`}
            onEscape={onClose}
          >
            {render({
              type,
              item: shown,
              bylines,
              fields,
              body: shownBody(data, pictures.sourceOf),
              clock,
            })}
          </PreviewFrame>
        ) : error ? (
          <ErrorPanel
            title="The preview could not be made"
            message={reasonOf(error) ?? unmade}
            retry={refetch}
          />
        ) : (
          <Spinner label="Rendering the preview..." />
        )}
      </div>
    </Dialog>
  )
}

const unmade =
  'The server makes it, and could not be reached. Your text is kept: go on writing, and look again when the network is back.'

/** Inserts the pictures that wait on this device. */
function shownBody(
  { html, toc, articles = [] }: AnswerTo<'POST /api/preview'>,
  sourceOf: WaitingPictures['sourceOf'],
) {
  const shown = articles.map((piece) => ({ ...piece, html: withSources(piece.html, sourceOf) }))
  return { html: withSources(html, sourceOf), toc, articles: shown }
}
