// See src/site/frame/theme.client.ts.
try {
  const theme = localStorage.getItem('session-notes:theme')
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme
} catch {
  // Storage is forbidden.
}
