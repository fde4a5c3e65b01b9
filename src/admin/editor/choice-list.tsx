import { type ReactNode, type RefObject, useLayoutEffect, useRef } from 'react'
import { type CaretMenu, choiceId } from './caret-menu.ts'
import { useStore } from './store.ts'

/**
 * The choices of a combobox, each shown by `children`. The focus stays in the field, which handles
 * the keys.
 */
export function ChoiceList<Item>({
  id,
  label,
  items,
  active,
  onChoose,
  children,
}: {
  id: string
  label: string
  items: ReadonlyArray<Item>
  active: number
  onChoose: (item: Item) => void
  children: (item: Item) => ReactNode
}) {
  return (
    <div
      role="listbox"
      id={id}
      aria-label={label}
      tabIndex={-1}
      className="max-h-72 overflow-y-auto"
    >
      {items.map((item, index) => {
        const option = choiceId(id, index)
        return (
          <div
            key={option}
            id={option}
            role="option"
            tabIndex={-1}
            aria-selected={index === active}
            className="group flex cursor-pointer items-baseline gap-4 rounded px-2.5 py-1.5 text-15
              aria-selected:bg-ink aria-selected:text-paper pointer-coarse:py-3"
            onMouseDown={(event) => {
              event.preventDefault()
              onChoose(item)
            }}
          >
            {children(item)}
          </div>
        )
      })}
    </div>
  )
}

/**
 * The choices of a menu at the caret, below its sign, or above it where there is no room. The focus
 * stays in the text.
 */
export function CaretMenuList<Item>({
  menu,
  frame,
  label,
  className,
  status,
  children,
}: {
  menu: CaretMenu<Item>
  /** The element that the list is positioned in. */
  frame: RefObject<HTMLElement | null>
  label: string
  className: string
  /** Tells people with a screen reader how many choices there are. */
  status?: (count: number) => string
  children: (item: Item) => ReactNode
}) {
  const { items, active, left, top, bottom } = useStore(menu.shown)
  const list = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const element = list.current
    const around = frame.current?.getBoundingClientRect()
    if (!element || !around) return
    const { width, height } = element.getBoundingClientRect()
    const below = bottom + 6 + height < window.innerHeight || top < height
    element.style.left = `${Math.max(4, Math.min(left - around.left, around.width - width - 4))}px`
    element.style.top = `${below ? bottom - around.top + 6 : top - around.top - height - 6}px`
    element.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' })
  })
  return (
    <>
      <p role="status" className="sr-only">
        {items && status?.(items.length)}
      </p>
      {items && (
        <div
          ref={list}
          className={`absolute z-10 rounded-card border-[1.5px] border-ink bg-surface p-1 ${className}`}
        >
          <ChoiceList
            id={menu.id}
            label={label}
            items={items}
            active={active}
            onChoose={menu.choose}
          >
            {children}
          </ChoiceList>
        </div>
      )}
    </>
  )
}
