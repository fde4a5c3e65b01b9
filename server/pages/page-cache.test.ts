import { expect, test } from 'vitest'
import type { SiteReader } from '#domain/site-reader.ts'
import type { FreshPage } from './cached-page.ts'
import { createPageCache } from './page-cache.ts'

test('a page that is asked for behind a change waits for no render from before it, and others share one', async () => {
  let generation = 1
  const cache = createPageCache({ disk: null, headers: [], provisional: () => false })
  cache.attach({ site: {} as SiteReader, generation: () => generation, revision: () => null })
  const started: Array<number> = []
  const opened: Array<() => void> = []
  const make = async (): Promise<FreshPage> => {
    started.push(generation)
    const own = generation
    await new Promise<void>((resolve) => opened.push(resolve))
    return {
      text: `Of ${own}`,
      type: 'text/html; charset=utf-8',
      reads: [],
      blobs: [],
      frames: [],
      generation: own,
      revision: null,
      validUntil: Number.MAX_SAFE_INTEGER,
    }
  }
  const first = [cache.prepare('/news', make), cache.prepare('/news', make)]
  generation = 2
  const second = [cache.prepare('/news', make), cache.prepare('/news', make)]
  expect(started).toEqual([1, 2])
  for (const open of opened) open()
  await Promise.all([...first, ...second])
})
