import { readFile } from 'node:fs/promises'
import { createServer, type Socket } from 'node:net'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { createLoudnessMeter } from '../../src/domain/loudness.ts'
import { articleFile, eventually } from '../running-site.ts'
import { overflowing, siteInBrowser, tabTo, type VisitOptions } from './browser.ts'

const { visit, site, read } = siteInBrowser()

const share = (page: Page) => page.getByRole('button', { name: 'Share' })
const canonical = (page: Page) => page.locator('link[rel="canonical"]').getAttribute('href')

test('the contents lead to their places on wide and narrow screens, Share shares or copies the link, and Save keeps articles and news in a list', async () => {
  const page = await visit('/article/warp-modes', {
    permissions: ['clipboard-read', 'clipboard-write'],
  })
  const lines = page.locator('nav[aria-labelledby="toc-title"] a')
  await lines.last().click()
  const anchor = await lines.last().getAttribute('href')
  const top = () =>
    page
      .locator(`[id="${anchor?.slice(1)}"]`)
      .evaluate((heading) => heading.getBoundingClientRect().top)
  await expect.poll(top, { message: 'the last heading is in view' }).toBeLessThan(800)
  expect(await top()).toBeGreaterThanOrEqual(0)
  // Where the text ends, so do they.
  const gap = await page.evaluate(() => {
    const edge = (selector: string) => document.querySelector(selector)?.getBoundingClientRect()
    document.querySelector('[data-next]')?.scrollIntoView({ behavior: 'instant' })
    const [next, contents] = ['[data-next]', 'nav[aria-labelledby="toc-title"]'].map(edge)
    return (next?.top ?? 0) - (contents?.bottom ?? 0)
  })
  expect(gap).toBeGreaterThanOrEqual(0)

  // On a narrow screen the contents are a line that opens.
  await page.setViewportSize({ width: 390, height: 844 })
  await page.evaluate(() => {
    scrollTo({ top: 0, behavior: 'instant' })
    history.replaceState(null, '', location.pathname)
  })
  const narrow = page.getByRole('navigation', { name: 'On this page' }).getByRole('link')
  expect(await narrow.count()).toBe(0)
  await page.getByText('On this page').filter({ visible: true }).click()
  await narrow.last().click()
  await expect.poll(() => new URL(page.url()).hash).toBe(anchor)
  await page.setViewportSize({ width: 1280, height: 800 })

  // Share opens the share sheet, and copies nothing when that is closed.
  const status = page.locator('[data-share-status]')
  await page.evaluate(async () => {
    await navigator.clipboard.writeText('before')
    const shared: Array<unknown> = []
    Object.assign(window, { shared })
    Object.assign(navigator, {
      share: async (data: unknown) => {
        shared.push(data)
        if (shared.length === 2) throw new DOMException('closed', 'AbortError')
      },
    })
  })
  const shared = () => page.evaluate(() => (window as unknown as { shared: Array<unknown> }).shared)
  const asked = { title: 'Warp Modes, Chosen on Purpose', url: await canonical(page) }
  await share(page).click()
  await expect.poll(shared).toEqual([asked])
  await share(page).click()
  await expect.poll(shared, { message: 'the second sheet was closed' }).toEqual([asked, asked])
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('before')
  expect(await status.textContent()).toBe('')
  /** Without a share sheet, the link is copied. */
  const copiesLink = async (path: string) => {
    await page.evaluate(() => Object.assign(navigator, { share: undefined }))
    await share(page).click()
    await page.getByText('Link copied').waitFor()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(await canonical(page))
    expect(await canonical(page)).toMatch(new RegExp(`${path}$`))
  }
  await copiesLink('/article/warp-modes')

  const save = page.locator('[data-save]')
  expect(await save.textContent()).toContain('Save')
  expect(await save.getAttribute('aria-pressed')).toBe('false')
  await tabTo(page, '[data-save]')
  await page.keyboard.press('Space')
  expect(await save.getAttribute('aria-pressed')).toBe('true')
  await page.keyboard.press('Space')
  expect(await save.getAttribute('aria-pressed')).toBe('false')
  await save.click()
  expect(await save.getAttribute('aria-pressed')).toBe('true')
  expect(await save.textContent()).toContain('Saved')
  await page.goto('/news/4')
  await copiesLink('/news/4')
  await save.click()

  await page.goto('/saved')
  const rows = page.locator('[data-saved-list] > li')
  await expect.poll(() => rows.count()).toBe(2)
  expect(
    await rows
      .locator('h2 a')
      .evaluateAll((all) => all.map((link) => [link.textContent, link.getAttribute('href')])),
  ).toEqual([
    ['Live 12.3 is out: what changes in daily work', '/news/4'],
    ['Warp Modes, Chosen on Purpose', '/article/warp-modes'],
  ])
  await page.getByRole('button', { name: /^Remove Live 12.3/ }).click()
  await expect.poll(() => rows.count()).toBe(1)
  // The focus is on the next button.
  await page.keyboard.press('Enter')
  await expect.poll(() => rows.count()).toBe(0)
  expect(await page.getByText('Nothing saved yet').isVisible()).toBe(true)
  await page.goto('/news/4')
  expect(await save.getAttribute('aria-pressed')).toBe('false')
})

