// Loaded before the first paint, so that a kept choice shows without a flash. The button itself is in src/site/frame/theme.client.ts.
try {
  const theme = localStorage.getItem('session-notes:theme')
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme
} catch {
  // Storage is forbidden: the system's scheme stands.
}
