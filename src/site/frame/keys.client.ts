/**
 * Keys of every page: Mod+K anywhere and '/' outside of text fields open the search; Escape closes
 * the menu. A click outside also closes the menu.
 */
export function startKeys(): void {
  const menu = document.querySelector<HTMLDetailsElement>('[data-menu]')
  document.addEventListener('keydown', (event) => {
    if (opensSearch(event)) {
      if (document.querySelector('dialog[open]')) return
      const button = document.querySelector<HTMLElement>('[data-search-open]')
      if (!button) return
      event.preventDefault()
      // The overlay returns the focus to the former element; without one, the button gets it.
      if (document.activeElement === document.body) button.focus()
      button.click()
    }
    if (event.key === 'Escape' && menu?.open) {
      menu.open = false
      menu.querySelector('summary')?.focus()
    }
  })
  document.addEventListener('click', (event) => {
    if (menu?.open && !menu.contains(event.target as Node)) menu.open = false
  })
}

function opensSearch(event: KeyboardEvent): boolean {
  // The focused element may use these keys itself: the editor inserts links with Mod+K.
  if (event.defaultPrevented || event.altKey) return false
  if (event.ctrlKey || event.metaKey) return event.key.toLowerCase() === 'k' && !event.shiftKey
  const target = event.target
  const types =
    target instanceof HTMLElement && target.closest('input, textarea, select, [contenteditable]')
  return event.key === '/' && !types
}
