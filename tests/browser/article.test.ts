import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { createLoudnessMeter } from '../../src/domain/loudness.ts'
import { articleFile, eventually } from '../running-site.ts'
import { overflowing, siteInBrowser, tabTo, texts, type VisitOptions } from './browser.ts'

const { visit, site, read } = siteInBrowser()

const share = (page: Page) => page.getByRole('button', { name: 'Share' })
const canonical = (page: Page) => page.locator('link[rel="canonical"]').getAttribute('href')

test('an article shows its category, title, excerpt, level, version, reading time, dates and cover', async () => {
  const page = await visit('/article/warp-modes', { pictures: true })
  expect(await page.locator('h1').textContent()).toBe('Warp Modes, Chosen on Purpose')
  expect(await page.locator('main header a[href="/category/sample_management"]').first().isVisible()).toBe(true)
  const facts = await page
    .locator('main header dl > div')
    .evaluateAll((all) => all.map((fact) => [fact.children[0]?.textContent, fact.children[1]?.textContent]))
  expect(facts).toEqual([
    ['Level', 'Beginner'],
    ['Version', 'Live 12'],
    ['Reading time', '4 min read'],
    ['Published', 'November 10, 2026'],
    // The fixture's repository has one commit, made in the first minute of 2026.
    ['Last changed', 'January 1, 2026'],
  ])
  const cover = page.locator('main header img')
  expect(await cover.getAttribute('alt')).not.toBe('')
  await expect.poll(() => cover.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(1)
})

test('an article shows three of its tags, each leading to its search', { tags: ['thorough'] }, async () => {
  const page = await visit('/article/warp-modes', { walk: 'pages' })
  const tags = page.locator('main .reading-main ul[aria-label="Tags"] a')
  expect(await tags.evaluateAll((all) => all.map((tag) => [tag.textContent, tag.getAttribute('href')]))).toEqual([
    ['warping', '/search?q=warping'],
    ['sampling', '/search?q=sampling'],
    ['drums', '/search?q=drums'],
  ])
  // Until the index is loaded, only titles are found.
  await expect.poll(() => read<{ partial?: true }>('/api/search?q=warping')).not.toHaveProperty('partial')
  await tags.first().click()
  await page.waitForURL('**/search?q=warping')
  expect(await page.locator('main a[href="/article/warp-modes"]').count()).toBe(1)
})

test('the breadcrumb of an article leads back through its category', async () => {
  const page = await visit('/article/warp-modes', { walk: 'pages' })
  const crumbs = page.locator('nav[aria-label="Breadcrumb"]')
  expect(
    await crumbs.locator('a').evaluateAll((all) => all.map((link) => [link.textContent, link.getAttribute('href')])),
  ).toEqual([
    ['Home', '/'],
    ['Tips & Tricks', '/category/all'],
    ['Sample Management', '/category/sample_management'],
  ])
  expect(await crumbs.locator('[aria-current="page"]').textContent()).toBe('Warp Modes, Chosen on Purpose')
})

test('every line of the table of contents leads to its heading', async () => {
  const page = await visit('/article/warp-modes', { walk: 'pages' })
  const lines = page.locator('nav[aria-labelledby="toc-title"] a')
  const headings = await texts(page, 'main .prose h2, main .prose h3')
  expect(await texts(page, 'nav[aria-labelledby="toc-title"] a')).toEqual(headings)
  expect(headings.length).toBeGreaterThanOrEqual(4)
  await lines.last().click()
  const anchor = await lines.last().getAttribute('href')
  const top = () =>
    page.locator(`[id="${anchor?.slice(1)}"]`).evaluate((heading) => heading.getBoundingClientRect().top)
  await expect.poll(top).toBeLessThan(800)
  expect(await top()).toBeGreaterThanOrEqual(0)
})

test('on a narrow screen the table of contents is a line that opens', { tags: ['thorough'] }, async () => {
  const page = await visit('/article/warp-modes', { walk: 'pages' })
  await page.setViewportSize({ width: 390, height: 844 })
  const lines = page.getByRole('navigation', { name: 'On this page' }).getByRole('link')
  expect(await lines.count()).toBe(0)
  await page.getByText('On this page').filter({ visible: true }).click()
  await lines.last().click()
  await expect.poll(() => new URL(page.url()).hash).toBe(await lines.last().getAttribute('href'))
  await page.setViewportSize({ width: 1280, height: 800 })
})

/** The largest distance of the first paragraph of a text from the top of the page, in CSS pixels. */
const firstScreens = [
  { width: 390, height: 844, limit: 700 },
  { width: 1280, height: 800, limit: 620 },
  { width: 1920, height: 1080, limit: 760 },
  { width: 2560, height: 1440, limit: 900 },
]

test('the text of articles, news and issues begins in the first screen, with level, version and reading time above it', async () => {
  interface Listed {
    id: number
    slug: string
    title: string
    excerpt?: string
    description?: string
  }
  const longest = async (type: string) =>
    (await read<Array<Listed>>(`/api/${type}`)).reduce((one, other) => (words(one) < words(other) ? other : one))
  const words = ({ title, excerpt, description }: Listed) => `${title}${excerpt ?? description ?? ''}`.length
  const paths = [
    `/article/${(await longest('articles')).slug}`,
    `/news/${(await longest('news')).id}`,
    `/newsletter/${(await longest('newsletters')).id}`,
  ]
  for (const path of paths) {
    const page = await visit(path, { walk: 'pages' })
    for (const { width, height, limit } of firstScreens) {
      await page.setViewportSize({ width, height })
      const top = (selector: string) =>
        page
          .locator(selector)
          .first()
          .evaluate((element) => element.getBoundingClientRect().top)
      const text = await top('.prose p')
      expect({ path, width, begins: text <= limit }).toEqual({ path, width, begins: true })
      expect(await top('main h1')).toBeLessThan(text)
      if (path.startsWith('/article/')) {
        const facts = page.locator('main header dd')
        for (const fact of (await facts.all()).slice(0, 3)) expect(await fact.isVisible()).toBe(true)
      }
    }
    await page.setViewportSize({ width: 1280, height: 800 })
  }
})

test('a part of a series names its place, and leads to the previous, the next and any other part', {
  tags: ['thorough'],
}, async () => {
  const page = await visit('/article/second-evening-a-form', { walk: 'pages' })
  const line = page.locator('.reading-main p').first()
  expect(await line.textContent()).toBe('Part 2 of 3 · One Track, Three Evenings')
  await line.getByRole('link').click()
  await expect.poll(() => new URL(page.url()).hash).toBe('#series')
  const series = page.getByRole('navigation', { name: 'One Track, Three Evenings' })
  expect(await texts(page, '#series li')).toEqual([
    '1First Evening: Eight Bars Worth Keeping',
    '2Second Evening: A Form for It',
    '3Third Evening: Mix It and Let It Go',
  ])
  expect(await series.locator('li a').count()).toBe(2)
  expect(await series.locator('[aria-current="page"]').textContent()).toContain('Second Evening')
  expect(await series.locator('a[rel="prev"]').getAttribute('href')).toBe('/article/first-evening-eight-bars')
  await series.locator('a[rel="next"]').click()
  await page.waitForURL('**/article/third-evening-mix-and-let-go')
  expect(await page.locator('#series a[rel="next"]').count()).toBe(0)
  for (const { width, height, limit } of firstScreens) {
    await page.setViewportSize({ width, height })
    const top = await page
      .locator('.prose p')
      .first()
      .evaluate((element) => element.getBoundingClientRect().top)
    expect({ width, begins: top <= limit }).toEqual({ width, begins: true })
  }
  await page.setViewportSize({ width: 1280, height: 800 })
})

test('an article offers three others', async () => {
  const page = await visit('/article/warp-modes', { walk: 'pages' })
  const related = page.locator('section[aria-labelledby="related-title"] h3 a')
  const hrefs = await related.evaluateAll((all) => all.map((link) => link.getAttribute('href')))
  expect(new Set(hrefs).size).toBe(3)
  expect(hrefs).not.toContain('/article/warp-modes')
})

test('Share opens the share sheet of the browser with title and address', { tags: ['thorough'] }, async () => {
  const page = await visit('/article/warp-modes', {
    arrange: (page) =>
      page.addInitScript(() => {
        const shared: Array<unknown> = []
        Object.assign(window, { shared })
        Object.assign(navigator, { share: async (data: unknown) => void shared.push(data) })
      }),
  })
  await share(page).click()
  await expect
    .poll(() => page.evaluate(() => (window as unknown as { shared: Array<unknown> }).shared))
    .toEqual([{ title: 'Warp Modes, Chosen on Purpose', url: await canonical(page) }])
})

test('a closed share sheet copies nothing', { tags: ['thorough'] }, async () => {
  const page = await visit('/article/warp-modes', {
    permissions: ['clipboard-read', 'clipboard-write'],
    arrange: (page) =>
      page.addInitScript(() => {
        Object.assign(window, { asked: 0 })
        const share = async () => {
          Object.assign(window, { asked: 1 })
          throw new DOMException('closed', 'AbortError')
        }
        Object.assign(navigator, { share })
      }),
  })
  await page.evaluate(() => navigator.clipboard.writeText('before'))
  await share(page).click()
  await expect.poll(() => page.evaluate(() => (window as unknown as { asked: number }).asked)).toBe(1)
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('before')
  expect(await page.locator('[data-share-status]').textContent()).toBe('')
})

test.each(['/article/warp-modes', '/news/4'])(
  'without a share sheet, Share on %s copies the link and says so',
  { tags: ['thorough'] },
  async (path) => {
    const page = await visit(path, {
      permissions: ['clipboard-read', 'clipboard-write'],
      arrange: (page) => page.addInitScript(() => Object.assign(navigator, { share: undefined })),
    })
    await share(page).click()
    await page.getByText('Link copied').waitFor()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(await canonical(page))
    expect(await canonical(page)).toMatch(new RegExp(`${path}$`))
  },
)

test('Save keeps articles and news in the list at /saved, newest first, and Remove takes them out', async () => {
  const page = await visit('/article/warp-modes', { pictures: true })
  const save = page.locator('[data-save]')
  expect(await save.textContent()).toContain('Save')
  expect(await save.getAttribute('aria-pressed')).toBe('false')
  await save.click()
  expect(await save.getAttribute('aria-pressed')).toBe('true')
  expect(await save.textContent()).toContain('Saved')
  await page.reload()
  await expect.poll(() => save.getAttribute('aria-pressed')).toBe('true')
  await page.goto('/news/4')
  await save.click()

  await page.goto('/saved')
  const rows = page.locator('[data-saved-list] > li')
  await expect.poll(() => rows.count()).toBe(2)
  expect(
    await rows.locator('h2 a').evaluateAll((all) => all.map((link) => [link.textContent, link.getAttribute('href')])),
  ).toEqual([
    ['Live 12.3 is out: what changes in daily work', '/news/4'],
    ['Warp Modes, Chosen on Purpose', '/article/warp-modes'],
  ])
  for (const picture of await rows.locator('img').all())
    await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(1)

  await page.getByRole('button', { name: /^Remove Live 12.3/ }).click()
  await expect.poll(() => rows.count()).toBe(1)
  await page.keyboard.press('Enter')
  await expect.poll(() => rows.count()).toBe(0)
  expect(await page.getByText('Nothing saved yet').isVisible()).toBe(true)
  await page.goto('/news/4')
  expect(await save.getAttribute('aria-pressed')).toBe('false')
})

test('Share and Save can be used by keyboard', { tags: ['thorough'] }, async () => {
  const page = await visit('/article/warp-modes')
  await tabTo(page, '[data-save]')
  await page.keyboard.press('Space')
  expect(await page.locator('[data-save]').getAttribute('aria-pressed')).toBe('true')
  await page.keyboard.press('Space')
  expect(await page.locator('[data-save]').getAttribute('aria-pressed')).toBe('false')
})

test('a corrupt list of saved items counts as empty', { tags: ['thorough'] }, async () => {
  const page = await visit('/saved', {
    arrange: (page) =>
      page.addInitScript(() =>
        localStorage.setItem(
          'session-notes:saved',
          '[{"url":"javascript:alert(1)","title":"x"},{"url":"//evil.example"},5',
        ),
      ),
  })
  expect(await page.getByText('Nothing saved yet').isVisible()).toBe(true)
})

/** The paths (with queries) that the browser has stored for offline reading. */
const storedFiles = (page: Page) =>
  page.evaluate(async () => {
    if (!(await caches.has('saved-pages'))) return []
    const keys = await (await caches.open('saved-pages')).keys()
    return keys.map(({ url }) => new URL(url)).map(({ pathname, search }) => pathname + search)
  })

const shownPictures = (page: Page) =>
  page.evaluate(async () => {
    for (const image of document.images) image.loading = 'eager'
    await Promise.all([...document.images].map((image) => image.decode().catch(() => undefined)))
    return [...document.images].map(({ naturalWidth }) => naturalWidth > 1)
  })

const withoutNetwork: VisitOptions = { serviceWorkers: 'allow', expected: /ERR_|^503 / }

test('saved pages can be read completely without a network, and no others', { tags: ['thorough'] }, async () => {
  const page = await visit('/article/warp-modes', withoutNetwork)
  const context = page.context()
  const port = new URL(site().url).port
  const registrations = () => page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)
  expect(await registrations()).toBe(0)
  const save = page.locator('[data-save]')
  await save.click()
  await page.getByText('Kept for reading offline').waitFor()
  await page.goto('/news/4')
  await save.click()
  await page.getByText('Kept for reading offline').waitFor()
  const pagesOf = async () => (await storedFiles(page)).filter((path) => /^\/[a-z]+(\/[^/.]+)?$/.test(path)).sort()
  expect(await pagesOf()).toEqual(['/article/warp-modes', '/news/4', '/offline', '/saved'])

  // Not by the driver's emulation, which does not affect a restarted worker.
  await site().stop()
  // The browser's own cache, whose contents are not predictable, must not be used.
  await (await context.newCDPSession(page)).send('Network.clearBrowserCache')
  for (const path of ['/article/warp-modes', '/news/4?utm_source=mail']) {
    await page.goto(path)
    expect(new Set(await shownPictures(page))).toEqual(new Set([true]))
    expect(await page.evaluate(() => getComputedStyle(document.body).fontFamily)).toMatch(/Bricolage/)
    expect(await page.evaluate(async () => (await document.fonts.ready).check('16px Literata'))).toBe(true)
    await expect.poll(() => save.getAttribute('aria-pressed')).toBe('true')
  }
  await page.goto('/category/all')
  await page.getByRole('heading', { name: 'You are offline' }).waitFor()
  expect(new URL(page.url()).pathname).toBe('/category/all')
  await page.getByRole('link', { name: 'Saved articles' }).click()
  await page.getByText('You are offline. What is marked below can be read all the same.').waitFor()
  await expect.poll(() => page.getByText('Readable offline', { exact: true }).filter({ visible: true }).count()).toBe(2)
  expect(await shownPictures(page)).toEqual([true, true])

  await page.getByRole('button', { name: /^Remove Live 12.3/ }).click()
  await expect.poll(pagesOf).toEqual(['/article/warp-modes', '/offline', '/saved'])
  await expect.poll(async () => (await storedFiles(page)).filter((path) => path.includes('live-12-3'))).toEqual([])
  await page.goto('/news')
  await page.getByRole('heading', { name: 'You are offline' }).waitFor()
  await Promise.all([page.waitForEvent('load'), page.getByRole('button', { name: 'Try again' }).click()])
  await page.getByRole('heading', { name: 'You are offline' }).waitFor()
  // The page loads itself again when the site answers.
  await site().restart({ PORT: port })
  await page.getByRole('heading', { name: 'News', level: 1 }).waitFor()
  await page.goto('/article/warp-modes')
  await save.click()
  await expect.poll(() => storedFiles(page)).toEqual([])
  await expect.poll(registrations).toBe(0)
})

