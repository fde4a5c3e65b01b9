import type { LucideIcon } from 'lucide-react'

const isMac = () => /Mac|iP(?:hone|ad)/.test(navigator.platform)

/** A toolbar button. Pressing it does not change the selection in the text. */
export function Tool({
  label,
  keys,
  icon: Icon,
  pressed,
  expanded,
  disabled = false,
  first = false,
  onPress,
}: {
  label: string
  /** The shortcut, without Ctrl or Command. */
  keys?: string
  icon: LucideIcon
  pressed?: boolean
  expanded?: boolean
  disabled?: boolean
  /** Whether Tab enters the toolbar at this button. */
  first?: boolean
  onPress: () => void
}) {
  const hint = keys ? `${label} (${isMac() ? '⌘' : 'Ctrl+'}${keys})` : label
  return (
    <button
      type="button"
      className="grid h-8 w-7.5 flex-none place-items-center rounded-[0.25rem] text-soft hover:bg-sunk hover:text-ink focus-visible:outline-offset-1 aria-disabled:cursor-default aria-disabled:bg-transparent aria-disabled:text-muted aria-disabled:opacity-45 aria-expanded:bg-ink aria-expanded:text-paper aria-pressed:bg-ink aria-pressed:text-paper pointer-coarse:h-11 pointer-coarse:min-w-11 [&_svg]:size-4.25"
      aria-label={label}
      title={hint}
      aria-pressed={pressed}
      aria-expanded={expanded}
      // Not `disabled`: a focused button that becomes disabled would lose the focus.
      aria-disabled={disabled || undefined}
      tabIndex={first ? 0 : -1}
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => {
        if (!disabled) onPress()
      }}
    >
      <Icon aria-hidden="true" />
    </button>
  )
}
