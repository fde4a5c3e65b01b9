import type { ComponentType } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { navigate } from 'vite-plugin-ssr/client/router'
import { startWorker, type WorkerState } from '../../admin/documents/worker/registration.ts'
import { sending } from '../../admin/editing/apply-sent.ts'
import { AdminShell, type FirstCalls } from '../../admin/shell/admin-shell.tsx'
import type { Guard } from '../../admin/shell/navigation.tsx'
import type { SiteFacts } from '../../admin/shell/site-facts.ts'
import { adminRootId } from '../../renderer/admin-root.ts'
import { startPage } from '../../site/base.client.ts'
import { later } from '../../ui/loaded-code.tsx'

interface BrowserContext {
  Page: ComponentType
  urlOriginal: string
  urlPathname: string
  urlParsed: { search: Record<string, string> }
  config: { firstCalls?: FirstCalls }
}

/** The running admin application of this document. */
interface Shown {
  root: Root
  guard: Guard
  worker: WorkerState
  url: string
}

const palette = later(async () => (await import('../../admin/palette/palette.tsx')).Palette)

const shownIn = new WeakMap<Element, Shown>()

/**
 * Renders a screen on the first load and on each navigation within the admin; the shell keeps its
 * state.
 */
export default function onRenderClient({
  Page,
  urlOriginal,
  urlPathname,
  urlParsed,
  config,
}: BrowserContext) {
  const place = document.getElementById(adminRootId)
  if (!place) return
  let shown = shownIn.get(place)
  if (shown?.guard.ask && urlOriginal !== shown.url) {
    // The browser went back from a screen with unsaved work: restore its address and leave the
    // screen in place.
    void comeBack(shown)
    return
  }
  if (!shown) {
    place.replaceChildren()
    shown = {
      root: createRoot(place),
      guard: { ask: null },
      worker: startWorker(),
      url: urlOriginal,
    }
    shownIn.set(place, shown)
    // Previews have parts of public pages.
    startPage()
  }
  // A waiting new version takes over with a navigation.
  if (shown.url !== urlOriginal && shown.worker.ready()) return shown.worker.update(urlOriginal)
  shown.url = urlOriginal
  shown.root.render(
    <AdminShell
      address={{ path: urlPathname, search: urlParsed.search }}
      site={JSON.parse(place.dataset.site ?? '') as SiteFacts}
      guard={shown.guard}
      worker={shown.worker}
      sending={sending}
      firstCalls={config.firstCalls}
      palette={palette}
      navigate={(to, options) =>
        navigate(to, { overwriteLastHistoryEntry: options?.replace ?? false })
      }
    >
      <Page />
    </AdminShell>,
  )
}

async function comeBack({ url, guard }: Shown) {
  const top = scrollY
  await navigate(url, { keepScrollPosition: true })
  scrollTo({ top, behavior: 'instant' })
  guard.ask?.()
}