test('a saved page comes from the site as long as that answers, and from the browser when it hangs', {
  tags: ['thorough'],
}, async () => {
  const { repository, pid, url } = site()
  const page = await visit('/article/groove-pool-swing', withoutNetwork)
  await page.locator('[data-save]').click()
  await page.getByText('Kept for reading offline').waitFor()
  const file = repository.path('content/articles/2026/groove-pool-swing.md')
  const text = await readFile(file, 'utf8')
  await repository.write(
    'content/articles/2026/groove-pool-swing.md',
    text.replace(/^title: .*$/m, 'title: Warped anew'),
  )
  await repository.commit('Another title')
  await expect.poll(async () => (await fetch(`${url}/article/groove-pool-swing`)).text()).toContain('Warped anew')
  await page.goto('/article/groove-pool-swing')
  expect(await page.locator('h1').textContent()).toBe('Warped anew')
  const storedTitle = () =>
    page.evaluate(
      async () =>
        (await (await caches.match('/article/groove-pool-swing', { cacheName: 'saved-pages' }))?.text()) ?? '',
    )
  await expect.poll(storedTitle).toContain('Warped anew</h1>')
  process.kill(pid, 'SIGSTOP')
  try {
    await page.goto('/article/groove-pool-swing')
    expect(await page.locator('h1').textContent()).toBe('Warped anew')
    expect(await page.evaluate(() => getComputedStyle(document.body).fontFamily)).toMatch(/Bricolage/)
  } finally {
    process.kill(pid, 'SIGCONT')
  }
})

