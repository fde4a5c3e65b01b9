import { expect, test } from 'vitest'
import { runningSite } from './running-site.ts'

/** Words of the specification's site. An article's field for its version is named after the program, whatever the site is about. */
const specifiedWords =
  /ableton(?!Version)|\blive\b|\bpush\b|\bracks?\b|session notes|midi|producer|music|\btips\b|workflow|sound.design|mixing|mastering|composition/gi

const settings = `name: Green Fingers
tagline: A garden that feeds you
description: Growing vegetables, herbs and fruit.
disclaimer: An independent garden site.
about: Notes from one garden.
categories:
  - {key: vegetables, label: Vegetables, color: '#3f8f3a', icon: carrot}
  - {key: fruit_trees, label: Fruit Trees, color: '#c2452d', icon: apple}
  - {key: tools, label: Tools, color: '#5b6d83', icon: wrench, sidebar: false}
levels: [easy, hard]
versions: free
parts: {downloads: false}
theme: {colors: {accent: '#4f9d45'}, fonts: {headings: serif}}
texts: {footerFormTitle: Get the Garden Letter}
`
const article = (title: string, category: string) =>
  `---\ntitle: ${title}\nexcerpt: What to do this month.\ncategory: ${category}\ntags: [spring, beds]\nabletonVersion: zone 7\npublishedAt: 2026-03-04\n---\n\nDig and sow.\n`
const files = {
  'site.yaml': settings,
  'articles/2026/tomatoes.md': article('Tomatoes from seed', 'vegetables'),
  'articles/2026/apples.md': article('Prune an apple tree', 'Fruit Trees'),
  'articles/2026/bees.md': article('Bees in the hedge', 'animals'),
  'news/2026/frost.md':
    '---\ntitle: First frost\nid: 1\nexcerpt: It came early.\npublishedAt: 2026-03-05\n---\n\nCover the beds.\n',
  'newsletters/2026/001-sow.md':
    '---\ntitle: Sow now\nid: 1\nissueNumber: 1\ndescription: Beans.\npublishedAt: 2026-03-06\n---\n\nHello.\n',
}

test('a site about gardening has none of the words of the specification on its pages, in its feeds and calls', async () => {
  await using site = await runningSite({ files })
  const seen = new Set<string>()
  const waiting = ['/', '/search?q=nothingness', '/sitemap.xml', '/rss.xml', '/atom.xml', '/feed.json', '/nowhere']
  waiting.push('/site.webmanifest', '/api/articles', '/api/search?q=tomatoes', '/saved', '/auth', '/admin/login')
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (seen.has(path)) continue
    seen.add(path)
    const answer = await fetch(`${site.url}${path}`)
    expect(answer.status, path).toBeLessThan(500)
    const text = await answer.text()
    expect([path, text.match(specifiedWords)]).toEqual([path, null])
    if (!answer.headers.get('content-type')?.includes('html')) continue
    for (const [, href = ''] of text.matchAll(/ href="(\/(?!assets|fonts|media)[^"#]*)"/g))
      if (!href.startsWith('/admin')) waiting.push(href)
  }
  expect(seen).toContain('/category/fruit_trees')
  expect(seen).toContain('/newsletter/1')
  expect([...seen].some((path) => path.startsWith('/downloads'))).toBe(false)
})

test('categories, levels, versions and parts are those of site.yaml', async () => {
  await using site = await runningSite({ files })
  const page = async (path: string) => {
    const answer = await fetch(`${site.url}${path}`, { redirect: 'manual' })
    return { status: answer.status, text: await answer.text() }
  }
  const home = (await page('/')).text
  expect(home).toContain('Get the Garden Letter')
  expect(home.match(/aria-labelledby="sidebar-categories".*?<\/nav>/s)?.[0].match(/href="\/category\/(\w+)"/g)).toEqual(
    ['href="/category/vegetables"', 'href="/category/fruit_trees"'],
  )
  const apples = (await page('/article/apples')).text
  expect(apples).toContain('Fruit Trees')
  expect(apples).toContain('zone 7')
  expect((await page('/article/bees')).text).toContain('animals')
  expect((await page('/category/fruit-trees')).status).toBe(301)
  for (const path of ['/category/mixing', '/category/animals', '/downloads'])
    expect([path, (await page(path)).status]).toEqual([path, 404])
  const styles = /href="(\/theme\/[^"]+\.css)"/.exec(home)?.[1] ?? ''
  expect((await page(styles)).text).toContain('--color-accent: light-dark(#4f9d45, #4f9d45)')
  expect((await page(styles)).text).toContain('[data-category="fruit_trees"]')
})
