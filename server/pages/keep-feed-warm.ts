import type { SiteReader } from '#domain/site-reader.ts'
import { warmFeed } from './feeds.ts'

/** After a start and after a change, the texts of pages that somebody waits for come first; in milliseconds. */
const quietMs = 3_000

/** Keeps the texts of the main feed rendered, in the idle time after a start and after each change. */
export function keepFeedWarm(content: { reader: SiteReader; onChange(listener: () => void): () => void }) {
  let isStopped = false
  let warming: Promise<void> = Promise.resolve()
  let timer: NodeJS.Timeout | null = null
  const soon = () => {
    if (timer) clearTimeout(timer)
    timer = setTimeout(() => {
      warming = warming.then(() => warmFeed(content.reader, () => isStopped))
    }, quietMs).unref()
  }
  const unlisten = content.onChange(soon)
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
