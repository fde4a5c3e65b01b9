/** The offline page tries to load the requested page: on its button, and when the network is back. */
export function startOfflinePage(): void {
  const button = document.querySelector('[data-try-again]')
  if (!button) return
  const again = () => location.reload()
  button.addEventListener('click', again)
  addEventListener('online', again)
}
