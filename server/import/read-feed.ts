import { feedEntry, hasWholeDescriptions } from './feed-entry.ts'
import { type FeedItem, readFeed } from './feed-xml.ts'
import { ImportRefused } from './import-refused.ts'
import { readSitePages } from './read-site-pages.ts'
import { absoluteOn, hostsOf, plainReader, type Reader, type ReaderParts } from './reader.ts'

const sitemap = /^(?:urlset|sitemapindex)$/

/**
 * Reads a feed: RSS or Atom, with as many texts as it has. A sitemap alone stands for the pages
 * that it lists.
 */
export async function readFeedFile(parts: ReaderParts): Promise<Reader> {
  const { folder, timeZone } = parts
  const files = folder.files.filter(
    (file) => /\.(?:xml|rss|atom|rdf)$/i.test(file) || folder.files.length === 1,
  )
  if (files.length === 0) throw new ImportRefused('The export contains no feed and no sitemap.')
  const feeds = await Promise.all(
    files.map(async (file) => ({ file, ...readFeed(await folder.text(file)) })),
  )
  if (feeds.every(({ root }) => sitemap.test(root))) return readSitePages(parts, files)
  for (const { file, root } of feeds)
    if (!/^(?:rss|feed|rdf:RDF)$/.test(root) && !sitemap.test(root))
      throw new ImportRefused(`${file} is no feed (RSS or Atom) and no sitemap.`)
  const hosts = hostsOf(feeds.map(({ site }) => site))
  const links = new Map<string, string>()
  return {
    ...plainReader,
    system: 'rss',
    async *entries(complain) {
      for (const { file, site, items, fault } of feeds) {
        if (fault !== null)
          complain(
            `${file}:${fault.line}`,
            `The feed is broken here; what is behind is left out: ${fault.message}`,
          )
        const isWhole = hasWholeDescriptions(items)
        for (const item of items) {
          const link = addressOf(item, site)
          const entry = feedEntry(item, link, { file, timeZone, isWhole })
          links.set(entry.source, link)
          yield entry
        }
      }
    },
    pictureAddress: (address, { source }) => absoluteOn(links.get(source) ?? '', address),
    hosts: () => hosts,
    claims: () =>
      feeds
        .filter(({ root }) => !sitemap.test(root))
        .map(({ file }) => ({ file, fate: 'imported' as const, reason: 'Its texts were read' })),
  }
}

function addressOf({ values }: FeedItem, site: string): string {
  const written = values.get('link') ?? values.get('guid') ?? values.get('id') ?? ''
  return URL.canParse(written, site || undefined)
    ? new URL(written, site || undefined).href
    : written
}
