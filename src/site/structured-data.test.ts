import { expect, test } from 'vitest'
import type { Article } from '#domain/item/summary.ts'
import type { SiteSettings } from '#domain/site-settings.ts'
import { breadcrumbList, itemData, webSite } from './structured-data.ts'

const settings = { name: 'Session Notes', description: 'Tips', language: 'en' } as SiteSettings
const site = { settings, siteUrl: 'https://example.org' }
const article = {
  slug: 'warp-modes',
  title: 'Warp modes',
  excerpt: 'Six ways.',
  category: 'sample_management',
  tags: ['warp'],
  readTime: 4,
  publishedAt: '2026-01-02T00:00:00.000Z',
  updatedAt: null,
} as Article

test('an article is a posting with whole addresses; unchanged, it was modified when it was published', () => {
  expect(itemData('articles', article, site)).toMatchObject({
    '@type': 'BlogPosting',
    headline: 'Warp modes',
    description: 'Six ways.',
    datePublished: '2026-01-02T00:00:00.000Z',
    dateModified: '2026-01-02T00:00:00.000Z',
    mainEntityOfPage: 'https://example.org/article/warp-modes',
    image: ['https://example.org/share/article/warp-modes.png'],
    articleSection: 'Sample Management',
    timeRequired: 'PT4M',
    author: { '@type': 'Organization', name: 'Session Notes' },
  })
})

test('crumbs are numbered from one', () => {
  const list = breadcrumbList(
    [
      { label: 'News', href: '/news' },
      { label: 'Live 12.3', href: '/news/1' },
    ],
    site.siteUrl,
  )
  expect(list).toMatchObject({
    itemListElement: [
      { position: 1, name: 'News', item: 'https://example.org/news' },
      { position: 2, name: 'Live 12.3', item: 'https://example.org/news/1' },
    ],
  })
})

test('the site tells where its search is', () => {
  expect(JSON.stringify(webSite(site))).toContain('https://example.org/search?q={term}')
})