/**
 * The largest distance of the first paragraph of a text from the top of the page, in CSS pixels.
 */
const firstScreens = [
  { width: 390, height: 844, limit: 700 },
  { width: 1280, height: 800, limit: 620 },
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
  const words = ({ title, excerpt, description }: Listed) =>
    `${title}${excerpt ?? description ?? ''}`.length
  const longest = async (type: string) =>
    (await read<Array<Listed>>(`/api/${type}`))
      // Those of another test have words that fill a screen.
      .filter(({ title }) => !/\S{30}/.test(title))
      .reduce((one, other) => (words(one) < words(other) ? other : one))
  const paths = [
    `/article/${(await longest('articles')).slug}`,
    '/article/third-evening-mix-and-let-go',
    `/news/${(await longest('news')).id}`,
    `/newsletter/${(await longest('newsletters')).id}`,
  ]
  const page = await visit('/robots.txt')
  for (const path of paths) {
    await page.goto(path)
    for (const { width, height, limit } of firstScreens) {
      await page.setViewportSize({ width, height })
      const measured = () =>
        page.evaluate(async () => {
          await document.fonts.ready
          const top = (selector: string) =>
            document.querySelector(selector)?.getBoundingClientRect().top ?? Infinity
          const facts = [...document.querySelectorAll('main header dd')].slice(0, 3)
          return {
            text: top('.prose p'),
            title: top('main h1'),
            facts: facts.map((fact) => fact.checkVisibility()),
          }
        })
      // The page may not have its new size in its first answer.
      await expect
        .poll(async () => (await measured()).text, { message: `${path} at ${width} px` })
        .toBeLessThanOrEqual(limit)
      const seen = await measured()
      expect(seen.title).toBeLessThan(seen.text)
      if (path.startsWith('/article/')) expect(seen.facts).toEqual([true, true, true])
    }
  }
})

/** On a phone, the first link to another article stands within 300 px of the end of the text. */
async function nextIsNear(page: Page) {
  await page.setViewportSize({ width: 390, height: 844 })
  for (const path of ['/article/third-evening-mix-and-let-go', '/article/warp-modes']) {
    await page.goto(path)
    const end = await page.locator('.prose').evaluate((text) => text.getBoundingClientRect().bottom)
    const next = page.locator('#series a, [aria-labelledby="related-title"] h3 a').first()
    const top = await next.evaluate((link) => link.getBoundingClientRect().top)
    expect(top - end, path).toBeLessThanOrEqual(300)
  }
}

test('the line of a series leads to its parts, and on paper an article is its text and facts, dark on white', async () => {
  const page = await visit('/article/second-evening-a-form', { colorScheme: 'dark' })
  await page.locator('.reading-main p').first().getByRole('link').click()
  await expect.poll(() => new URL(page.url()).hash).toBe('#series')
  await page
    .getByRole('navigation', { name: 'One Track, Three Evenings' })
    .locator('a[rel="next"]')
    .click()
  await page.waitForURL('**/article/third-evening-mix-and-let-go')
  await nextIsNear(page)

  await page.goto('/article/gain-staging-in-live')
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
  const table = page.locator('.prose .table-scroll').first()
  expect(
    await table.evaluate((element) => [
      getComputedStyle(element).overflowX,
      getComputedStyle(element).backgroundImage,
    ]),
  ).toEqual(['visible', 'none'])
  expect((await page.pdf()).subarray(0, 5).toString()).toBe('%PDF-')
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

/**
 * Takes connections at the port of the site, which has stopped, and answers none. Returns a
 * function that ends this.
 */
async function hangAt(port: string): Promise<() => Promise<void>> {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    socket.on('error', () => {})
    sockets.add(socket)
  })
  await new Promise<void>((resolve) => server.listen(Number(port), '127.0.0.1', resolve))
  return async () => {
    const closed = new Promise((resolve) => server.close(resolve))
    for (const socket of sockets) socket.destroy()
    await closed
  }
}