test('on paper an article is its text and facts, dark on white, with the addresses of its links', {
  tags: ['thorough'],
}, async () => {
  const page = await visit('/article/warp-modes', { colorScheme: 'dark' })
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  for (const hidden of [
    'body > header',
    'body > footer',
    'aside[aria-label="Sidebar"]',
    'nav[aria-label="Breadcrumb"]',
    '[data-share]',
    '.band form',
  ])
    expect(await page.locator(hidden).first().isVisible(), hidden).toBe(false)
  for (const shown of ['h1', '.prose', 'main header dl', 'main header img'])
    expect(await page.locator(shown).first().isVisible(), shown).toBe(true)
  const colors = await page.evaluate(() => [
    getComputedStyle(document.body).backgroundColor,
    getComputedStyle(document.querySelector('.prose p') ?? document.body).color,
  ])
  expect(colors[0]).toBe('rgb(255, 255, 255)')
  expect(Number(/\d+/.exec(colors[1] ?? '')?.[0])).toBeLessThan(80)
  const withTable = await visit('/article/gain-staging-in-live')
  await withTable.emulateMedia({ media: 'print' })
  const table = withTable.locator('.prose .table-scroll').first()
  expect(
    await table.evaluate((element) => [getComputedStyle(element).overflowX, getComputedStyle(element).backgroundImage]),
  ).toEqual(['visible', 'none'])
  expect((await page.pdf()).subarray(0, 5).toString()).toBe('%PDF-')
})

