import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Feed, type FeedItem, feedFormats } from '../server/pages/feed-formats.ts'
import { childrenOf, childText, type Element, parseXml } from './parse-xml.ts'
import { randomText } from './random-text.ts'

const item: FeedItem = {
  id: 'tag:a.example,2026:articles/1',
  link: 'https://a.example/article/a',
  title: 'A',
  summary: 'B',
  html: '<p>C</p>',
  published: new Date('2026-03-01T10:00:00Z'),
  updated: new Date('2026-03-02T10:00:00Z'),
  image: null,
  sound: null,
  authors: [],
  categories: [],
}

const feedOf = (...items: Array<Partial<FeedItem>>): Feed => ({
  title: 'Notes',
  description: 'About it',
  address: 'https://a.example/feed',
  home: 'https://a.example',
  siteName: 'Notes',
  language: 'en',
  icon: 'https://a.example/favicon.ico',
  image: 'https://a.example/share/site.png',
  updated: item.updated,
  items: items.map((one) => ({ ...item, ...one })),
})

/** A text without what XML 1.0 cannot contain, as a reader gets it: line ends become line feeds. */
const inXml = (text: string) =>
  text
    .replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '')
    .replace(/\r\n?/g, '\n')

const rssItem = (feed: Feed) => {
  const [channel] = childrenOf(parseXml(feedFormats.rss.write(feed)), 'channel')
  return childrenOf(channel as Element, 'item')[0] as Element
}
const atomEntry = (feed: Feed) =>
  childrenOf(parseXml(feedFormats.atom.write(feed)), 'entry')[0] as Element

test('every character of Unicode arrives in every feed, but for those that XML forbids', () => {
  for (let start = 0; start < 0x110000; start += 0x1000) {
    const block = String.fromCodePoint(...Array.from({ length: 0x1000 }, (_, at) => start + at))
    const feed = feedOf({ title: block, html: block, categories: [block] })
    const kept = inXml(block)
    expect(childText(rssItem(feed), 'title') === kept, `U+${start.toString(16)}`).toBe(true)
    expect(childText(rssItem(feed), 'content:encoded') === kept).toBe(true)
    expect(childText(atomEntry(feed), 'title') === kept).toBe(true)
    expect(JSON.parse(feedFormats.json.write(feed)).items[0].title === block).toBe(true)
  }
})

test('any text in any place leaves a feed well-formed and arrives whole', () => {
  const marks = fc.constantFrom(
    ']]>',
    '<![CDATA[',
    ']]',
    '-->',
    '<!--',
    '&',
    '&amp;',
    '&#0;',
    '<',
    '>',
    '"',
    "'",
    '<?',
    '\r',
  )
  const text = fc
    .array(fc.oneof(marks, randomText({ maxLength: 3 })), { maxLength: 8 })
    .map((parts) => parts.join(''))
  fc.assert(
    fc.property(text, text, text, text, (title, summary, html, name) => {
      const feed = {
        ...feedOf({ title, summary, html, categories: [name], authors: [{ name, address: null }] }),
        title,
      }
      const [rss, atom] = [rssItem(feed), atomEntry(feed)]
      expect(childText(rss, 'title')).toBe(inXml(title))
      expect(childText(rss, 'content:encoded')).toBe(inXml(html))
      expect(childText(rss, 'dc:creator')).toBe(inXml(name))
      expect(childText(atom, 'title')).toBe(inXml(title))
      expect(childText(atom, 'summary')).toBe(inXml(summary))
      expect(childText(atom, 'content')).toBe(inXml(html))
    }),
    { numRuns: 150 },
  )
})

test('a title and a summary are plain text: what looks like HTML in them is no HTML', () => {
  const feed = feedOf({ title: 'Cuts <i>&amp;</i>', summary: 'Low < high & <b>' })
  const atom = atomEntry(feed)
  expect(childrenOf(atom, 'title')[0]).toMatchObject({ attributes: {}, text: 'Cuts <i>&amp;</i>' })
  expect(childrenOf(atom, 'summary')[0]).toMatchObject({ attributes: {}, text: 'Low < high & <b>' })
  // A description of RSS is HTML.
  expect(childText(rssItem(feed), 'description')).toBe('Low &lt; high &amp; &lt;b&gt;')
})

test('categories, authors and enclosures are as the formats demand', () => {
  const feed = feedOf({
    categories: ['Mixing'],
    authors: [{ name: 'Rosa', address: 'https://a.example/author/rosa' }],
    image: { url: 'https://a.example/media/a.jpg', type: 'image/jpeg', bytes: 0 },
    sound: { url: 'https://a.example/media/a.m4a', type: 'audio/mp4', bytes: 12 },
  })
  const [rss, atom] = [rssItem(feed), atomEntry(feed)]
  expect(childrenOf(atom, 'category').map(({ attributes }) => attributes)).toEqual([
    { term: 'Mixing', label: 'Mixing' },
  ])
  expect(childText(childrenOf(atom, 'author')[0] as Element, 'uri')).toBe(
    'https://a.example/author/rosa',
  )
  expect(childrenOf(rss, 'author')).toEqual([])
  expect(childrenOf(rss, 'enclosure').map(({ attributes }) => attributes)).toEqual([
    { url: 'https://a.example/media/a.m4a', length: '12', type: 'audio/mp4' },
  ])
  const links = childrenOf(atom, 'link').filter(({ attributes }) => attributes.rel === 'enclosure')
  expect(links.map(({ attributes }) => attributes.type)).toEqual(['image/jpeg', 'audio/mp4'])
})
