import type { ImportedEntry } from '#domain/import/entry.ts'
import { slugify } from '#domain/slug.ts'
import type { FeedItem } from './feed-xml.ts'
import { nameOf } from './old-addresses.ts'
import { oldPath, plainEntry, remarksAt } from './reader.ts'
import { readDate } from './standard-fields.ts'

/** An ellipsis, or a link to the whole text. */
const cutOff =
  /(?:…|\.{3}|&#8230;|&hellip;)\]?$|(?:Continue reading|Read more|Weiterlesen)[^.]{0,100}$/i
/** More of the end of a text than a sign of a cut has. */
const longestEnd = 2000
/** A description of more characters than a summary has. */
const longestSummary = 1500

/**
 * Whether the descriptions of a feed that has nothing else are its whole texts: one of them is
 * longer than a summary, and none ends like a text that was cut. Short ones between them are short
 * texts.
 */
export function hasWholeDescriptions(items: ReadonlyArray<FeedItem>): boolean {
  const written = items.flatMap(({ values }) =>
    values.has('content:encoded') ? [] : (values.get('description') ?? []),
  )
  return written.some((text) => plainText(text).length > longestSummary) && !written.some(endsCut)
}

const endsCut = (html: string) => cutOff.test(plainText(html.slice(-longestEnd)).slice(-200))

/** The entry of an item. `isWhole`: its description is its text. */
export function feedEntry(
  item: FeedItem,
  link: string,
  { file, timeZone, isWhole }: { file: string; timeZone: string; isWhole: boolean },
): ImportedEntry {
  const { values, line, enclosures } = item
  const value = (...names: ReadonlyArray<string>) =>
    names.map((name) => values.get(name)).find(Boolean) ?? ''
  const place = `${file}:${line}`
  const { remarks, say } = remarksAt(place)
  const whole = value('content:encoded', 'content', ...(isWhole ? ['description'] : []))
  const text = whole || value('description', 'summary')
  const isCut = whole === '' || (!isWhole && endsCut(text))
  if (isCut) say('The feed has only the beginning of this text; it comes in as a draft')
  const written = value('pubDate', 'published', 'dc:date', 'updated')
  const date = readDate(written, timeZone)
  if (written !== '' && date === null) say(`The date '${written.slice(0, 60)}' can't be read`)
  const path = oldPath(link)
  const title = plainText(value('title')) || 'Untitled'
  const sounds = enclosures.filter(({ type }) => type.startsWith('audio'))
  const image = enclosures.find(({ type }) => type.startsWith('image'))
  const writer = plainText(value('dc:creator', 'author', 'itunes:author'))
  // RSS has `address (name)`.
  const author = (writer.includes('@') && /\(([^()]{1,200})\)$/.exec(writer)?.[1]) || writer
  const players = sounds.map(
    ({ address }) => `\n<audio src="${address.replaceAll('"', '%22')}"></audio>`,
  )
  return {
    ...plainEntry,
    source: `rss ${value('guid', 'id') || link}`,
    place,
    kind: 'post',
    title,
    draft: isCut,
    complaints: remarks,
    slug: nameOf(path ?? '') || slugify(title) || null,
    publishedAt: date,
    addresses: path === null || path === '/' ? [] : [path],
    authors: author === '' ? [] : [author],
    categories: [...new Set(item.categories)],
    excerpt:
      text === value('description', 'summary')
        ? ''
        : plainText(value('description', 'summary')).slice(0, 1000),
    image: image?.address ?? null,
    body: { format: 'html', text: text + players.join(''), line, file },
  }
}

function plainText(html: string): string {
  return html
    .replace(/<[^<>]{0,1000}>/g, '')
    .replace(/\s+/g, ' ')
    .trim()
}