test('long words stay within a phone, and a title in Hebrew begins at the right', async () => {
  const word = 'Donaudampfschifffahrtsgesellschaftskapitänsmütze'
  const { repository } = site()
  const fields = { category: 'hardware', publishedAt: '2020-01-02' }
  await repository.write(
    'content/articles/2020/long-words.md',
    articleFile({ ...fields, title: word + word, excerpt: word + word, tags: `[${word}${word}]`, author: word }),
  )
  await repository.write('content/articles/2020/hebrew.md', articleFile({ ...fields, title: 'תווים עם Live (1)' }))
  await repository.write(
    'content/news/2020/long-words.md',
    articleFile({ title: word, category: `${word}${word}`, publishedAt: '2026-10-01' }),
  )
  await repository.commit('Long words')
  await eventually(async () => (await read<Array<unknown>>('/api/articles/category/hardware')).length >= 2)
  for (const path of ['/category/hardware', '/article/long-words', '/news']) {
    const page = await visit(path, { viewport: { width: 390, height: 844 }, walk: 'phone' })
    expect(await overflowing(page), path).toEqual([])
  }
  const page = await visit('/article/hebrew', { walk: 'pages' })
  const starts = await page.locator('h1').evaluate((title) => {
    const range = document.createRange()
    range.setStart(title.firstChild as Node, 0)
    range.setEnd(title.firstChild as Node, 1)
    return title.getBoundingClientRect().right - range.getBoundingClientRect().right
  })
  expect(starts).toBeLessThan(2)
})

