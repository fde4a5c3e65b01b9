import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { ArticleSummary } from '#domain/item/summary.ts'
import { ArticleCard } from './articles/article-card.tsx'
import { CategoryList, categoryTitle } from './articles/category-list.tsx'
import { contentsOfText, TableOfContents } from './articles/table-of-contents.tsx'
import { Cover } from './cover.tsx'
import { Footer } from './frame/footer.tsx'
import { Sidebar, type SidebarData } from './frame/sidebar.tsx'
import { NotFound } from './not-found.tsx'

const clock = { now: new Date('2026-11-21T12:00:00Z'), timeZone: 'UTC' }
const sidebar: SidebarData = {
  counts: { mixing: 3 },
  downloads: [
    {
      id: 1,
      slug: 'pack-1',
      title: 'Dusty Drums',
      fileType: 'WAV',
      fileSize: 1_400_000,
      downloadCount: 120,
    },
  ],
}
const article: ArticleSummary = {
  id: 1,
  slug: 'gain-staging-in-live',
  title: 'Gain <staging>',
  excerpt: 'Levels that leave room.',
  category: 'mixing',
  tags: ['gain', 'meters', 'mixing', 'workflow'],
  readTime: 6,
  featured: false,
  techniqueLevel: 'beginner',
  abletonVersion: '12.0',
  series: null,
  author: [],
  fields: {},
  publishedAt: '2026-11-10T08:00:00.000Z',
  imageUrl: null,
  imageAlt: 'Meters',
}

/** The visible words of some markup. */
const words = (html: string) =>
  html
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()

test('a card shows its facts, a relative date, two tags and the rest as a number', () => {
  const html = renderToStaticMarkup(<ArticleCard article={article} clock={clock} sizes="20rem" />)
  expect(words(html)).toBe(
    'Mixing Last week Gain &lt;staging&gt; Levels that leave room. Beginner 6 min read gain meters +2',
  )
  expect(html).toContain('href="/article/gain-staging-in-live"')
  expect(html).toContain('src="/theme/default/mixing/gain-staging-in-live.svg"')
})

const rest = {
  filters: {},
  choices: { level: [], version: [], sound: [] },
  start: [],
  sidebar,
  clock,
}

test.each([
  ['all', 'All Tips &amp; Tricks'],
  ['midi_effects', 'MIDI Effects Tips'],
  ['production', 'Production Techniques Tips'],
] as const)('the list of %s is titled %s', (category, title) => {
  const list = { items: [article], page: 1, pages: 1, total: 1 }
  const html = renderToStaticMarkup(<CategoryList category={category} list={list} {...rest} />)
  expect(html).toMatch(new RegExp(`<h1[^>]*>${title}</h1>`))
  expect(html.match(/<h1/g)).toHaveLength(1)
  expect(categoryTitle(category).replace('&', '&amp;')).toBe(title)
})

test('an empty category says so', () => {
  const list = { items: [], page: 1, pages: 1, total: 0 }
  const html = renderToStaticMarkup(<CategoryList category="hardware" list={list} {...rest} />)
  expect(html).toContain('No articles available in this category')
})

test('the sidebar counts eleven categories and lists the downloads with type and size', () => {
  const html = renderToStaticMarkup(<Sidebar data={sidebar} />)
  expect(html.match(/href="\/category\//g)).toHaveLength(11)
  expect(html).not.toContain('sample_management')
  const text = words(html)
  expect(text).toContain('Get Weekly Tips')
  expect(text).toContain('Free Downloads Dusty Drums WAV · 1.4 MB · 120+ downloads')
})

test('the footer carries the disclaimer, the form and the admin link', () => {
  const settings = {
    name: 'Site',
    tagline: '',
    description: '',
    disclaimer: 'Not affiliated.',
    about: 'About us.',
  }
  const html = renderToStaticMarkup(
    <Footer
      settings={{
        ...settings,
        newsIntro: '',
        newslettersIntro: '',
        language: 'en',
        timeZone: 'UTC',
        authors: [],
        fields: [],
        social: [{ name: 'Mastodon', url: 'https://example.social/@a' }],
      }}
    />,
  )
  for (const text of [
    'Not affiliated.',
    'About us.',
    'Get Ableton Racks',
    'Quick Links',
    'Mastodon',
  ])
    expect(html).toContain(text)
  for (const href of [
    '/privacy-policy',
    '/terms-of-service',
    '/cookie-policy',
    '/admin',
    '/category/sample_management',
  ])
    expect(html).toContain(`href="${href}"`)
})

test.each([
  ['articleNotFound', 'Article Not Found', '/category/all'],
  ['newsNotFound', 'News Item Not Found', '/news'],
  ['newsletterNotFound', 'Newsletter Not Found', '/newsletters'],
  ['pageNotFound', '404 Page Not Found', '/'],
  ['adminOnly', 'Admin Access Only', '/admin/login'],
] as const)('%s is titled %s and leads to %s', (page, title, href) => {
  const html = renderToStaticMarkup(<NotFound title={page} />)
  expect(html).toMatch(new RegExp(`<h1[^>]*>${title}</h1>`))
  expect(html).toContain(`href="${href}"`)
})

test('the table of contents appears from four headings on', () => {
  const heading = (number: number) => ({
    id: `s-${number}`,
    text: `Part ${number}`,
    depth: 2 as const,
  })
  const contents = (numbers: Array<number>) =>
    renderToStaticMarkup(<TableOfContents toc={contentsOfText({ toc: numbers.map(heading) })} />)
  expect(contents([1, 2, 3])).toBe('')
  // A column for wide screens, and a line that opens for narrow ones.
  expect(contents([1, 2, 3, 4]).match(/href="#s-/g)).toHaveLength(8)
})

test('pictures of this site come in several widths, others as they are', () => {
  const cover = (imageUrl: string | null) =>
    renderToStaticMarkup(
      <Cover imageUrl={imageUrl} alt="A" drawn={{ kind: 'news', slug: 'a month' }} sizes="50vw" />,
    )
  expect(cover('/media/covers/a.png')).toContain('/media/covers/a.png?w=640 640w')
  expect(cover('https://example.org/a.png')).not.toContain('srcSet')
  expect(cover(null)).toContain('src="/theme/default/news/a%20month.svg"')
  for (const html of [cover('/media/a.png'), cover(null)])
    expect(html).toContain('width="1280" height="720"')
})

test('no markup carries an inline style, which the security policy would refuse', () => {
  const list = { items: [article], page: 1, pages: 3, total: 70 }
  const html = renderToStaticMarkup(<CategoryList category="mixing" list={list} {...rest} />)
  expect(html).not.toContain('style=')
})
