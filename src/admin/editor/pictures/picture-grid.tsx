import { useVirtualizer, useWindowVirtualizer, type Virtualizer } from '@tanstack/react-virtual'
import { type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { ListedPicture } from '#domain/media.ts'
import { RetryNotice } from '../../../ui/retry-notice.tsx'
import { useFocusedItem } from '../../shell/focused-item.ts'

/** The next page is requested this many pictures before the end. */
const ahead = 24
const gap = 14
/** The height of the lines below a picture, in pixels. */
const captionHeight = 43

export interface GridProps {
  label: string
  pictures: ReadonlyArray<ListedPicture>
  total: number
  /** The loading state of the next page. */
  more: { kind: 'none' } | { kind: 'waiting' | 'loading' | 'failed'; load: () => unknown }
  children: (picture: ListedPicture) => ReactNode
}

interface Measures {
  columns: number
  height: number
  top: number
}

/**
 * A grid of pictures of any length that scrolls with the page; only those near the window are
 * mounted. Each states its position in the whole list.
 */
export function PageGrid(props: GridProps) {
  const list = useRef<HTMLUListElement>(null)
  const { columns, height, top } = useMeasures(list, 184)
  const focus = useFocusedItem()
  const virtualizer = useWindowVirtualizer({
    count: props.pictures.length,
    lanes: columns,
    estimateSize: () => height,
    overscan: 3,
    rangeExtractor: focus.rangeExtractor,
    gap,
    scrollMargin: top,
  })
  return (
    <Grid
      {...props}
      list={list}
      virtualizer={virtualizer}
      keepFocus={focus.keep}
      measures={{ columns, height, top }}
    />
  )
}

/** The same in a scrolling box. */
export function BoxGrid(props: GridProps) {
  const list = useRef<HTMLUListElement>(null)
  const box = useRef<HTMLDivElement>(null)
  const { columns, height } = useMeasures(list, 136)
  const focus = useFocusedItem()
  const virtualizer = useVirtualizer({
    count: props.pictures.length,
    lanes: columns,
    estimateSize: () => height,
    getScrollElement: () => box.current,
    overscan: 3,
    rangeExtractor: focus.rangeExtractor,
    gap,
  })
  return (
    <div
      ref={box}
      className="h-[var(--library-height,min(25rem,48dvh))] p-0.75 -m-0.75 overflow-y-auto overscroll-contain"
    >
      <Grid
        {...props}
        list={list}
        virtualizer={virtualizer}
        keepFocus={focus.keep}
        measures={{ columns, height, top: 0 }}
      />
    </div>
  )
}

function Grid<Scroller extends Element | Window>({
  label,
  pictures,
  total,
  more,
  children,
  list,
  virtualizer,
  keepFocus,
  measures: { columns, height, top },
}: GridProps & {
  list: RefObject<HTMLUListElement | null>
  virtualizer: Virtualizer<Scroller, Element>
  keepFocus: (index: number | null) => void
  measures: Measures
}) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: positions depend on columns and height
  useLayoutEffect(() => virtualizer.measure(), [virtualizer, columns, height])
  const shown = virtualizer.getVirtualItems()
  const near = (shown.at(-1)?.index ?? 0) >= pictures.length - ahead
  useEffect(() => {
    if (near && more.kind === 'waiting') more.load()
  }, [near, more])

  return (
    <>
      <ul
        ref={list}
        className="relative [&>li]:absolute [&>li]:top-0 in-aria-busy:opacity-60"
        data-part="picture-grid"
        aria-label={label}
        style={{ height: virtualizer.getTotalSize() }}
      >
        {shown.map(({ index, lane, start }) => {
          const picture = pictures[index]
          return (
            picture && (
              <li
                key={picture.url}
                aria-posinset={index + 1}
                aria-setsize={total}
                onFocus={() => keepFocus(index)}
                onBlur={() => keepFocus(null)}
                style={{
                  width: `calc((100% - ${(columns - 1) * gap}px) / ${columns})`,
                  height,
                  left: `calc((100% + ${gap}px) / ${columns} * ${lane})`,
                  transform: `translateY(${start - top}px)`,
                }}
              >
                {children(picture)}
              </li>
            )
          )
        })}
      </ul>
      {more.kind === 'failed' && (
        <RetryNotice text="More files could not be loaded." onRetry={() => more.load()} />
      )}
    </>
  )
}

/**
 * The number of columns with the least width, the height of a picture with its lines, and the
 * offset of the list in the page.
 */
function useMeasures(list: RefObject<HTMLUListElement | null>, least: number): Measures {
  const [measures, setMeasures] = useState<Measures>({ columns: 2, height: 200, top: 0 })
  useLayoutEffect(() => {
    const measure = () => {
      const box = list.current?.getBoundingClientRect()
      if (!box || box.width === 0) return
      const columns = Math.max(2, Math.floor((box.width + gap) / (least + gap)))
      const width = (box.width - (columns - 1) * gap) / columns
      const next = {
        columns,
        height: Math.round(width * 0.75) + captionHeight,
        top: box.top + window.scrollY,
      }
      setMeasures((now) => (JSON.stringify(now) === JSON.stringify(next) ? now : next))
    }
    measure()
    const watcher = new ResizeObserver(measure)
    if (list.current) watcher.observe(list.current)
    watcher.observe(document.body)
    return () => watcher.disconnect()
  }, [list, least])
  return measures
}
