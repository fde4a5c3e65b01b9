import { keepInputMethodKeys } from '../ui/input-method.ts'
import { startEditing } from './frame/editing.client.ts'
import { startKeys } from './frame/keys.client.ts'
import { startThemeToggle } from './frame/theme.client.ts'
import { startCarousels } from './home/carousel.client.ts'
import { startItemActions } from './saved/item-actions.client.ts'
import { startOfflinePage } from './saved/offline-page.client.ts'
import { storeUtm } from './subscribe/utm.ts'
import { startTextParts } from './text-parts.client.ts'

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
