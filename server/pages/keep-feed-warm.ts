import { makeFeed, warmFeed } from './feeds.ts'
import type { ContentState, PageCache } from './page-cache.ts'

/** After a start and after a change, the texts of pages that somebody waits for come first; in milliseconds. */
const quietMs = 3_000

/** Keeps the main feed made, in the idle time after a start and after each change. */
export function keepFeedWarm(parts: {
  content: ContentState
  onChange(listener: () => void): () => void
  /** None in development. */
  cache: PageCache | null
  siteUrl: string
  /** Hears of a feed that could not be made before anybody asked. */
  failed: (error: unknown) => void
}) {
  const { content, onChange, cache, siteUrl, failed } = parts
  let isStopped = false
  let warming: Promise<void> = Promise.resolve()
  let timer: NodeJS.Timeout | null = null

  async function warm() {
    await warmFeed(content.site, () => isStopped)
    if (isStopped || !cache) return
    await cache.prepare('/rss.xml', async () => {
      const feed = await makeFeed(content, siteUrl, '/rss.xml')
      return feed?.provisional ? null : feed
    })
  }

  const soon = () => {
    if (timer) clearTimeout(timer)
    timer = setTimeout(() => {
      warming = warming.then(warm).catch(failed)
    }, quietMs).unref()
  }
  const unlisten = onChange(soon)
  soon()
  return {
    /** Resolves when nothing is being rendered for it any more. */
    async stop() {
      isStopped = true
      unlisten()
      if (timer) clearTimeout(timer)
      await warming
    },
  }
}
