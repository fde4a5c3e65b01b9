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
      className="tool"
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
