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
  const { options, ...grid } = useGrid(props, 184)
  const virtualizer = useWindowVirtualizer({ ...options, scrollMargin: grid.measures.top })
  return <Grid {...props} {...grid} virtualizer={virtualizer} />
}

/** The same in a scrolling box. */
export function BoxGrid(props: GridProps) {
  const box = useRef<HTMLDivElement>(null)
  const { options, ...grid } = useGrid(props, 136)
  const virtualizer = useVirtualizer({ ...options, getScrollElement: () => box.current })
  return (
    <div
      ref={box}
      className="h-[var(--library-height,min(25rem,48dvh))] p-0.75 -m-0.75 overflow-y-auto
        overscroll-contain"
    >
      <Grid {...props} {...grid} virtualizer={virtualizer} />
    </div>
  )
}

/** What both grids have; `least` is the width of a column at least. */
function useGrid({ pictures }: GridProps, least: number) {
  const list = useRef<HTMLUListElement>(null)
  const measures = useMeasures(list, least)
  const { keep, rangeExtractor } = useFocusedItem()
  const options = {
    count: pictures.length,
    lanes: measures.columns,
    estimateSize: () => measures.height,
    overscan: 3,
    rangeExtractor,
    gap,
  }
  return { list, measures, keep, options }
}

function Grid<Scroller extends Element | Window>({
  label,
  pictures,
  total,
  more,
  children,
  list,
  virtualizer,
  keep,
  measures: { columns, height },
}: GridProps &
  Omit<ReturnType<typeof useGrid>, 'options'> & {
    virtualizer: Virtualizer<Scroller, Element>
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
                onFocus={() => keep(index)}
                onBlur={() => keep(null)}
                style={{
                  width: `calc((100% - ${(columns - 1) * gap}px) / ${columns})`,
                  height,
                  left: `calc((100% + ${gap}px) / ${columns} * ${lane})`,
                  transform: `translateY(${start - virtualizer.options.scrollMargin}px)`,
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
