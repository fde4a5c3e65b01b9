import { keepInputMethodKeys } from '../ui/input-method.ts'
import { startEditing } from './frame/editing.client.ts'
import { startKeys } from './frame/keys.client.ts'
import { startThemeToggle } from './frame/theme.client.ts'
import { startCarousels } from './home/carousel.client.ts'
import { startItemActions } from './saved/item-actions.client.ts'
import { offlineAddress } from './saved/offline/offline-pages.ts'
import { storeUtm } from './subscribe/utm.ts'

/**
 * The script of every page, with plain DOM and no React; the admin starts it too. Parts whose
 * elements are not on the page do nothing.
 */
export function startPage(): void {
  // An error in one part, for example a browser that forbids storage, must not stop the others.
  for (const start of [
    keepInputMethodKeys,
    startKeys,
    startThemeToggle,
    startCarousels,
    startItemActions,
    startTextParts,
    startOfflinePage,
    startEditing,
    () => storeUtm(location.search, sessionStorage),
  ]) {
    try {
      start()
    } catch (error) {
      console.error(error)
    }
  }
}

const touchable = '[data-copy], [data-player], .enlarge, [data-sound]:not([data-ready])'

/**
 * Loads the script of what is in a text when it is touched: buttons that copy a value or load a
 * player of another site, pictures that open large, and players of sounds, also by focus. A page on
 * which nobody touches them never loads it. A press before that takes effect when it is loaded.
 */
function startTextParts(): void {
  async function wake(event: Event) {
    const target = event.target as Element
    const part = target.closest<HTMLElement>(touchable)
    const link = part instanceof HTMLAnchorElement && part
    const { ctrlKey, metaKey, shiftKey, altKey } = event as MouseEvent
    // With such a key, a link opens elsewhere.
    if (!part || (link && (ctrlKey || metaKey || shiftKey || altKey))) return
    const pressed = event.type === 'click' && (link || target.closest('button'))
    if (pressed) {
      event.preventDefault()
      event.stopPropagation()
    }
    try {
      const { touch } = await import('./touched-text.client.ts')
      touch(part, pressed)
    } catch (error) {
      if (pressed && link) location.href = link.href
      throw error
    }
  }
  // Before the click, because some browsers forbid copying when the script comes long after it.
  for (const type of ['pointerdown', 'focusin', 'click'])
    document.addEventListener(type, wake, true)
}

/** Interval in milliseconds at which the page looks whether the site can be reached. */
const pollIntervalMs = 3000

/**
 * The offline page tries to load the requested page: on its button, when the network is back, and
 * as soon as the site answers at the address that the button names.
 */
function startOfflinePage(): void {
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