test('saved pages come from the site while it answers, and from the browser, completely, when it hangs or is gone', async () => {
  const article = '/article/groove-pool-swing'
  const page = await visit(article, withoutNetwork)
  const context = page.context()
  const { port } = new URL(site().url)
  const registrations = () =>
    page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)
  expect(await registrations()).toBe(0)
  const save = page.locator('[data-save]')
  for (const path of [article, '/news/4']) {
    if (path !== article) await page.goto(path)
    await save.click()
    await page.getByText('Kept for reading offline').waitFor()
  }
  const pagesOf = async () =>
    (await storedFiles(page)).filter((path) => /^\/[a-z]+(\/[^/.]+)?$/.test(path)).sort()
  expect(await pagesOf()).toEqual([article, '/news/4', '/offline', '/saved'])

  // The site answers: a changed text is shown, and kept instead of the old one.
  const file = `content/articles/2026/groove-pool-swing.md`
  const text = await readFile(site().repository.path(file), 'utf8')
  await site().repository.write(file, text.replace(/^title: .*$/m, 'title: Warped anew'))
  await site().repository.commit('Another title')
  await expect
    .poll(async () => (await fetch(`${site().url}${article}`)).text())
    .toContain('Warped anew')
  await page.goto(article)
  expect(await page.locator('h1').textContent()).toBe('Warped anew')
  const storedText = () =>
    page.evaluate(
      async (path) =>
        (await (await caches.match(path, { cacheName: 'saved-pages' }))?.text()) ?? '',
      article,
    )
  await expect.poll(storedText).toContain('Warped anew</h1>')

  // Not by the driver's emulation, which does not affect a restarted worker.
  await site().stop()
  // The browser's own cache, whose contents are not predictable, must not be used.
  await (await context.newCDPSession(page)).send('Network.clearBrowserCache')
  const isWhole = async () => {
    expect(new Set(await shownPictures(page))).toEqual(new Set([true]))
    expect(await page.evaluate(() => getComputedStyle(document.body).fontFamily)).toMatch(
      /Bricolage/,
    )
    expect(
      await page.evaluate(async () => (await document.fonts.ready).check('16px Literata')),
    ).toBe(true)
    await expect.poll(() => save.getAttribute('aria-pressed')).toBe('true')
  }
  const endHanging = await hangAt(port)
  try {
    await page.goto(article)
    expect(await page.locator('h1').textContent()).toBe('Warped anew')
    await isWhole()
  } finally {
    await endHanging()
  }

  await page.goto('/news/4?utm_source=mail')
  await isWhole()
  await page.goto('/news')
  await page.getByRole('heading', { name: 'You are offline' }).waitFor()
  expect(new URL(page.url()).pathname).toBe('/news')
  await Promise.all([
    page.waitForEvent('load'),
    page.getByRole('button', { name: 'Try again' }).click(),
  ])
  await page.getByRole('heading', { name: 'You are offline' }).waitFor()
  await page.getByRole('link', { name: 'Saved articles' }).click()
  await page.getByText('You are offline. What is marked below can be read all the same.').waitFor()
  await expect
    .poll(() =>
      page.getByText('Readable offline', { exact: true }).filter({ visible: true }).count(),
    )
    .toBe(2)
  expect(await shownPictures(page)).toEqual([true, true])

  await page.getByRole('button', { name: /^Remove Live 12.3/ }).click()
  await expect.poll(pagesOf).toEqual([article, '/offline', '/saved'])
  await expect
    .poll(async () => (await storedFiles(page)).filter((path) => path.includes('live-12-3')))
    .toEqual([])
  await page.goBack()
  await page.getByRole('heading', { name: 'You are offline' }).waitFor()
  // The page loads itself again when the site answers.
  await site().restart({ PORT: port })
  await page.getByRole('heading', { name: 'News', level: 1 }).waitFor()
  await page.goto(article)
  await save.click()
  await expect.poll(() => storedFiles(page)).toEqual([])
  await expect.poll(registrations).toBe(0)
})

