import { offlineAddress } from './offline/offline-pages.ts'

/** Interval in milliseconds at which the page looks whether the site can be reached. */
const pollIntervalMs = 3000

/**
 * The offline page tries to load the requested page: on its button, when the network is back, and
 * as soon as the site answers at the address that the button names.
 */
export function startOfflinePage(): void {
  const button = document.querySelector<HTMLElement>('[data-try-again]')
  if (!button) return
  const again = () => location.reload()
  button.addEventListener('click', again)
  addEventListener('online', again)
  // At its own address, the page stands for no other.
  if (location.pathname === offlineAddress) return
  // The browser often reports a network before it can be used, and reports nothing when the site
  // was what could not be reached.
  setInterval(() => {
    if (document.visibilityState === 'hidden' || !navigator.onLine) return
    fetch(button.dataset.tryAgain as string, { cache: 'no-store' }).then(
      ({ ok }) => ok && again(),
      (error: unknown) => console.debug(error),
    )
  }, pollIntervalMs)
}
