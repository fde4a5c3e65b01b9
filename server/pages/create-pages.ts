import type { Server } from 'node:http'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type { RequestHandler } from 'express'
import { hasModel } from '#domain/analysis.ts'
import { createDerived } from '../http/derived.ts'
import type { CallGate } from '../http/mount-calls.ts'
import type { SiteWords } from '../http/notice-page.ts'
import { build } from '../platform/build-id.ts'
import { createDiskCache } from '../platform/disk-cache.ts'
import type { Log } from '../platform/log.ts'
import { adminPages } from './admin-pages.ts'
import { builtAssets, devAssets, earlierAssets } from './assets.ts'
import type { BuiltFiles } from './built-files.ts'
import { discovery } from './discovery.ts'
import { type FeedParts, prepareFeed } from './feeds.ts'
import { createNothing } from './nothing.ts'
import type { PageCache } from './page-cache.ts'
import { pages } from './pages.ts'
import { type RenderExtras, type RenderedPage, renderSitePage } from './render-page.ts'
import { createSharePictures, sharePictures } from './share-picture.ts'
import { siteLook } from './site-look.ts'

const shareCacheBytes = 128 * 1024 * 1024

type PagesParts = Parameters<typeof pages>[0]
type AdminPagesParts = Parameters<typeof adminPages>[0]

/**
 * Creates the feature `pages`: pages of the site, the admin's documents, feeds, share pictures, and
 * the built files.
 */
export function createPages(parts: {
  content: PagesParts['content'] & {
    unpublishedAt: PagesParts['unpublishedAt']
    pageOf: PagesParts['pageOf']
    onChange(listener: () => void): () => void
  }
  /** Null in development. */
  cache: PageCache | null
  /** In development, where Vite updates the page over its port; null in production. */
  devServer: Server | null
  cacheDir: string
  stores: { builtFiles: BuiltFiles | null }
  accounts: {
    gate: Pick<CallGate, 'who'>
  } & Pick<AdminPagesParts, 'admits' | 'firstHour' | 'resetState' | 'session'> &
    Pick<PagesParts, 'sharedDraft'>
  env: { openai: Parameters<typeof hasModel>[0] }
  texts: FeedParts['texts']
  siteUrl: string
  /** The address of a file beside the bundle's entry. */
  beside: (name: string) => URL
  now: () => Date
  /** The words of the site, for short answers. */
  words: () => SiteWords
  log: Log
}) {
  const { content, cache, devServer, cacheDir, siteUrl, now, log } = parts
  const { site } = content
  const file = (name: string) => fileURLToPath(parts.beside(name))
  const render = (url: string, extras: RenderExtras = {}): Promise<RenderedPage> =>
    renderSitePage(url, site, siteUrl, now(), extras)
  const nothing = createNothing({
    generation: content.generation,
    render: (address) => render(address),
    keepsPages: cache !== null,
    words: parts.words,
  })
  const share = createSharePictures({
    fonts: file('./fonts'),
    cache: createDiskCache(path.join(cacheDir, 'share'), shareCacheBytes),
    failed: (error) => log.warn({ err: error }, 'the cache of share pictures cannot be written'),
  })
  const { builtFiles } = parts.stores
  const clientFolder = file('../client')
  const development = devServer ? devAssets(devServer) : null
  let feed: ReturnType<typeof prepareFeed> | null = null
  const routes = {
    assets: development?.serve ?? builtAssets(clientFolder),
    earlierAssets: earlierAssets(builtFiles),
    look: siteLook(site),
    share: sharePictures(site, share.render),
    discovery: discovery({ ...parts, derived: createDerived(content.generation) }),
    admin: adminPages({ ...parts.accounts, render, hasModel: hasModel(parts.env.openai) }),
    public: pages({
      ...parts,
      ...parts.accounts.gate,
      nothing,
      render: renderSitePage,
      unpublishedAt: content.unpublishedAt,
      pageOf: content.pageOf,
      sharedDraft: parts.accounts.sharedDraft,
      failed: (error) => log.error({ err: error }, 'a page could not be rendered in advance'),
      refused: (address) => log.debug({ path: address }, 'no page can have this address'),
    }),
  } satisfies Record<string, RequestHandler>
  return {
    /** Renders the page at a path. Its status may be any, 404 included. */
    render,
    routes,
    /** Makes the files of this build available to the servers of other builds. Never rejects. */
    async shareFiles(): Promise<void> {
      if (!development)
        await builtFiles
          ?.put(build, clientFolder)
          .catch((error: unknown) =>
            log.warn({ err: error }, 'the built files could not be stored for other servers'),
          )
    },
    /** Starts to make the main feed in advance. */
    start() {
      feed = prepareFeed({
        ...parts,
        onChange: content.onChange,
        failed: (error) => log.error({ err: error }, 'the feed could not be made in advance'),
      })
    },
    /** Ends the open connections of development, so that a stopping server can close. */
    endStreams() {
      void development?.close()
    },
    async close(): Promise<void> {
      await feed?.stop()
    },
  }
}