test('an unknown article shows Article Not Found with ways on', async () => {
  const page = await visit('/article/no-such-article', { expected: /^404 / })
  expect(await page.locator('h1').textContent()).toBe('Article Not Found')
  await page.locator('main').getByRole('link', { name: 'All Tips & Tricks' }).click()
  await page.waitForURL('**/category/all')
})

/** Records what the page's audio context plays. */
function recordSound() {
  const heard = {
    sources: [] as Array<AudioBufferSourceNode>,
    starts: [] as Array<string>,
    gains: [] as Array<GainNode>,
  }
  const { start } = AudioBufferSourceNode.prototype
  AudioBufferSourceNode.prototype.start = function (when, offset) {
    heard.sources.push(this)
    heard.starts.push(`${when} ${offset}`)
    start.call(this, when, offset)
  }
  const { createGain } = BaseAudioContext.prototype
  BaseAudioContext.prototype.createGain = function () {
    const gain = createGain.call(this)
    heard.gains.push(gain)
    return gain
  }
  Object.assign(window, { heard })
}

interface Heard {
  heard: { sources: Array<AudioBufferSourceNode>; starts: Array<string>; gains: Array<GainNode> }
}

test('two sounds play in step, are switched in place, and are equally loud when they are matched', async () => {
  const page = await visit('/article/roar-parallel-saturation', {
    pictures: true,
    arrange: (page) => page.addInitScript(recordSound),
  })
  const player = page.getByRole('group', { name: 'Compare Drums, dry with With saturation in parallel' })
  const position = () =>
    player.getByRole('slider', { name: 'Position' }).evaluate((range: HTMLInputElement) => range.valueAsNumber)
  const gains = () => page.evaluate(() => (window as unknown as Heard).heard.gains.map(({ gain }) => gain.value))
  await player.getByRole('button', { name: 'Loop' }).click()
  await player.getByRole('button', { name: 'Play' }).click()
  await player.getByRole('button', { name: 'Pause' }).waitFor()
  await expect.poll(position).toBeGreaterThan(0.1)
  const [first = 0] = await gains()
  expect(first).toBeGreaterThan(0)

  const other = player.getByRole('button', { name: 'With saturation in parallel' })
  const [before, after] = await other.evaluate((button) => {
    const range = button.closest('sound-player')?.querySelector('input')
    const values = [range?.valueAsNumber]
    ;(button as HTMLButtonElement).click()
    return [...values, range?.valueAsNumber]
  })
  // The position goes on; it may only have started again at the end.
  expect(((after ?? 0) - (before ?? 0) + 4) % 4).toBeLessThan(1)
  expect(await other.getAttribute('aria-pressed')).toBe('true')
  await expect.poll(async () => (await gains())[0]).toBe(0)
  const { starts, sounds } = await page.evaluate(() => {
    const { heard } = window as unknown as Heard
    const sounds = heard.sources.map(({ buffer }) =>
      [...(buffer?.getChannelData(0) ?? [])].map((value) => Math.round(value * 32_767)),
    )
    return {
      starts: heard.starts,
      sounds: sounds.map((samples) => ({ samples, rate: heard.sources[0]?.context.sampleRate ?? 0 })),
    }
  })
  // Both began once, at the same moment and place.
  expect([starts.length, new Set(starts).size]).toEqual([2, 1])
  const loudness = sounds.map(({ samples, rate }) => {
    const channel = Float32Array.from(samples, (value) => value / 32_767)
    const meter = createLoudnessMeter(rate, 2)
    meter.add([channel, channel])
    return meter.integrated() ?? 0
  })
  const heard = (gain: number, index: number) => (loudness[index] ?? 0) + 20 * Math.log10(gain)
  const [, second = 0] = await gains()
  expect(Math.abs(heard(first, 0) - heard(second, 1))).toBeLessThan(0.5)
  await player.getByRole('switch', { name: 'Match loudness' }).click()
  await expect.poll(async () => (await gains())[1]).toBe(1)
  expect(heard(1, 1) - heard(1, 0)).toBeGreaterThan(1)
})

