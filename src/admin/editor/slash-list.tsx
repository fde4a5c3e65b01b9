import { type RefObject, useRef } from 'react'
import type { BlockChoice } from './block-choices.ts'
import type { CaretMenu } from './caret-menu.ts'
import { useMenuPlace } from './menu-place.ts'
import { type Store, useStore } from './store.ts'

/**
 * The choices of the slash menu, shown below the slash. The focus stays in the text, which passes
 * the keys to the menu.
 */
export function SlashList({
  store,
  frame,
  onChoose,
}: {
  store: Store<CaretMenu<BlockChoice>>
  frame: RefObject<HTMLElement | null>
  onChoose: (choice: BlockChoice) => void
}) {
  const { items, active, ...place } = useStore(store)
  const list = useRef<HTMLDivElement>(null)
  useMenuPlace(list, frame, place)
  if (!items) return null
  return (
    <div
      ref={list}
      className="absolute z-10 max-h-72 w-52 overflow-y-auto rounded-card border-[1.5px] border-ink bg-surface p-1"
      role="listbox"
      id="slash-list"
      aria-label="Insert a block"
      tabIndex={-1}
    >
      {items.map((choice, index) => (
        <div
          key={choice.id}
          id={`slash-${choice.id}`}
          role="option"
          tabIndex={-1}
          aria-selected={index === active}
          className="cursor-pointer rounded-[0.25rem] px-[0.6rem] py-[0.35rem] text-15 aria-selected:bg-ink aria-selected:text-paper"
          onMouseDown={(event) => {
            event.preventDefault()
            onChoose(choice)
          }}
        >
          {choice.label}
        </div>
      ))}
    </div>
  )
}
