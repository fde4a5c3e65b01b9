import type { ReactNode } from 'react'

/** An entry of a menu: a link, an action, a line of text or a separator. */
export type MenuItem =
  | { label: string; icon?: ReactNode; href: string }
  | { label: string; icon?: ReactNode; onSelect: () => void; tone?: 'danger'; disabled?: boolean }
  | { text: string }
  | 'separator'
