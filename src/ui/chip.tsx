import type { ReactNode } from 'react'
import { CloseIcon } from './icons.tsx'

/** An entry of a list of chips, with a button that removes it. */
export function Chip({
  highlighted = false,
  removeLabel,
  onRemove,
  children,
}: {
  highlighted?: boolean
  removeLabel: string
  onRemove: () => void
  children: ReactNode
}) {
  return (
    <li
      className="inline-flex items-center max-w-full ps-2.25 border border-line rounded-full bg-sunk
        text-13/[1.3] wrap-anywhere data-highlighted:border-accent-ink
        data-highlighted:bg-[color-mix(in_srgb,var(--color-accent)_22%,var(--color-surface))]
        data-highlighted:font-[650]"
      data-part="tag-chip"
      data-highlighted={highlighted || undefined}
    >
      {children}
      <button
        type="button"
        className="grid size-7 flex-none place-items-center rounded-full hover:text-danger"
        aria-label={removeLabel}
        onClick={onRemove}
      >
        <CloseIcon />
      </button>
    </li>
  )
}
