import { type RefObject, useRef } from 'react'
import { counted } from '#domain/count-words.ts'
import type { LinkTarget } from '#domain/link-targets.ts'
import type { CaretMenu } from '../caret-menu.ts'
import { useMenuPlace } from '../menu-place.ts'
import { type Store, useStore } from '../store.ts'
import { LinkChoices } from './link-choices.tsx'

/** The id of the menu's list, which the text names as its own. */
export const linkListId = 'link-list'

/** The pages that `[[` offers, below the brackets. The focus stays in the text. */
export function LinkMenuList({
  store,
  frame,
  onChoose,
}: {
  store: Store<CaretMenu<LinkTarget>>
  frame: RefObject<HTMLElement | null>
  onChoose: (target: LinkTarget) => void
}) {
  const { items: targets, active, ...place } = useStore(store)
  const list = useRef<HTMLDivElement>(null)
  useMenuPlace(list, frame, place)
  return (
    <>
      <p role="status" className="sr-only">
        {targets && counted(targets.length, 'page', 'pages')}
      </p>
      {targets && (
        <div
          ref={list}
          className="absolute z-10 w-[min(26rem,calc(100%-0.5rem))] rounded-card border-[1.5px] border-ink bg-surface p-1"
        >
          <LinkChoices id={linkListId} targets={targets} active={active} onChoose={onChoose} />
        </div>
      )}
    </>
  )
}
