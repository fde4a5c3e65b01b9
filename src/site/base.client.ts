import { startKeys } from './frame/keys.client.ts'
import { startThemeToggle } from './frame/theme.client.ts'
import { startCarousels } from './home/carousel.client.ts'
import { startItemActions } from './saved/item-actions.client.ts'
import { startOfflinePage } from './saved/offline-page.client.ts'
import { startSavedList } from './saved/saved-list.client.ts'
import { keepUtm } from './subscribe/utm.ts'

/** The script of every public page: plain DOM, no React. What is not on the page does nothing. */
export function startPage(): void {
  // One part must not take the others down, for example where a browser forbids its storage.
  for (const start of [
    startKeys,
    startThemeToggle,
    startCarousels,
    startItemActions,
    startSavedList,
    startOfflinePage,
    () => keepUtm(location.search, sessionStorage),
  ]) {
    try {
      start()
    } catch (error) {
      console.error(error)
    }
  }
}
