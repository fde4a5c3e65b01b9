import * as Radix from '@radix-ui/react-dropdown-menu'
import { type ReactElement, useEffect, useRef } from 'react'
import type { MenuItem } from './menu-item.ts'

/** A menu that is open at first. `byKeyboard`: its first item gets the focus. */
export function RadixMenu({
  trigger,
  items,
  byKeyboard,
}: {
  trigger: ReactElement
  items: ReadonlyArray<MenuItem>
  byKeyboard: boolean
}) {
  const content = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (byKeyboard) content.current?.querySelector<HTMLElement>('[role="menuitem"]')?.focus()
  }, [byKeyboard])
  return (
    // Not modal: the modal variant inserts a style element, which the Content-Security-Policy
    // forbids.
    <Radix.Root modal={false} defaultOpen>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Content
        ref={content}
        className="z-40 min-w-48 max-w-[min(20rem,calc(100vw-1rem))] p-1.25 border-[1.5px]
          border-ink rounded-card bg-surface text-15"
        align="end"
        sideOffset={6}
        collisionPadding={8}
      >
        {items.map((item, index) => {
          if (item === 'separator')
            // biome-ignore lint/suspicious/noArrayIndexKey: separators have nothing else
            return <Radix.Separator key={index} className="h-px my-1.25 bg-line" />
          if ('text' in item)
            return (
              <Radix.Label
                key={item.text}
                className="py-1.5 px-2.5 text-13 text-muted wrap-anywhere"
              >
                {item.text}
              </Radix.Label>
            )
          if ('href' in item)
            return (
              <Radix.Item key={item.label} asChild>
                <a className="menu-item" href={item.href}>
                  {item.icon}
                  {item.label}
                </a>
              </Radix.Item>
            )
          return (
            <Radix.Item
              key={item.label}
              className="menu-item"
              data-tone={item.tone}
              disabled={item.disabled}
              onSelect={item.onSelect}
            >
              {item.icon}
              {item.label}
            </Radix.Item>
          )
        })}
      </Radix.Content>
    </Radix.Root>
  )
}
