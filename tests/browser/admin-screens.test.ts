import { readdirSync } from 'node:fs'
import path from 'node:path'
import type { BrowserContext, Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { ask } from '../http-client.ts'
import { articleFile } from '../running-site.ts'
import { halves } from '../sample-pictures.ts'
import { adminInBrowser } from './admin.ts'
import { expectAccessibleAs } from './axe.ts'
import { overflowing } from './browser.ts'

const site = adminInBrowser({
  files: {
    'site.yaml': 'name: Test Notes\ntagline: T\ndescription: D\ndisclaimer: X\nabout: A\n',
    'articles/one.md': articleFile({ id: '1', title: 'One', imageUrl: '/media/2026/a.png' }, '## Part\n\n- [x] Text.'),
    'news/one.md': articleFile({ id: '1', title: 'News', category: 'releases' }),
    'newsletters/001.md':
      '---\nid: 1\ntitle: Issue\npublishedAt: 2026-01-02\narticles:\n  - title: T\n    content: C\n---\n\nHello.\n',
    'downloads/pack.md': '---\nid: 1\ntitle: Pack\ndescription: D\nfile: pack.zip\npublishedAt: 2026-01-02\n---\n',
    'downloads/pack.zip': 'PK',
    'media/2026/a.png': await halves(64, 40).png().toBuffer(),
    'articles/broken.md': 'no frontmatter\n',
  },
})

beforeAll(async () => {
  await (await site.administrator()).call('PATCH', '/api/auth/profile', { name: 'Ada Lovelace', email: '' })
})

interface Screen {
  path: string
  heading: string
  /** Selects an element that is there when the screen is complete. */
  whole: string
}

/** Every document of the admin, and the states that have an address. */
const screens: ReadonlyArray<Screen> = [
  { path: '/admin', heading: 'Admin Dashboard', whole: '[data-part="dashboard-state"] .facts' },
  { path: '/admin/create-content', heading: 'Paste Your Content', whole: 'textarea' },
  { path: '/admin/create-content?write=true', heading: 'New Article', whole: '.ProseMirror' },
  {
    path: '/admin/create-content?edit=true&contentType=news&content=x',
    heading: 'Edit Content',
    whole: '.ProseMirror',
  },
  { path: '/admin/manage-content', heading: 'Manage Content', whole: '[data-item]' },
  { path: '/admin/manage-content?show=deleted', heading: 'Manage Content', whole: '.empty' },
  { path: '/admin/draft-editor?type=articles&id=1', heading: 'Edit Article', whole: '.ProseMirror p' },
  { path: '/admin/draft-editor?type=news&id=1', heading: 'Edit News', whole: '.ProseMirror p' },
  { path: '/admin/draft-editor?type=newsletters&id=1', heading: 'Edit Newsletter', whole: 'fieldset .ProseMirror p' },
  { path: '/admin/draft-editor', heading: 'Edit Content', whole: '.empty' },
  { path: '/admin/version', heading: 'The page as it was', whole: '.empty' },
  { path: '/admin/media', heading: 'Media', whole: '.tile' },
  { path: '/admin/downloads', heading: 'Downloads', whole: '[data-part="download-list"]' },
  { path: '/admin/subscribers', heading: 'Subscribers', whole: '.empty' },
  { path: '/admin/import-newsletter', heading: 'Import Newsletters', whole: 'textarea' },
  { path: '/admin/import', heading: 'Import', whole: 'input[type="file"]' },
  { path: '/admin/site', heading: 'Site', whole: 'input[name="tagline"]' },
  { path: '/admin/site?page=about', heading: 'Site', whole: '.ProseMirror' },
  { path: '/admin/account', heading: 'Account', whole: '#sessions li' },
  { path: '/admin/users', heading: 'Users', whole: '.row-list li' },
  { path: '/admin/device', heading: 'On This Device', whole: '.panel p' },
]
/** The documents without a session. */
const doors: ReadonlyArray<Screen> = [
  { path: '/admin/login', heading: 'Admin Login', whole: 'form' },
  { path: '/auth', heading: 'Admin Access Only', whole: 'main a' },
  { path: '/auth?code=nobodys', heading: 'Admin Access Only', whole: 'main a' },
]

/** A page that notes what the security policy refuses. */
async function open(path: string, session: 'shared' | 'none' = 'shared') {
  // An invalid address is reported on the console (specification, section 2).
  const expected = /^error: The content of the address can’t be read/
  return site.visit(path, { session, pictures: true, prepare: noteViolations, expected })
}

test('no screen of the admin is missing here', () => {
  const folder = path.join(import.meta.dirname, '../../src/pages/admin')
  const known = [...screens, ...doors].map((screen) => screen.path.replace(/\?.*/, ''))
  // The shell is shown for every screen without a network.
  for (const entry of readdirSync(folder, { withFileTypes: true }))
    if (entry.isDirectory() && entry.name !== 'shell')
      expect(known).toContain(entry.name === 'index' ? '/admin' : `/admin/${entry.name}`)
})

for (const half of [0, 1])
  test(`every screen is sound at every width, light and dark, and by keyboard (${half + 1} of 2)`, async () => {
    const page = await open('/robots.txt')
    for (const screen of screens.filter((_, index) => index % 2 === half)) {
      await page.goto(screen.path)
      await expectSound(page, screen)
    }
  })

test('the page of an old version, and those of the sign-in, are sound at every width, light and dark, and by keyboard', async () => {
  const commit = (await site.repository().git('rev-parse', 'HEAD')).trim()
  const signedIn = await open(`/admin/version?type=articles&id=1&commit=${commit}`)
  await signedIn.frameLocator('iframe').getByRole('heading', { name: 'Part' }).waitFor()
  await expectSound(signedIn, { path: 'an old version', heading: 'The page as it was', whole: 'iframe' })
  const auth = { path: '/auth', heading: 'Admin Access Only', whole: 'main a' }
  await signedIn.goto(auth.path)
  await expectSound(signedIn, auth)
  const page = await open('/robots.txt', 'none')
  for (const screen of doors) {
    await page.goto(screen.path)
    await expectSound(page, screen)
  }
})

test('without a session, every screen leads to the login and shows nothing', async () => {
  for (const { path } of screens) {
    const answer = await ask(site.url(), path)
    expect([answer.status, answer.headers.location]).toEqual([
      302,
      path === '/admin' ? '/admin/login' : `/admin/login?next=${encodeURIComponent(path)}`,
    ])
    expect(answer.text).not.toContain('Test Notes')
  }
})

test('when the row of links is too long, the current one is visible, and the sides with more links fade out', async () => {
  const page = await site.visit('/admin/site', { viewport: { width: 390, height: 800 } })
  const row = page.getByRole('navigation', { name: 'Admin' })
  const inView = () =>
    row.evaluate((nav) => {
      const [outer, link] = [nav, nav.querySelector('[aria-current]')].map((one) => one?.getBoundingClientRect())
      return outer && link && link.left > outer.left - 1 && link.right < outer.right + 1 ? nav.dataset.more : null
    })
  await expect.poll(inView).toBe('before')
  await row.getByRole('link', { name: 'Media' }).click()
  await expect.poll(inView).toBe('before after')
  await row.getByRole('link', { name: 'Dashboard' }).click()
  await expect.poll(inView).toBe('after')
  await page.setViewportSize({ width: 1280, height: 800 })
  await expect.poll(inView).toBe('')
})

async function expectSound(page: Page, { path, heading, whole }: Screen) {
  await page.locator(whole).first().waitFor()
  await expect.poll(() => page.locator('h1').allTextContents(), { message: path }).toEqual([heading])
  await expect.poll(() => page.title(), { message: path }).toMatch(/^\S.* · Test Notes$/)
  expect(await page.locator('main').count(), path).toBe(1)
  for (const [width, colorScheme] of [
    [390, 'dark'],
    [1280, 'light'],
  ] as const) {
    await page.setViewportSize({ width, height: 800 })
    await expectAccessibleAs(page, colorScheme)
    expect(await overflowing(page), `${path}, ${width} px`).toEqual([])
  }
  expect(await unseenFocus(page), path).toEqual([])
  const violations = await page.evaluate(() => (window as unknown as { violations: Array<string> }).violations)
  expect(violations, path).toEqual([])
}

/**
 * Elements that the keyboard reaches and that do not show the focus: no outline on them or on the field around them,
 * and no text caret.
 */
async function unseenFocus(page: Page): Promise<Array<string>> {
  // After a key press, the browser shows focus as by keyboard.
  await page.keyboard.press('Tab')
  return page.evaluate(() => {
    const outlined = (element: Element | null) => {
      if (!element) return false
      const { outlineStyle, outlineWidth } = getComputedStyle(element)
      return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 1
    }
    const stops = document.querySelectorAll<HTMLElement>(
      'a[href], button, input, select, textarea, summary, iframe, [tabindex]:not([tabindex="-1"])',
    )
    return [...stops].flatMap((stop) => {
      if (stop.tabIndex < 0 || stop.matches(':disabled') || !stop.checkVisibility({ visibilityProperty: true }))
        return []
      stop.focus({ preventScroll: true })
      const around = stop.closest('.control, label, [data-part="creator-type"], .card')
      return document.activeElement === stop && !outlined(stop) && !outlined(around)
        ? [stop.outerHTML.slice(0, 160)]
        : []
    })
  })
}

function noteViolations(context: BrowserContext) {
  return context.addInitScript(() => {
    const violations: Array<string> = []
    Object.assign(window, { violations })
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sample }) =>
      violations.push(`${violatedDirective} ${blockedURI} ${sample}`),
    )
  })
}
