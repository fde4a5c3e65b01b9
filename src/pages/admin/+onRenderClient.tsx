import type { ComponentType } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { navigate } from 'vite-plugin-ssr/client/router'
import { AdminShell } from '../../admin/shell/admin-shell.tsx'
import type { SiteFacts } from '../../admin/shell/site-facts.ts'
import { adminRootId } from '../../renderer/admin-root.ts'
import { startIslands } from '../../renderer/start-islands.ts'
import { startPage } from '../../site/base.client.ts'
import { islands } from '../islands.ts'

interface BrowserContext {
  Page: ComponentType
  urlPathname: string
  urlParsed: { search: Record<string, string> }
}

const roots = new WeakMap<Element, Root>()

/** Shows a screen, at first and at each change of the address within the admin; what the shell keeps stays. */
export default function onRenderClient({ Page, urlPathname, urlParsed }: BrowserContext): void {
  const place = document.getElementById(adminRootId)
  if (!place) return
  let root = roots.get(place)
  if (!root) {
    place.replaceChildren()
    root = createRoot(place)
    roots.set(place, root)
    // Header and footer around the screen are those of every page.
    startPage()
    startIslands(islands)
  }
  root.render(
    <AdminShell
      address={{ path: urlPathname, search: urlParsed.search }}
      site={JSON.parse(place.dataset.site ?? '') as SiteFacts}
      navigate={(to, options) => navigate(to, { overwriteLastHistoryEntry: options?.replace ?? false })}
    >
      <Page />
    </AdminShell>,
  )
}
