import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { siteInBrowser, tabTo, texts } from './browser.ts'

const { visit, read } = siteInBrowser()
const phone = { viewport: { width: 390, height: 800 } }
const categoryLabels = [
  'Workflow',
  'Mixing',
  'Sound Design',
  'Composition',
  'Mastering',
  'Live Performance',
  'MIDI Effects',
  'Audio Effects',
  'Sample Management',
  'Plugins',
  'Hardware',
  'Ableton Push',
]

function links(page: Page, selector: string) {
  return page
    .locator(selector)
    .evaluateAll((found) =>
      found.map((link) => [(link.textContent ?? '').replace(/\s+/g, ' ').trim(), link.getAttribute('href')]),
    )
}

test('the header links to tips, news and newsletter, and has a search button', async () => {
  const page = await visit('/', { walk: 'pages' })
  expect(await links(page, 'header nav[aria-label="Main"] a')).toEqual([
    ['Tips & Tricks', '/category/all'],
    ['News', '/news'],
    ['Newsletter', '/newsletters'],
  ])
  expect(await page.locator('header').getByRole('button', { name: 'Search' }).isVisible()).toBe(true)
  expect(await page.locator('header [data-menu]').isVisible()).toBe(false)
})

test('the header marks the part of the site that is shown', { tags: ['thorough'] }, async () => {
  for (const [path, label] of [
    ['/article/warp-modes', 'Tips & Tricks'],
    ['/news/4', 'News'],
    ['/newsletter/1', 'Newsletter'],
  ] as const) {
    const page = await visit(path, { walk: 'pages' })
    expect(await texts(page, 'header nav[aria-label="Main"] [aria-current]')).toEqual([label])
  }
})

test('the mobile menu has two links only, and closes with Escape and with a click beside it', async () => {
  const page = await visit('/', phone)
  const menu = page.locator('nav[aria-label="Menu"]')
  const button = page.locator('summary[aria-label="Menu"]')
  expect(await page.locator('nav[aria-label="Main"]').isVisible()).toBe(false)
  expect(await menu.isVisible()).toBe(false)
  await button.click()
  expect(await menu.isVisible()).toBe(true)
  expect(await links(page, 'nav[aria-label="Menu"] a')).toEqual([
    ['Tips & Tricks', '/category/all'],
    ['News', '/news'],
  ])
  await page.keyboard.press('Escape')
  expect(await menu.isVisible()).toBe(false)
  expect(await button.evaluate((element) => element === document.activeElement)).toBe(true)
  await button.click()
  await page.locator('h1').click({ position: { x: 5, y: 5 } })
  expect(await menu.isVisible()).toBe(false)
})

test('the mobile menu leads on by keyboard alone', async () => {
  const page = await visit('/about', phone)
  await tabTo(page, 'summary')
  await page.keyboard.press('Enter')
  await tabTo(page, 'nav[aria-label="Menu"] a[href="/news"]')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/news')
  expect(await page.locator('h1').textContent()).toBe('News')
})

test('the first Tab offers to skip to the content', async () => {
  const page = await visit('/category/all')
  await page.keyboard.press('Tab')
  const skip = page.getByRole('link', { name: 'Skip to content' })
  expect(await skip.evaluate((element) => element === document.activeElement)).toBe(true)
  await expect.poll(async () => (await skip.boundingBox())?.y).toBeGreaterThanOrEqual(0)
  await page.keyboard.press('Enter')
  await tabTo(page, 'main a')
  expect(await page.evaluate(() => document.activeElement?.closest('main') !== null)).toBe(true)
})

test('every stop of the Tab key shows where the focus is', async () => {
  const page = await visit('/article/warp-modes')
  const stops = await page.locator('a[href], button, input, summary').count()
  const without: Array<string> = []
  for (let stop = 0; stop < stops; stop++) {
    await page.keyboard.press('Tab')
    const unseen = await page.evaluate(() => {
      const shown = (element: Element | null) =>
        element !== null &&
        getComputedStyle(element).outlineStyle !== 'none' &&
        getComputedStyle(element).outlineWidth !== '0px'
      const active = document.activeElement
      if (!active || active === document.body) return null
      return shown(active) || shown(active.closest('.card')) ? null : active.outerHTML.slice(0, 120)
    })
    if (unseen) without.push(unseen)
  }
  expect(without).toEqual([])
})

