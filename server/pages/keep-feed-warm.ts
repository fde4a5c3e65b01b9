import { makeFeed, warmFeed } from './feeds.ts'
import type { ContentState, PageCache } from './page-cache.ts'

/** After a start or a change, visitors' pages are rendered first; in milliseconds. */
const quietMs = 3_000

/** Makes the main feed in the idle time after a start and after each change. */
export function keepFeedWarm(parts: {
  content: ContentState
  onChange(listener: () => void): () => void
  /** Null in development. */
  cache: PageCache | null
  siteUrl: string
  /** Called for a feed that could not be made in advance. */
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
    /** Resolves when no rendering is running any more. */
    async stop() {
      isStopped = true
      unlisten()
      if (timer) clearTimeout(timer)
      await warming
    },
  }
}
