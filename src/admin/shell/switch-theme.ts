/** Also the key of the site's theme button and of `public/theme.js`. */
const storageKey = 'session-notes:theme'

/** Changes from the light theme to the dark one or back, here and on the site, and stores the choice. */
export function switchTheme(): void {
  const root = document.documentElement
  const isDark = root.dataset.theme ? root.dataset.theme === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches
  root.dataset.theme = isDark ? 'light' : 'dark'
  localStorage.setItem(storageKey, root.dataset.theme)
}