test('one sound plays from its place, by pointer and keyboard', { tags: ['thorough'] }, async () => {
  const page = await visit('/article/slice-a-break-in-simpler', { pictures: true })
  const player = page.getByRole('group', { name: 'Two bars of drums at 120 BPM' })
  const audio = page.locator('.prose audio')
  await player.getByRole('button', { name: 'Loop' }).click()
  await player.getByRole('button', { name: 'Play' }).click()
  await expect.poll(() => audio.evaluate((one: HTMLAudioElement) => one.currentTime)).toBeGreaterThan(0)
  const slider = player.getByRole('slider', { name: 'Position' })
  await slider.press(' ')
  await player.getByRole('button', { name: 'Play' }).waitFor()
  await slider.press('Home')
  await expect.poll(() => slider.getAttribute('aria-valuetext')).toBe('0:00 of 0:04')
  await slider.press('PageUp')
  await expect.poll(() => audio.evaluate((one: HTMLAudioElement) => one.currentTime)).toBeCloseTo(0.4, 1)
})

test('nothing of a sound is loaded before it plays, and it begins at the place that was pressed first', {
  tags: ['thorough'],
}, async () => {
  const loaded: Array<string> = []
  const page = await visit('/article/slice-a-break-in-simpler', {
    pictures: true,
    async arrange(page) {
      page.on('request', (request) => {
        if (request.url().endsWith('.mp3')) loaded.push(request.url())
      })
    },
  })
  const player = page.getByRole('group', { name: 'Two bars of drums at 120 BPM' })
  await player.getByRole('slider', { name: 'Position' }).click()
  await player.getByText('0:02').waitFor()
  expect(loaded).toEqual([])
  await player.getByRole('button', { name: 'Play' }).click()
  const audio = page.locator('.prose audio')
  await expect.poll(() => audio.evaluate((one: HTMLAudioElement) => one.currentTime)).toBeGreaterThan(2)
  expect(loaded.length).toBeGreaterThan(0)
})
