import * as Radix from '@radix-ui/react-dropdown-menu'
import type { ReactElement, ReactNode } from 'react'

export type MenuItem =
  | { label: string; icon?: ReactNode; href: string }
  | { label: string; icon?: ReactNode; onSelect: () => void; tone?: 'danger'; disabled?: boolean }
  | { text: string }
  | 'separator'

/** A menu that `trigger` opens; an item is a link, an action, a line of text or a separator. */
export function Menu({ trigger, items }: { trigger: ReactElement; items: ReadonlyArray<MenuItem> }) {
  return (
    // Not modal: the modal variant inserts a style element, which the Content-Security-Policy forbids.
    <Radix.Root modal={false}>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Content
        className="z-40 min-w-48 max-w-[min(20rem,calc(100vw-1rem))] p-1.25 border-[1.5px] border-ink rounded-card bg-surface text-15"
        align="end"
        sideOffset={6}
        collisionPadding={8}
      >
        {items.map((item, index) => {
          // biome-ignore lint/suspicious/noArrayIndexKey: separators have nothing else
          if (item === 'separator') return <Radix.Separator key={index} className="h-px my-1.25 bg-line" />
          if ('text' in item)
            return (
              <Radix.Label key={item.text} className="py-1.5 px-2.5 text-13 text-muted wrap-anywhere">
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
