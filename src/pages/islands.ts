import type { IslandRegistry } from '../renderer/start-islands.ts'

/** The interactive parts of public pages, each loaded from its own file. */
export const islands = {
  search: () => import('../site/search/search-overlay.tsx').then((file) => file.SearchOverlay),
  subscribe: () =>
    import('../site/subscribe/subscribe-form.tsx').then((file) => file.SubscribeForm),
  download: () => import('../site/downloads/download-form.tsx').then((file) => file.DownloadForm),
  downloads: () => import('../site/downloads/download-list.tsx').then((file) => file.DownloadList),
  register: () => import('../admin/registration/account-form.tsx').then((file) => file.AccountForm),
} as unknown as IslandRegistry
