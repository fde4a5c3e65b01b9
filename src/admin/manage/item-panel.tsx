import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { startTransition, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { mayOpen } from '#domain/admin-address.ts'
import type { ContentType } from '#domain/content.ts'
import { counted, groupedNumber } from '#domain/count-words.ts'
import { itemTypes } from '#domain/item/types.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { later } from '../../ui/loaded-code.tsx'
import { RetryNotice } from '../../ui/retry-notice.tsx'
import { WaitingNew } from '../editing/waiting-items.tsx'
import { useRole } from '../shell/auth.tsx'
import { useFocusedItem } from '../shell/focused-item.ts'
import { Loading } from '../shell/loaded.tsx'
import { showFailure } from '../shell/show-failure.ts'
import type { BulkAction } from './bulk-actions.ts'
import { BulkBar } from './bulk-bar.tsx'
import { FoundInTexts } from './found-in-texts.tsx'
import { type CardProps, ItemCard } from './item-card.tsx'
import type { ManagedItem } from './item-queries.ts'
import { foundIds, useItemPages } from './item-queries.ts'
import { filtersOf, type ListView, queryOf } from './list-address.ts'
import { useListPlace } from './list-place.ts'
import { useSelection } from './use-selection.ts'

const BulkDialog = later(async () => (await import('./bulk-dialog.tsx')).BulkDialog)

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
  const isNarrowed = q.trim() !== '' || Object.keys(filtersOf(view)).length > 0
  const pages = useItemPages(view)
  const items = pages.data?.pages.flatMap((page) => page.items) ?? []
  const total = pages.data?.pages.at(-1)?.total ?? items.length
  const { sort: _, ...query } = queryOf(view)
  const selection = useSelection(
    JSON.stringify([type, query]),
    items.map(({ id }) => id),
    () => void selectAll(),
  )
  const [action, setAction] = useState<BulkAction | null>(null)
  const list = useRef<HTMLDivElement>(null)
  const { selected } = selection

  async function selectAll() {
    const isWhole = items.length === total
    const found = isWhole ? items.map(({ id }) => id) : await foundIds(view).catch(failed)
    if (found) selection.select(found)
  }

  function failed(error: unknown) {
    showFailure('Nothing was selected', error)
  }

  function clear() {
    selection.clear()
    // The pressed button is gone with the bar.
    list.current?.focus({ preventScroll: true })
  }

  if (!pages.data) return <Loading query={pages} name="content" />
  return (
    <>
      <ListHead
        text={countText(type, total, isNarrowed)}
        {...(selected.size < total && { total, onSelectAll: selectAll })}
      />
      <WaitingNew type={type} />
      {items.length === 0 ? (
        <EmptyList type={type} isNarrowed={isNarrowed} />
      ) : (
        // biome-ignore lint/a11y/noStaticElementInteractions: the keys are those of the boxes inside it
        <div
          ref={list}
          tabIndex={-1}
          className="outline-none"
          aria-busy={pages.isPlaceholderData}
          onKeyDown={selection.onKeyDown}
        >
          <ItemList
            name={JSON.stringify([type, queryOf(view)])}
            type={type}
            items={items}
            total={total}
            timeZone={timeZone}
            more={moreOf(pages)}
            onEdit={onEdit}
            onDelete={onDelete}
            selected={selected}
            onBox={selection.onBox}
          />
          {selected.size > 0 && (
            <BulkBar
              type={type}
              selected={selected}
              total={total}
              onSelectAll={selectAll}
              onAction={setAction}
              onClear={clear}
            />
          )}
        </div>
      )}
      {action !== null && (
        <BulkDialog
          type={type}
          ids={[...selected]}
          action={action}
          onDone={selection.select}
          onClose={() => setAction(null)}
        />
      )}
      <FoundInTexts type={type} q={q} listed={new Set(items.map(({ id }) => id))} />
    </>
  )
}

/** The number of items, and a button that chooses all of them. */
function ListHead({
  text,
  total,
  onSelectAll,
}: {
  text: string
  total?: number
  onSelectAll?: () => void
}) {
  return (
    <div className="mb-3 flex flex-wrap items-center gap-x-4 gap-y-1">
      <p className="text-tiny text-muted" role="status">
        {text}
      </p>
      {total !== undefined && (
        <Button size="sm" variant="ghost" onClick={onSelectAll}>
          {`Select all ${groupedNumber(total)}`}
        </Button>
      )}
    </div>
  )
}

/** What stands in place of a list without items. */
function EmptyList({ type, isNarrowed }: { type: ContentType; isNarrowed: boolean }) {
  const mayImport = mayOpen('/admin/import', useRole())
  return (
    <EmptyState
      title={isNarrowed ? 'No matching content found.' : `No ${type} found.`}
      {...(!isNarrowed &&
        mayImport && {
          action: (
            <a className="text-small underline underline-offset-4" href="/admin/import">
              Import from another system
            </a>
          ),
        })}
    />
  )
}

function moreOf(pages: ReturnType<typeof useItemPages>): Parameters<typeof ItemList>[0]['more'] {
  if (!pages.hasNextPage || pages.isPlaceholderData) return { kind: 'none' }
  if (pages.isFetchNextPageError) return { kind: 'failed', load: pages.fetchNextPage }
  return { kind: pages.isFetching ? 'loading' : 'waiting', load: pages.fetchNextPage }
}

function countText(type: ContentType, total: number, isNarrowed: boolean): string {
  const { one, several } = itemTypes[type]
  return `${counted(total, one, several)}${isNarrowed ? ' found' : ''}`
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
  selected,
  ...card
}: Omit<CardProps, 'isSelected'> & {
  selected: ReadonlySet<number>
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
                <ItemCard item={item} isSelected={selected.has(item.id)} {...card} />
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