test('long words stay within a phone, and a title in Hebrew begins at the right', async () => {
  const word = 'Donaudampfschifffahrtsgesellschaftskapitänsmütze'
  const { repository } = site()
  const fields = { category: 'hardware', publishedAt: '2020-01-02' }
  await repository.write(
    'content/articles/2020/long-words.md',
    articleFile({
      ...fields,
      title: word + word,
      excerpt: word + word,
      tags: `[${word}${word}]`,
      author: word,
    }),
  )
  await repository.write(
    'content/articles/2020/hebrew.md',
    articleFile({ ...fields, title: 'תווים עם Live (1)' }),
  )
  await repository.write(
    'content/news/2020/long-words.md',
    articleFile({ title: word, category: `${word}${word}`, publishedAt: '2026-10-01' }),
  )
  await repository.commit('Long words')
  await eventually(
    async () => (await read<Array<unknown>>('/api/articles/category/hardware')).length >= 2,
  )
  const page = await visit('/category/hardware', { viewport: { width: 390, height: 844 } })
  for (const path of ['/category/hardware', '/article/long-words', '/news']) {
    if (path !== '/category/hardware') await page.goto(path)
    expect(await overflowing(page), path).toEqual([])
  }
  await page.goto('/article/hebrew')
  const starts = await page.locator('h1').evaluate((title) => {
    const range = document.createRange()
    range.setStart(title.firstChild as Node, 0)
    range.setEnd(title.firstChild as Node, 1)
    return title.getBoundingClientRect().right - range.getBoundingClientRect().right
  })
  expect(starts).toBeLessThan(2)
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

/** How loud each sound of the page's context is now. */
const gainsOf = (page: Page) =>
  page.evaluate(() => (window as unknown as Heard).heard.gains.map(({ gain }) => gain.value))

test('two sounds play in step, are switched in place, and are equally loud when they are matched', async () => {
  const page = await visit('/article/roar-parallel-saturation', {
    arrange: (page) => page.addInitScript(recordSound),
  })
  const player = page.getByRole('group', {
    name: 'Compare Drums, dry with With saturation in parallel',
  })
  const position = () =>
    player
      .getByRole('slider', { name: 'Position' })
      .evaluate((range: HTMLInputElement) => range.valueAsNumber)
  const gains = () => gainsOf(page)
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
  const { starts, sounds, rate } = await page.evaluate(() => {
    const { heard } = window as unknown as Heard
    // As 16 bits each in one text: a list of numbers takes the driver seconds.
    const sounds = heard.sources.map(({ buffer }) => {
      const samples = Int16Array.from(buffer?.getChannelData(0) ?? [], (value) =>
        Math.round(value * 32_767),
      )
      return btoa(
        Array.from(new Uint8Array(samples.buffer), (byte) => String.fromCharCode(byte)).join(''),
      )
    })
    return { starts: heard.starts, sounds, rate: heard.sources[0]?.context.sampleRate ?? 0 }
  })

  // Both began once, at the same moment and place.
  expect([starts.length, new Set(starts).size]).toEqual([2, 1])
  const loudness = sounds.map((sound) => {
    const samples = new Int16Array(Uint8Array.from(Buffer.from(sound, 'base64')).buffer)
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

test('a comparison goes round until it is stopped, plays the sound that is chosen, and is led by keys', async () => {
  const page = await visit('/article/roar-parallel-saturation', {
    arrange: (page) => page.addInitScript(recordSound),
    viewport: { width: 390, height: 844 },
  })
  const player = page.getByRole('group', {
    name: 'Compare Drums, dry with With saturation in parallel',
  })
  const other = player.getByRole('button', { name: 'With saturation in parallel' })
  const heard = async () => (await gainsOf(page)).map((gain) => gain > 0)
  // The choice of a sound plays it.
  await other.click()
  await player.getByRole('button', { name: 'Pause' }).waitFor()
  await expect.poll(heard).toEqual([false, true])
  expect(
    await page.evaluate(() => (window as unknown as Heard).heard.sources.map(({ loop }) => loop)),
  ).toEqual([true, true])
  // The waves have the width of the player, one under the other.
  const waves = await player.locator('.sound-wave').evaluateAll((all) =>
    all.map((wave) => {
      const { left, width, bottom, top } = wave.getBoundingClientRect()
      return { left, top, bottom, share: width / (wave.closest('sound-player')?.clientWidth ?? 0) }
    }),
  )
  const [upper, lower] = waves
  expect([upper?.left, upper?.share]).toEqual([lower?.left, lower?.share])
  expect(upper?.share).toBeGreaterThan(0.95)
  expect(lower?.top).toBeGreaterThanOrEqual(upper?.bottom ?? 0)

  await page.keyboard.press('1')
  await expect.poll(heard).toEqual([true, false])
  await page.keyboard.press('2')
  await expect.poll(heard).toEqual([false, true])
  await page.keyboard.press(' ')
  await player.getByRole('button', { name: 'Play' }).waitFor()
  expect(await player.locator('.sound-match').innerText()).toMatch(
    /^Match loudness\s+[AB] is \d+\.\d dB quieter here, to match$/,
  )
  await page.keyboard.press('1')
  await player.getByRole('button', { name: 'Pause' }).waitFor()
  await expect.poll(heard).toEqual([true, false])

  // A part that is marked is repeated in place of the whole.
  const slider = player.getByRole('slider', { name: 'Position' })
  await slider.press('Home')
  for (let step = 0; step < 10; step += 1) await slider.press('Shift+ArrowRight')
  const repeated = () =>
    page.evaluate(() =>
      (window as unknown as Heard).heard.sources
        .slice(-2)
        .map(({ loop, loopStart, loopEnd }) => [loop, loopStart, loopEnd.toFixed(1)]),
    )
  expect(await repeated()).toEqual([
    [true, 0, '0.4'],
    [true, 0, '0.4'],
  ])
  // The choices stay in the window while one reads on.
  await page.evaluate(() => scrollTo({ top: document.body.scrollHeight, behavior: 'instant' }))
  await expect.poll(() => player.getAttribute('data-away')).toBe('')
  const { bottom } = await other.evaluate((button) => button.getBoundingClientRect())
  expect([bottom > 700, bottom <= 844]).toEqual([true, true])
  expect(await player.evaluate((bar) => bar.clientHeight), 'one line').toBeLessThan(80)
  await other.click()
  await expect.poll(heard).toEqual([false, true])
  await player.getByRole('button', { name: 'Pause' }).click()
  await expect.poll(() => player.getAttribute('data-away')).toBe(null)
  await slider.press('Home')
  await player.getByRole('button', { name: 'Play' }).click()
  await expect.poll(repeated).toEqual([
    [true, 0, '0.0'],
    [true, 0, '0.0'],
  ])
})

test('one sound loads nothing before it plays, begins at the place that was pressed, and is led by keyboard', async () => {
  const loaded: Array<string> = []
  const page = await visit('/article/slice-a-break-in-simpler', {
    async arrange(page) {
      page.on('request', (request) => {
        if (request.url().endsWith('.mp3')) loaded.push(request.url())
      })
    },
  })
  const player = page.getByRole('group', { name: 'Two bars of drums at 120 BPM' })
  const slider = player.getByRole('slider', { name: 'Position' })
  await slider.click()
  await player.getByText('0:02').waitFor()
  expect(loaded).toEqual([])
  await player.getByRole('button', { name: 'Loop' }).click()
  await player.getByRole('button', { name: 'Play' }).click()
  const time = () =>
    page.locator('.prose audio').evaluate((one: HTMLAudioElement) => one.currentTime)
  await expect.poll(time).toBeGreaterThan(2)
  expect(loaded.length).toBeGreaterThan(0)
  await slider.press(' ')
  await player.getByRole('button', { name: 'Play' }).waitFor()
  await slider.press('Home')
  await expect.poll(() => slider.getAttribute('aria-valuetext')).toBe('0:00 of 0:04')
  await slider.press('PageUp')
  await expect.poll(time).toBeCloseTo(0.4, 1)
})
