import { replayEarlyPresses } from '../../renderer/replay-early-presses.ts'
import { type IslandRegistry, startIslands } from '../../renderer/start-islands.ts'
import { startPage } from '../../site/base.client.ts'
import { startCarousels } from '../../site/home/carousel.client.ts'
import { startOfflinePage } from '../../site/saved/offline-page.client.ts'
import { startSavedList } from '../../site/saved/saved-list.client.ts'

/** The parts of an exported page that need React; its forms are plain HTML. */
const islands = {
  search: () => import('../../site/search/search-overlay.tsx').then((file) => file.SearchOverlay),
} as unknown as IslandRegistry

// The script of all pages of an exported site (docs/export.md).
startPage()
startCarousels()
startSavedList()
startOfflinePage()
startIslands(islands)
replayEarlyPresses()
if (/^\/search\/?$/.test(location.pathname))
  void import('./search-results.tsx').then(({ showSearchResults }) => showSearchResults())
