import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { startTransition, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { ContentType } from '#domain/content.ts'
import { counted } from '#domain/count-words.ts'
import { itemTypes } from '#domain/item/types.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { RetryNotice } from '../../ui/retry-notice.tsx'
import { WaitingNew } from '../editing/waiting-items.tsx'
import { useFocusedItem } from '../shell/focused-item.ts'
import { Loading } from '../shell/loaded.tsx'
import { FoundInTexts } from './found-in-texts.tsx'
import { type CardProps, ItemCard } from './item-card.tsx'
import type { ManagedItem } from './item-queries.ts'
import { useItemPages } from './item-queries.ts'
import type { ListView } from './list-address.ts'
import { useListPlace } from './list-place.ts'

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
  if (!pages.data) return <Loading query={pages} name="content" />
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
      <FoundInTexts type={type} q={q} listed={new Set(items.map(({ id }) => id))} />
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

/** The next page is requested when this many items remain below the window. */
const ahead = 20
/** Cards above and below the window. */
const beyondWindow = 8
/** Gap between two cards in px. */
const gap = 12

/**
 * A virtual list of cards: only those near the window, and the one with the focus, are in the DOM.
 * Each card has its position and the total as ARIA attributes, so that screen readers announce
 * them.
 */
function ItemList({
  name,
  items,
  total,
  more,
  ...card
}: CardProps & {
  /** Identifies the list when its scroll position is restored. */
  name: string
  items: ReadonlyArray<ManagedItem>
  total: number
  /** State of the pages that are not loaded yet. */
  more: { kind: 'none' } | { kind: 'waiting' | 'loading' | 'failed'; load: () => unknown }
}) {
  const list = useRef<HTMLUListElement>(null)
  const { offset, sizes, storeSizes } = useListPlace(name)
  const { rangeExtractor, keep } = useFocusedItem()
  const [top, setTop] = useState(0)
  // The cards that can be seen come first.
  const [beyond, setBeyond] = useState(1)
  useEffect(() => startTransition(() => setBeyond(beyondWindow)), [])
  useLayoutEffect(() => {
    const place = () => setTop((list.current?.getBoundingClientRect().top ?? 0) + window.scrollY)
    place()
    const watcher = new ResizeObserver(place)
    watcher.observe(document.body)
    return () => watcher.disconnect()
  }, [])

  const virtualizer = useWindowVirtualizer({
    count: items.length,
    estimateSize: () => 152,
    overscan: beyond,
    gap,
    scrollMargin: top,
    getItemKey: (index) => items[index]?.id ?? index,
    rangeExtractor,
    initialOffset: offset,
    initialMeasurementsCache: sizes,
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: only on mount
  useLayoutEffect(() => {
    if (offset > 0) window.scrollTo(0, offset)
    return () => storeSizes(virtualizer.measurementsCache)
  }, [])
  const rows = virtualizer.getVirtualItems()
  const last = rows.at(-1)?.index ?? 0
  const near = last >= items.length - ahead
  useEffect(() => {
    if (near && more.kind === 'waiting') more.load()
  }, [near, more])

  return (
    <>
      <ul
        ref={list}
        className="relative w-full [&>li]:absolute [&>li]:top-0 [&>li]:start-0 [&>li]:w-full
          in-aria-busy:opacity-60"
        data-part="manage-list"
        style={{ height: virtualizer.getTotalSize() }}
      >
        {rows.map(({ index, key, start }) => {
          const item = items[index]
          return (
            item && (
              <li
                key={key}
                ref={virtualizer.measureElement}
                data-index={index}
                aria-posinset={index + 1}
                aria-setsize={total}
                style={{ transform: `translateY(${start - top}px)` }}
                onFocus={() => keep(index)}
                onBlur={() => keep(null)}
              >
                <ItemCard item={item} {...card} />
              </li>
            )
          )
        })}
      </ul>
      {more.kind === 'failed' && (
        <RetryNotice text="More items could not be loaded." onRetry={() => more.load()} />
      )}
    </>
  )
}
