import type { ContentType } from '#domain/content.ts'
import { counted } from '#domain/count-words.ts'
import { itemTypes } from '#domain/item/types.ts'
import { reasonOf } from '../../api/refusal.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorPanel } from '../../ui/error-panel.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { WaitingNew } from '../editing/waiting-items.tsx'
import { ItemList } from './item-list.tsx'
import { useItemPages } from './item-queries.ts'
import type { ListView } from './list-address.ts'
import type { ManagedItem } from './managed-item.ts'

/** The list of a type with its loading, empty and error states (specification, section 2). */
export function ItemPanel({
  view,
  timeZone,
  onEdit,
  onDelete,
}: {
  view: ListView
  timeZone: string
  onEdit: (item: ManagedItem) => void
  onDelete: (item: ManagedItem) => void
}) {
  const { type, q } = view
  const pages = useItemPages(view)
  if (pages.isPending) return <Spinner label="Loading content..." />
  if (pages.isError && !pages.data)
    return (
      <ErrorPanel
        title="The content could not be loaded"
        message={reasonOf(pages.error) ?? 'The server could not be reached.'}
        retry={pages.refetch}
      />
    )
  const items = pages.data.pages.flatMap((page) => page.items)
  const total = pages.data.pages.at(-1)?.total ?? items.length
  return (
    <>
      <p className="mb-3 text-tiny text-muted" role="status">
        {countText(type, total, q)}
      </p>
      <WaitingNew type={type} />
      {items.length === 0 ? (
        <EmptyState
          title={q.trim() ? 'No matching content found.' : `No ${type} found.`}
          {...(!q.trim() && {
            action: (
              <a className="text-small underline underline-offset-4" href="/admin/import">
                Import from another system
              </a>
            ),
          })}
        />
      ) : (
        <div aria-busy={pages.isPlaceholderData}>
          <ItemList
            name={JSON.stringify([type, q.trim(), view.sort])}
            type={type}
            items={items}
            total={total}
            timeZone={timeZone}
            more={moreOf(pages)}
            onEdit={onEdit}
            onDelete={onDelete}
          />
        </div>
      )}
    </>
  )
}

function moreOf(pages: ReturnType<typeof useItemPages>): Parameters<typeof ItemList>[0]['more'] {
  if (!pages.hasNextPage || pages.isPlaceholderData) return { kind: 'none' }
  if (pages.isFetchNextPageError) return { kind: 'failed', load: pages.fetchNextPage }
  return { kind: pages.isFetching ? 'loading' : 'waiting', load: pages.fetchNextPage }
}

function countText(type: ContentType, total: number, q: string): string {
  const { one, several } = itemTypes[type]
  return `${counted(total, one, several)}${q.trim() ? ' found' : ''}`
}
