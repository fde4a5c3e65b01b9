import { setTimeout } from 'node:timers/promises'
import type { Browser, Page, Route } from 'playwright-core'
import { eventually } from '../../../tests/running-site.ts'
import { cookieFor } from '../../bench/browser.ts'
import type { Device } from './device.tsx'
import type { Fate } from './steps.ts'

/** A browser with the admin's own code, whose network can fail. */
export type WriterBrowser = Awaited<ReturnType<typeof openBrowser>>

interface BrowserOptions {
  browser: Browser
  url: string
  script: string
  cookie: string
  ids: ReadonlyArray<number>
  restart: () => Promise<void>
}

/** Opens a browser with a session. It loads nothing before `begin`. */
export async function openBrowser(options: BrowserOptions) {
  const { browser, url, script, cookie, ids, restart } = options
  const context = await browser.newContext({ baseURL: url })
  context.setDefaultTimeout(20_000)
  await context.addCookies([cookieFor(url, cookie)])
  const { user } = await (await context.request.get('/api/auth/status')).json()
  const page = `<!doctype html><title>Writer</title><div id="root"></div><script>userId=${user.id}</script><script type="module" src="/device.js"></script>`
  await context.route('**/device.html', (route) =>
    route.fulfill({ body: page, contentType: 'text/html' }),
  )
  await context.route('**/device.js', (route) =>
    route.fulfill({ body: script, contentType: 'text/javascript' }),
  )
  const network: Network = {
    connected: true,
    fate: { kind: 'goes' },
    restarting: Promise.resolve(),
    known: new Map(),
    restart,
  }
  for (const path of ids.map((id) => `/api/articles/${id}`)) {
    const answer = await context.request.get(path, { headers: { 'X-Session': 'required' } })
    network.known.set(path, await answer.text())
  }
  await context.route('**/api/**', (route) => answerRequest(network, route))
  let current: Page | null = null

  /** Calls a function in the page. */
  function call<Name extends keyof Device>(
    name: Name,
    ...given: Parameters<Device[Name]>
  ): ReturnType<Device[Name]> {
    if (!current) throw new Error('there is no page')
    return current.evaluate(
      ([name, given]) =>
        (window.device[name] as (...given: ReadonlyArray<unknown>) => unknown)(...given),
      [name, given] as const,
    ) as never
  }

  return {
    network,
    call,
    /** Reloads the page, with or without a crash before, and opens an article. */
    async begin(how: 'reload' | 'crash', id: number) {
      if (how === 'crash' && current) {
        await crash(current)
        current = null
      }
      current ??= await context.newPage()
      await current.goto('/device.html')
      await current.waitForFunction(() => window.device !== undefined)
      await call('open', id)
    },
    async connect(is: boolean) {
      network.connected = is
      await context.setOffline(!is)
    },
    /** Resolves when nothing in the queue can be sent any more. */
    drained: () =>
      eventually(async () => {
        const { queue, saving } = await call('state')
        // Entries after a parked one of the same article wait for it.
        return !saving && (!queue.includes('waiting') || queue.some((state) => state !== 'waiting'))
      }, 60_000),
    close: () => context.close(),
  }
}

/** The network of a browser. */
interface Network {
  connected: boolean
  /** The fate of the next write. */
  fate: Fate
  /** Resolves when the killed server is running again. */
  restarting: Promise<void>
  /** The responses of the service worker. */
  known: Map<string, string>
  /** Kills the server, and starts it again. */
  restart: () => Promise<void>
}

async function answerRequest(network: Network, route: Route): Promise<void> {
  const { connected, known, fate } = network
  const request = route.request()
  const reading = request.method() === 'GET'
  const { pathname } = new URL(request.url())
  const isItem = reading && /^\/api\/articles\/\d+$/.test(pathname)
  if (!connected) {
    const text = isItem ? known.get(pathname) : undefined
    return text === undefined
      ? route.abort()
      : route.fulfill({ body: text, contentType: 'application/json' })
  }
  if (isItem)
    try {
      const answer = await route.fetch()
      if (answer.ok()) known.set(pathname, await answer.text())
      return await route.fulfill({ response: answer })
    } catch {
      return route.abort().catch(() => undefined)
    }
  if (reading) return route.continue()
  network.fate = { kind: 'goes' }
  if (fate.kind === 'goes') return route.continue()
  if (fate.kind === 'unanswered') await route.fetch().catch(() => undefined)
  if (fate.kind === 'killed') {
    const sent = route.fetch().catch(() => undefined)
    await setTimeout(fate.after)
    network.restarting = network.restart()
    await Promise.all([network.restarting, sent])
  }
  await route.abort('connectionreset').catch(() => undefined)
}

async function crash(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  const crashed = page.waitForEvent('crash')
  void session.send('Page.crash').catch(() => undefined)
  await crashed
  void page.close()
}
