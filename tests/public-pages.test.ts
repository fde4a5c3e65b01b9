import { afterAll, beforeAll, expect, test } from 'vitest'
import { categoryAddress, categoryLabel, publicCategories } from '#domain/categories.ts'
import { ask, askJson } from './http-client.ts'
import { all, links, parseHtml, plain, texts } from './parse-html.ts'
import { eventually, type RunningSite, runningSite } from './running-site.ts'

let site: RunningSite
beforeAll(async () => {
  site = await runningSite()
  // The dates of the commits come shortly after the pages.
  await eventually(async () =>
    (await ask(site.url, '/article/warp-modes')).text.includes('article:modified_time'),
  )
})
afterAll(() => site[Symbol.asyncDispose]())

const pageAt = async (path: string) => parseHtml((await ask(site.url, path)).text)
const read = <Answer>(path: string) => askJson<Answer>(site.url, path)

test('an article shows its category, title, level, version, reading time, dates, cover, tags and the way to it', async () => {
  const page = await pageAt('/article/warp-modes')
  expect(texts(page, 'h1')).toEqual(['Warp Modes, Chosen on Purpose'])
  expect(page.querySelector('main header a[href="/category/sample_management"]')).toBeTruthy()
  const facts = all(page, 'main header dl > div').map(({ children }) => [
    children[0]?.textContent,
    children[1]?.textContent,
  ])
  expect(facts).toEqual([
    ['Level', 'Beginner'],
    ['Version', 'Live 12'],
    ['Reading time', '4 min read'],
    ['Published', 'November 10, 2026'],
    // The fixture's repository has one commit, made in the first minute of 2026.
    ['Last changed', 'January 1, 2026'],
  ])
  const cover = page.querySelector('main header img')
  expect(cover?.getAttribute('alt')).toMatch(/\w/)
  const picture = await ask(site.url, cover?.getAttribute('src') ?? '')
  expect([picture.status, picture.headers['content-type']]).toEqual([
    200,
    expect.stringMatching(/^image\//),
  ])
  expect(links(page, 'main .reading-main ul[aria-label="Tags"] a')).toEqual([
    ['warping', '/search?q=warping'],
    ['sampling', '/search?q=sampling'],
    ['drums', '/search?q=drums'],
  ])
  expect(links(page, 'nav[aria-label="Breadcrumb"] a')).toEqual([
    ['Home', '/'],
    ['Tips & Tricks', '/category/all'],
    ['Sample Management', '/category/sample_management'],
  ])
  expect(texts(page, 'nav[aria-label="Breadcrumb"] [aria-current="page"]')).toEqual([
    'Warp Modes, Chosen on Purpose',
  ])
  const headings = texts(page, 'main .prose h2, main .prose h3')
  expect(headings.length).toBeGreaterThanOrEqual(4)
  expect(texts(page, 'nav[aria-labelledby="toc-title"] a')).toEqual(headings)
  for (const [, href] of links(page, 'nav[aria-labelledby="toc-title"] a'))
    expect(page.getElementById(href?.slice(1) ?? ''), String(href)).toBeTruthy()
  const related = links(page, 'section[aria-labelledby="related-title"] h3 a').map(
    ([, href]) => href,
  )
  expect(new Set(related).size).toBe(3)
  expect(related).not.toContain('/article/warp-modes')
})

test('a part of a series names its place, and leads to the previous, the next and any other part', async () => {
  const page = await pageAt('/article/second-evening-a-form')
  expect(plain(page.querySelector('.reading-main p')?.textContent ?? '')).toBe(
    'Part 2 of 3 · One Track, Three Evenings',
  )
  expect(page.querySelector('.reading-main p a')?.getAttribute('href')).toBe('#series')
  expect(texts(page, '#series li')).toEqual([
    '1First Evening: Eight Bars Worth Keeping',
    '2Second Evening: A Form for It',
    '3Third Evening: Mix It and Let It Go',
  ])
  expect(all(page, '#series li a')).toHaveLength(2)
  expect(page.querySelector('#series [aria-current="page"]')?.textContent).toContain(
    'Second Evening',
  )
  expect(links(page, '#series a[rel="prev"]').map(([, href]) => href)).toEqual([
    '/article/first-evening-eight-bars',
  ])
  expect(links(page, '#series a[rel="next"]').map(([, href]) => href)).toEqual([
    '/article/third-evening-mix-and-let-go',
  ])
  expect(
    all(await pageAt('/article/third-evening-mix-and-let-go'), '#series a[rel="next"]'),
  ).toEqual([])
})

test('home shows the featured articles, the latest four, the latest two news and the sidebar', async () => {
  const page = await pageAt('/')
  const titles = async (path: string) =>
    (await read<Array<{ title: string }>>(path)).map(({ title }) => title)
  const featured = await read<Array<{ title: string; slug: string }>>('/api/articles/featured')
  expect(links(page, '[aria-roledescription="slide"] h2 a')).toEqual(
    featured.map(({ title, slug }) => [title, `/article/${slug}`]),
  )
  expect(texts(page, 'section[aria-labelledby="latest-articles"] h3')).toEqual(
    (await titles('/api/articles')).slice(0, 4),
  )
  expect(texts(page, 'section[aria-labelledby="latest-news"] h3')).toEqual(
    (await titles('/api/news')).slice(0, 2),
  )
  expect(texts(page, 'aside h2')).toEqual(['Categories', 'Get Weekly Tips', 'Free Downloads'])
})

test('the header has three links and a search button, its menu two links, and it marks the part that is shown', async () => {
  const page = await pageAt('/')
  const main = [
    ['Tips & Tricks', '/category/all'],
    ['News', '/news'],
    ['Newsletter', '/newsletters'],
  ]
  expect(links(page, 'header nav[aria-label="Main"] a')).toEqual(main)
  expect(links(page, 'header nav[aria-label="Menu"] a')).toEqual(main.slice(0, 2))
  expect(
    page.querySelector('header button[aria-label="Search"], header [data-search-open]'),
  ).toBeTruthy()
  for (const [path, label] of [
    ['/article/warp-modes', 'Tips & Tricks'],
    ['/news/4', 'News'],
    ['/newsletter/1', 'Newsletter'],
  ] as const)
    expect(texts(await pageAt(path), 'header nav[aria-label="Main"] [aria-current]')).toEqual([
      label,
    ])
})

test('the footer has the about text, quick, category, legal and Admin links and the disclaimer', async () => {
  const page = await pageAt('/news')
  const words = page.querySelector('footer')?.textContent
  expect(words).toContain('is a notebook for people who make music with Ableton Live')
  expect(words).toContain('It is not affiliated with, endorsed by or sponsored by Ableton AG.')
  expect(texts(page, 'footer h2')).toEqual(['Quick Links', 'Categories', 'Get Ableton Racks'])
  expect(links(page, 'footer nav[aria-labelledby="quick-links"] a')).toEqual(
    expect.arrayContaining([
      ['Home', '/'],
      ['Tips & Tricks', '/category/all'],
      ['News', '/news'],
      ['Newsletter', '/newsletters'],
      ['About', '/about'],
      ['Free Downloads', '/downloads'],
    ]),
  )
  expect(links(page, 'footer a[href^="/category/"]')).toEqual(
    expect.arrayContaining(
      publicCategories.map((category) => [categoryLabel(category), categoryAddress(category)]),
    ),
  )
  expect(links(page, 'footer a')).toEqual(
    expect.arrayContaining([
      ['Privacy Policy', '/privacy-policy'],
      ['Terms of Service', '/terms-of-service'],
      ['Cookie Policy', '/cookie-policy'],
      ['Admin', '/admin'],
    ]),
  )
})

test('the sidebar counts eleven categories as the content has them, and has the downloads with type and size', async () => {
  const page = await pageAt('/')
  const articles = await read<Array<{ category: string }>>('/api/articles')
  const expected = publicCategories
    .filter((category) => category !== 'sample_management')
    .map((category) => [
      categoryLabel(category),
      categoryAddress(category),
      articles.filter((article) => article.category === category).length,
    ])
  const shown = all(page, 'aside nav a').map((link) => [
    link.children[1]?.textContent,
    link.getAttribute('href'),
    Number(link.children[2]?.textContent),
  ])
  expect(shown).toEqual(expected)
  expect(expected.every(([, , count]) => Number(count) > 0)).toBe(true)
  const downloads =
    await read<Array<{ title: string; fileType: string; fileSize: number }>>('/api/downloads')
  const buttons = texts(page, 'aside section[aria-labelledby="sidebar-downloads"] button')
  expect(buttons).toHaveLength(5)
  downloads.forEach(({ title, fileType, fileSize }, index) => {
    const size =
      fileSize < 999_500
        ? `${Math.round(fileSize / 1000)} KB`
        : `${(fileSize / 1_000_000).toFixed(1)} MB`
    expect(buttons[index]).toBe(`${title}${fileType} · ${size}`)
  })
})

/**
 * Every place of a form: the page, the place on it, and the source that it names; a page names
 * itself when it is sent.
 */
const placements = [
  ['/', 'footer', 'footer'],
  ['/', 'aside', 'sidebar'],
  ['/', '[aria-labelledby="band-title"]', ''],
  ['/article/warp-modes', '[aria-labelledby="band-title"]', ''],
  ['/category/mixing', '[aria-labelledby="band-title"]', ''],
  ['/news/4', '[aria-labelledby="band-title"]', ''],
  ['/newsletters', '[aria-labelledby="newsletter-box"]', 'newsletter'],
  ['/newsletter/2', '[aria-labelledby="newsletter-box"]', 'newsletter'],
  ['/about', '[aria-labelledby="about-subscribe"]', 'about_page'],
] as const

test('every place of a newsletter form has one, which names its source', async () => {
  for (const [path, within, source] of placements) {
    const forms = all(await pageAt(path), `${within} form`)
    const values = (name: string) =>
      forms.map((form) => form.querySelector(`input[name="${name}"]`)?.getAttribute('value'))
    expect([path, within, values('source')]).toEqual([path, within, [source]])
    expect(values('subscription_type')).toEqual(['newsletter'])
  }
})

test('a page shows one newsletter form; any other stands behind its heading', async () => {
  for (const path of [
    ...new Set(placements.map(([at]) => at)),
    '/news',
    '/search',
    '/downloads',
    '/downloads/glass-fm-hits',
    '/privacy-policy',
    '/no/such/page',
  ]) {
    const forms = all(await pageAt(path), 'form:has([name="email"])')
    const shown = forms.filter((form) => form.closest('details') === null)
    expect([path, shown.length]).toEqual([path, 1])
    for (const form of forms.slice(1))
      expect(form.closest('details')?.hasAttribute('open'), path).toBe(false)
  }
})

test('the news list shows every item, newest first, and an item its long date, text, Share and Save', async () => {
  const news = await read<Array<{ id: number; title: string }>>('/api/news')
  expect(links(await pageAt('/news'), 'main article h2 a')).toEqual(
    news.map(({ id, title }) => [title, `/news/${id}`]),
  )
  const item = await pageAt('/news/4')
  expect(texts(item, 'h1')).toEqual(['Live 12.3 is out: what changes in daily work'])
  expect(texts(item, 'main header time')).toEqual(['November 28, 2025'])
  expect(all(item, 'main .prose p').length).toBeGreaterThan(1)
  expect(all(item, 'main [data-share], main [data-save]')).toHaveLength(2)
  expect(links(item, 'main a')).toContainEqual(['Back to News', '/news'])
})

test('the newsletter list shows every issue with its number, and a subscribe box', async () => {
  const page = await pageAt('/newsletters')
  const issues = await read<Array<{ id: number; issueNumber: number }>>('/api/newsletters')
  expect(issues.map((issue) => issue.issueNumber)).toEqual([6, 5, 4, 3, 2, 1])
  expect(links(page, 'main article h2 a').map(([, href]) => href)).toEqual(
    issues.map(({ id }) => `/newsletter/${id}`),
  )
  const words = page.querySelector('main')?.textContent ?? ''
  for (const { issueNumber } of issues) expect(words.split(`Issue #${issueNumber}`)).toHaveLength(2)
  expect(page.querySelector('main form input[name="email"]')).toBeTruthy()
})

test('an issue shows its opening and its parts, and leads to the one before and the one after', async () => {
  const page = await pageAt('/newsletter/6')
  expect(texts(page, 'h1')).toEqual(['Finish something'])
  expect(texts(page, 'main header time')).toEqual(['November 16, 2026'])
  expect(texts(page, 'main section h2')).toEqual(
    expect.arrayContaining([
      'Turn everything down first',
      'Four devices and a reason for each',
      'Loud enough is a number',
      'If it will not end, resample it',
    ]),
  )
  const [, loud] =
    links(page, 'nav a[href^="#"]').find(([text]) => text === 'Loud enough is a number') ?? []
  expect(plain(page.querySelector(`[id="${loud?.slice(1)}"] h2`)?.textContent ?? '')).toBe(
    'Loud enough is a number',
  )
  const around = async (issue: number) =>
    links(await pageAt(`/newsletter/${issue}`), 'nav[aria-label="More issues"] a').map(
      ([text, href]) => [/^\w+: issue #\d/.exec(text ?? '')?.[0], href],
    )
  expect(await around(6)).toEqual([['Previous: issue #5', '/newsletter/5']])
  expect(await around(5)).toEqual([
    ['Previous: issue #4', '/newsletter/4'],
    ['Next: issue #6', '/newsletter/6'],
  ])
  expect(await around(1)).toEqual([['Next: issue #2', '/newsletter/2']])
})

test('the pages of text have their titles, and the page for administrators two ways on', async () => {
  for (const [path, title, forms] of [
    ['/about', 'About Session Notes', 1],
    ['/privacy-policy', 'Privacy Policy', 0],
    ['/terms-of-service', 'Terms of Service', 0],
    ['/cookie-policy', 'Cookie Policy', 0],
  ] as const) {
    const page = await pageAt(path)
    expect([texts(page, 'h1'), all(page, 'main form').length]).toEqual([[title], forms])
    expect(all(page, 'main .prose p').length, path).toBeGreaterThan(2)
  }
  const auth = await pageAt('/auth')
  expect(texts(auth, 'h1')).toEqual(['Admin Access Only'])
  expect(links(auth, 'main a')).toEqual([
    ['Home', '/'],
    ['Admin Login', '/admin/login'],
  ])
})
