/**
 * Keys of every page: Mod+K anywhere and '/' outside of text fields open the search; Escape closes the menu, and so does a click
 * beside it.
 */
export function startKeys(): void {
  const menu = document.querySelector<HTMLDetailsElement>('[data-menu]')
  document.addEventListener('keydown', (event) => {
    if (opensSearch(event)) {
      if (document.querySelector('dialog[open]')) return
      const button = document.querySelector<HTMLElement>('[data-search-open]')
      if (!button) return
      event.preventDefault()
      // The overlay gives the focus back to where it was; without one, that is the button.
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
  // What has the focus may have its own use for these keys: the editor makes links with Mod+K.
  if (event.defaultPrevented || event.altKey) return false
  if (event.ctrlKey || event.metaKey) return event.key.toLowerCase() === 'k' && !event.shiftKey
  const target = event.target
  const types = target instanceof HTMLElement && target.closest('input, textarea, select, [contenteditable]')
  return event.key === '/' && !types
}
