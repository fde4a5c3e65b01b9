import { readdirSync } from 'node:fs'
import path from 'node:path'
import type { BrowserContext, Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { gardenFiles, gardenSettings, specifiedWords } from '../garden-site.ts'
import { halves } from '../sample-pictures.ts'
import { adminInBrowser } from './admin.ts'
import { expectRoomy } from './axe.ts'
import { unseenFocus } from './browser.ts'
import { follow } from './draft-site.ts'

/** A site about gardening, on which no screen shows a word of the specification's subject. */
const site = adminInBrowser({
  files: {
    ...gardenFiles,
    'site.yaml': gardenSettings,
    'articles/2026/plum.md':
      '---\ntitle: Plums\nid: 7\nexcerpt: E\ncategory: fruit_trees\nimageUrl: /media/2026/a.png\npublishedAt: 2026-03-04\n---\n\n## Part\n\n![](/media/2026/a.png)\n\n- [x] Dig and sow.\n',
    'newsletters/2026/002-dig.md':
      '---\nid: 2\ntitle: Issue\npublishedAt: 2026-01-02\narticles:\n  - title: T\n    content: C\n---\n\nHello.\n',
    'articles/broken.md': 'no frontmatter\n',
    'downloads/plan.md':
      '---\nid: 1\ntitle: Plan\ndescription: D\nfile: plan.zip\npublishedAt: 2026-01-02\n---\n',
    'downloads/plan.zip': 'PK',
    'media/2026/a.png': await halves(64, 40).png().toBuffer(),
  },
})

/** The tips of the dashboard are words of the admin, not of a subject. */
const foreignWords = new RegExp(specifiedWords.source.replace('|\\btips\\b', ''), 'i')

beforeAll(async () => {
  await (await site.administrator()).call('PATCH', '/api/auth/profile', {
    name: 'Ada Lovelace',
    email: '',
  })
})

interface Screen {
  path: string
  heading: string
  /** Selects an element that is there when the screen is complete. */
  whole: string
  /** On which sides of the link of the screen the row of links goes on, on a phone. */
  more?: 'before' | 'before after' | 'after'
  /** Opens what the screen has besides, in which no word may be foreign either. */
  open?: (page: Page) => Promise<void>
}

/**
 * Every document of the admin, and the states that have an address. They are followed as links,
 * which costs a quarter of a load; between two states of one document, another stands where that is
 * possible.
 */
const screens: ReadonlyArray<Screen> = [
  {
    path: '/admin',
    heading: 'Admin Dashboard',
    whole: '[data-part="dashboard-state"] .facts',
    more: 'after',
  },
  { path: '/admin/create-content', heading: 'Paste Your Content', whole: 'textarea' },
  {
    path: '/admin/draft-editor?type=articles&id=7',
    heading: 'Edit Article',
    whole: '.ProseMirror p',
  },
  {
    path: '/admin/manage-content',
    heading: 'Manage Content',
    whole: '[data-item]',
    open: newItems,
  },
  { path: '/admin/draft-editor?type=news&id=1', heading: 'Edit News', whole: '.ProseMirror p' },
  {
    path: '/admin/draft-editor?type=newsletters&id=2',
    heading: 'Edit Newsletter',
    whole: 'fieldset .ProseMirror p',
  },
  { path: '/admin/manage-content?show=deleted', heading: 'Manage Content', whole: '.empty' },
  { path: '/admin/draft-editor', heading: 'Edit Content', whole: '.empty' },
  { path: '/admin/version', heading: 'The page as it was', whole: '.empty' },
  { path: '/admin/media', heading: 'Media', whole: '.tile', more: 'before after' },
  {
    path: '/admin/downloads',
    heading: 'Downloads',
    whole: '[data-part="download-list"]',
    open: newDownload,
  },
  { path: '/admin/site', heading: 'Site', whole: 'input[name="tagline"]', more: 'before' },
  { path: '/admin/subscribers', heading: 'Subscribers', whole: '.empty' },
  { path: '/admin/site?page=about', heading: 'Site', whole: '.ProseMirror' },
  { path: '/admin/import-newsletter', heading: 'Import Newsletters', whole: 'textarea' },
  { path: '/admin/import', heading: 'Import', whole: 'input[type="file"]' },
  { path: '/admin/account', heading: 'Account', whole: '#sessions li' },
  { path: '/admin/users', heading: 'Users', whole: '.row-list li' },
  { path: '/admin/device', heading: 'On This Device', whole: '.panel p' },
  // What is proposed or typed there keeps links from being followed.
  {
    path: '/admin/create-content?edit=true&contentType=news&content=x',
    heading: 'Edit Content',
    whole: '.ProseMirror',
  },
  {
    path: '/admin/create-content?write=true',
    heading: 'New Article',
    whole: '.ProseMirror',
    open: slashMenu,
  },
]
/** The documents without a session; `/auth` itself is among the public screens. */
const doors: ReadonlyArray<Screen> = [
  { path: '/admin/login', heading: 'Admin Login', whole: 'form' },
  { path: '/auth?code=nobodys', heading: 'Admin Access Only', whole: 'main a' },
]

/** A page that notes what the security policy refuses. */
async function open(path: string, session: 'shared' | 'none' = 'shared') {
  // An invalid address is reported on the console (specification, section 2).
  const expected = /^error: The content of the address can’t be read/
  return site.visit(path, { session, prepare: noteViolations, expected })
}

test('every screen is sound at every width, light and dark, and by keyboard, has no foreign words, and none is missing', async () => {
  const folder = path.join(import.meta.dirname, '../../src/pages/admin')
  const known = [...screens, ...doors].map((screen) => screen.path.replace(/\?.*/, ''))
  // The shell is shown for every screen without a network.
  for (const entry of readdirSync(folder, { withFileTypes: true }))
    if (entry.isDirectory() && entry.name !== 'shell')
      expect(known).toContain(entry.name === 'index' ? '/admin' : `/admin/${entry.name}`)
  const page = await open('/admin/device')
  await page.getByRole('heading', { level: 1 }).waitFor()
  for (const screen of screens) {
    await page.setViewportSize({ width: 390, height: 800 })
    const isOpen = screen.path.startsWith(`${new URL(page.url()).pathname}?`)
    await (isOpen ? page.goto(screen.path) : follow(page, screen.path))
    await expectSound(page, screen)
    await screen.open?.(page)
  }
})

test('the page of an old version, and those of the sign-in, are sound at every width, light and dark, and by keyboard', async () => {
  const commit = (await site.repository().git('rev-list', '--max-parents=0', 'HEAD')).trim()
  const page = await open(`/admin/version?type=articles&id=7&commit=${commit}`)
  await page.frameLocator('iframe').getByRole('heading', { name: 'Part' }).waitFor()
  await expectSound(page, {
    path: 'an old version',
    heading: 'The page as it was',
    whole: 'iframe',
  })
  await page.context().clearCookies()
  for (const screen of doors) {
    await page.goto(screen.path)
    await expectSound(page, screen)
  }
})

async function expectSound(page: Page, { path, heading, whole, more }: Screen) {
  await page.locator(whole).first().waitFor()
  await expect
    .poll(() => page.locator('h1').allTextContents(), { message: path })
    .toEqual([heading])
  await expect.poll(() => page.title(), { message: path }).toMatch(/^\S.* · Green Fingers$/)
  expect(await page.locator('main').count(), path).toBe(1)
  expect(await wordsOn(page), path).toEqual([])
  // When the row of links is too long, the current one is visible, and the sides with more links
  // fade out.
  if (more) await expect.poll(() => linkInView(page), { message: path }).toBe(more)
  await expectRoomy(page, path)
  if (more) await expect.poll(() => linkInView(page), { message: path }).toBe('')
  expect(await unseenFocus(page), path).toEqual([])
  const violations = await page.evaluate(
    () => (window as unknown as { violations: Array<string> }).violations,
  )
  expect(violations, path).toEqual([])
}

/**
 * Where the row of links goes on beside what is visible of it; null while the current link is not
 * visible.
 */
function linkInView(page: Page) {
  return page.getByRole('navigation', { name: 'Admin' }).evaluate((nav) => {
    const [outer, link] = [nav, nav.querySelector('[aria-current]')].map((one) =>
      one?.getBoundingClientRect(),
    )
    return outer && link && link.left > outer.left - 1 && link.right < outer.right + 1
      ? nav.dataset.more
      : null
  })
}

/** The dialogs for new items. */
async function newItems(page: Page) {
  for (const tab of ['Articles', 'News', 'Newsletters']) {
    await page.getByRole('tab', { name: tab, exact: true }).click()
    await page.getByRole('button', { name: 'Create', exact: true }).click()
    await page.getByRole('dialog').getByLabel('Title').first().waitFor()
    expect(await wordsOn(page), `the dialog for a new item below ${tab}`).toEqual([])
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
  }
}

async function newDownload(page: Page) {
  await page.getByRole('button', { name: 'Add Download' }).click()
  await page.getByRole('dialog').getByLabel('Title').waitFor()
  expect(await page.getByLabel('Tempo').count()).toBe(0)
  expect(await wordsOn(page)).toEqual([])
}

/** The slash menu and the toolbar, which offer no settings of devices. */
async function slashMenu(page: Page) {
  await page.locator('.ProseMirror').click()
  await page.keyboard.type('/')
  await page.getByRole('option', { name: 'Table', exact: true }).waitFor()
  expect(await page.getByRole('option', { name: /Device/ }).count()).toBe(0)
  expect(await page.getByRole('button', { name: /Device/ }).count()).toBe(0)
  expect(await wordsOn(page)).toEqual([])
  await page.keyboard.press('Escape')
  await page.keyboard.press('Backspace')
}

function noteViolations(context: BrowserContext) {
  return context.addInitScript(() => {
    const violations: Array<string> = []
    Object.assign(window, { violations })
    document.addEventListener(
      'securitypolicyviolation',
      ({ violatedDirective, blockedURI, sample }) =>
        violations.push(`${violatedDirective} ${blockedURI} ${sample}`),
    )
  })
}

/** The words of the specification among the texts, labels, hints and choices of the page. */
function wordsOn(page: Page): Promise<Array<string>> {
  return page.evaluate(
    ({ source, flags }) => {
      const names = ['placeholder', 'aria-label', 'title', 'alt', 'value']
      const said = [...document.querySelectorAll('body, body *')].flatMap((element) => [
        ...[...element.childNodes]
          .filter(({ nodeType }) => nodeType === 3)
          .map(({ textContent }) => textContent ?? ''),
        ...names.map((name) => element.getAttribute(name) ?? ''),
      ])
      const words = new RegExp(source, flags)
      return said.filter((text) => !text.startsWith('{') && text.search(words) >= 0)
    },
    { source: foreignWords.source, flags: foreignWords.flags },
  )
}
