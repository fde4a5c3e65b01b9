import { cloneElement, type ReactElement, useState } from 'react'
import { useLoaded } from './loaded-code.tsx'
import type { MenuItem } from './menu-item.ts'
import { usePreload } from './use-preload.ts'

// A third of the code that every screen loads would be that of closed menus.
const radixMenu = () => import('./radix-menu.tsx')
const later = [radixMenu]

/**
 * A menu that `trigger`, a button, opens; an item is a link, an action, a line of text or a
 * separator.
 */
export function Menu({
  trigger,
  items,
}: {
  trigger: ReactElement<React.ComponentProps<'button'>>
  items: ReadonlyArray<MenuItem>
}) {
  const [opened, setOpened] = useState<'not yet' | 'by pointer' | 'by keyboard'>('not yet')
  usePreload(later)
  const closed = cloneElement(trigger, {
    'aria-haspopup': 'menu',
    'aria-expanded': false,
    // A click without a pointer comes from the keyboard.
    onClick: ({ detail }) => setOpened(detail > 0 ? 'by pointer' : 'by keyboard'),
    onKeyDown(event) {
      if (event.key !== 'ArrowDown') return
      event.preventDefault()
      setOpened('by keyboard')
    },
  })
  if (opened === 'not yet') return closed
  return (
    <OpenedMenu
      trigger={trigger}
      items={items}
      byKeyboard={opened === 'by keyboard'}
      closed={closed}
    />
  )
}

/** The menu, and until its code is loaded, the closed one. */
function OpenedMenu({
  closed,
  ...menu
}: {
  trigger: ReactElement<React.ComponentProps<'button'>>
  items: ReadonlyArray<MenuItem>
  byKeyboard: boolean
  closed: ReactElement
}) {
  const code = useLoaded(radixMenu)
  return code ? <code.RadixMenu {...menu} /> : closed
}
