/** The page that stands in for another one tries to be that again: when asked to, and as soon as the network is back. */
export function startOfflinePage(): void {
  const button = document.querySelector('[data-try-again]')
  if (!button) return
  const again = () => location.reload()
  button.addEventListener('click', again)
  addEventListener('online', again)
}