test('the footer has the about text, quick, category, legal and Admin links and the disclaimer', async () => {
  const page = await visit('/news', { walk: 'pages' })
  expect(await page.locator('footer').textContent()).toContain(
    'is a notebook for people who make music with Ableton Live',
  )
  expect(await texts(page, 'footer h2')).toEqual(['Quick Links', 'Categories', 'Get Ableton Racks'])
  expect(await links(page, 'footer nav[aria-labelledby="quick-links"] a')).toEqual(
    expect.arrayContaining([
      ['Home', '/'],
      ['Tips & Tricks', '/category/all'],
      ['News', '/news'],
      ['Newsletter', '/newsletters'],
      ['About', '/about'],
    ]),
  )
  expect(await links(page, 'footer a[href^="/category/"]')).toEqual(
    expect.arrayContaining(
      categoryLabels.map((label) => [label, `/category/${label.toLowerCase().replaceAll(' ', '_')}`]),
    ),
  )
  expect(await links(page, 'footer a')).toEqual(
    expect.arrayContaining([
      ['Privacy Policy', '/privacy-policy'],
      ['Terms of Service', '/terms-of-service'],
      ['Cookie Policy', '/cookie-policy'],
      ['Admin', '/admin'],
    ]),
  )
  expect(await page.locator('footer').textContent()).toContain(
    'It is not affiliated with, endorsed by or sponsored by Ableton AG.',
  )
})

test('the sidebar counts eleven categories as the content has them', async () => {
  const page = await visit('/', { walk: 'pages' })
  const articles = await read<Array<{ category: string }>>('/api/articles')
  const expected = categoryLabels
    .filter((label) => label !== 'Sample Management')
    .map((label) => {
      const category = label.toLowerCase().replaceAll(' ', '_')
      return [label, `/category/${category}`, articles.filter((article) => article.category === category).length]
    })
  const shown = await page
    .locator('aside nav a')
    .evaluateAll((found) =>
      found.map((link) => [
        link.children[1]?.textContent,
        link.getAttribute('href'),
        Number(link.children[2]?.textContent),
      ]),
    )
  expect(shown).toEqual(expected)
  expect(expected.every(([, , count]) => Number(count) > 0)).toBe(true)
})

test('the sidebar has the subscribe box and the free downloads with type and size', async () => {
  const page = await visit('/', { walk: 'pages' })
  expect(await texts(page, 'aside h2')).toEqual(['Categories', 'Get Weekly Tips', 'Free Downloads'])
  const downloads = await read<Array<{ title: string; fileType: string; fileSize: number }>>('/api/downloads')
  const buttons = await texts(page, 'aside section[aria-labelledby="sidebar-downloads"] button')
  expect(buttons).toHaveLength(5)
  downloads.forEach(({ title, fileType, fileSize }, index) => {
    const size = fileSize < 999_500 ? `${Math.round(fileSize / 1000)} KB` : `${(fileSize / 1_000_000).toFixed(1)} MB`
    expect(buttons[index]).toBe(`${title}${fileType} · ${size}`)
  })
})

test('the theme follows the system until the visitor chooses, and the choice is stored and applied without a flash', async () => {
  const page = await visit('/', {
    colorScheme: 'light',
    arrange: (page) =>
      page.addInitScript(() => {
        // Runs when the body appears, before the first paint.
        new MutationObserver((_changes, observer) => {
          if (!document.body) return
          observer.disconnect()
          Object.assign(window, { themeAtFirst: document.documentElement.dataset.theme ?? 'system' })
        }).observe(document, { childList: true, subtree: true })
      }),
  })
  const atFirst = () => page.evaluate(() => (window as unknown as { themeAtFirst: string }).themeAtFirst)
  const paper = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)
  const toggle = page.getByRole('button', { name: 'Dark theme' })
  const light = await paper()
  expect(await atFirst()).toBe('system')
  expect(await toggle.getAttribute('aria-pressed')).toBe('false')
  await page.emulateMedia({ colorScheme: 'dark' })
  // Chromium sometimes keeps a color for a while after the scheme is emulated.
  await expect.poll(paper).not.toBe(light)
  const dark = await paper()
  await expect.poll(() => toggle.getAttribute('aria-pressed')).toBe('true')
  await page.emulateMedia({ colorScheme: 'light' })
  await expect.poll(paper).toBe(light)

  await toggle.click()
  expect(await paper()).toBe(dark)
  expect(await toggle.getAttribute('aria-pressed')).toBe('true')
  await page.goto('/news')
  expect(await atFirst()).toBe('dark')
  expect(await paper()).toBe(dark)
  await toggle.click()
  await page.reload()
  expect(await atFirst()).toBe('light')
  expect(await paper()).toBe(light)
})
