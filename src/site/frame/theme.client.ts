const storageKey = 'session-notes:theme'

/**
 * The theme button: shows the current theme and stores the visitor's choice. `public/theme.js`
 * applies it before the first paint, so that a kept choice shows without a flash; without storage
 * the system's scheme stands.
 */
export function startThemeToggle(): void {
  const button = document.querySelector('[data-theme-toggle]')
  if (!button) return
  const root = document.documentElement
  const system = matchMedia('(prefers-color-scheme: dark)')
  const isDark = () => (root.dataset.theme ? root.dataset.theme === 'dark' : system.matches)
  const show = () => button.setAttribute('aria-pressed', String(isDark()))
  button.addEventListener('click', () => {
    const theme = isDark() ? 'light' : 'dark'
    root.dataset.theme = theme
    localStorage.setItem(storageKey, theme)
    show()
  })
  system.addEventListener('change', show)
  show()
}
