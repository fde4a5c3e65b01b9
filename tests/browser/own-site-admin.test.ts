import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { gardenFiles, gardenSettings, specifiedWords } from '../garden-site.ts'
import { halves } from '../sample-pictures.ts'
import { adminInBrowser } from './admin.ts'

const site = adminInBrowser({
  files: {
    ...gardenFiles,
    'site.yaml': gardenSettings,
    'articles/2026/plum.md':
      '---\ntitle: Plums\nid: 7\nexcerpt: E\ncategory: fruit_trees\nimageUrl: /media/2026/a.png\npublishedAt: 2026-03-04\n---\n\n![](/media/2026/a.png)\n\nDig and sow.\n',
    'downloads/plan.md': '---\nid: 1\ntitle: Plan\ndescription: D\nfile: plan.zip\npublishedAt: 2026-01-02\n---\n',
    'downloads/plan.zip': 'PK',
    'media/2026/a.png': await halves(64, 40).png().toBuffer(),
  },
})

/** The tips of the dashboard are words of the admin, not of a subject. */
const admins = new RegExp(specifiedWords.source.replace('|\\btips\\b', ''), 'gi')

const screens = [
  ['/admin', '[data-part="dashboard-state"] .facts'],
  ['/admin/create-content', 'textarea'],
  ['/admin/create-content?write=true', '.ProseMirror'],
  ['/admin/create-content?write=true&contentType=news', '.ProseMirror'],
  ['/admin/manage-content', '[data-item]'],
  ['/admin/draft-editor?type=articles&id=7', '.ProseMirror p'],
  ['/admin/draft-editor?type=news&id=1', '.ProseMirror p'],
  ['/admin/draft-editor?type=newsletters&id=1', '.ProseMirror'],
  ['/admin/media', '.tile'],
  ['/admin/downloads', '[data-part="download-list"]'],
  ['/admin/subscribers', '.empty'],
  ['/admin/import-newsletter', 'textarea'],
  ['/admin/site', 'input[name="tagline"]'],
  ['/admin/site?page=about', '.ProseMirror'],
  ['/admin/account', '#sessions li'],
  ['/admin/users', '.row-list li'],
  ['/admin/device', '.panel p'],
] as const

test('no screen shows the words of the specification on a site about gardening, nor does the login', async () => {
  const page = await site.visit('/admin')
  for (const [path, whole] of screens) {
    await page.goto(path)
    await page.locator(whole).first().waitFor()
    expect(await wordsOn(page), path).toEqual([])
  }
  await page.context().clearCookies()
  await page.goto('/admin/login')
  await page.locator('form').waitFor()
  expect(await wordsOn(page), 'the login').toEqual([])
})

test('no dialog and no menu shows them, and a new article is saved in a category of the garden', async () => {
  const page = await site.visit('/admin/manage-content')
  for (const tab of ['Articles', 'News', 'Newsletters']) {
    await page.getByRole('tab', { name: tab, exact: true }).click()
    await page.getByRole('button', { name: 'Create', exact: true }).click()
    await page.getByRole('dialog').getByLabel('Title').first().waitFor()
    expect(await wordsOn(page), `the dialog for a new item below ${tab}`).toEqual([])
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
  }
  await page.goto('/admin/downloads')
  await page.getByRole('button', { name: 'Add Download' }).click()
  await page.getByRole('dialog').getByLabel('Title').waitFor()
  expect(await page.getByLabel('Tempo').count()).toBe(0)
  expect(await wordsOn(page)).toEqual([])

  // The slash menu and the toolbar offer no settings of devices.
  await page.goto('/admin/create-content?write=true')
  const text = page.locator('.ProseMirror')
  await text.click()
  await page.keyboard.type('/')
  await page.getByRole('option', { name: 'Table', exact: true }).waitFor()
  expect(await page.getByRole('option', { name: /Device/ }).count()).toBe(0)
  expect(await page.getByRole('button', { name: /Device/ }).count()).toBe(0)
  expect(await wordsOn(page)).toEqual([])
  const ada = await site.administrator()
  const made = await ada.call('POST', '/api/articles', {
    ...{ title: 'Sharpen a spade', excerpt: 'E', content: 'File it.', contentFormat: 'markdown', category: 'Tools' },
  })
  expect([made.status, made.body.category, made.body.techniqueLevel]).toEqual([201, 'tools', 'easy'])
  const refused = await ada.call('POST', '/api/articles', {
    ...{ title: 'Warp', excerpt: 'E', content: 'W', contentFormat: 'markdown', category: 'mixing' },
  })
  expect(refused.status).toBe(422)
})

/** The words of the specification among the texts, labels, hints and choices of the page. */
function wordsOn(page: Page): Promise<Array<string>> {
  return page.evaluate(
    ({ source, flags }) => {
      const names = ['placeholder', 'aria-label', 'title', 'alt', 'value']
      const said = [...document.querySelectorAll('body, body *')].flatMap((element) => [
        ...[...element.childNodes].filter(({ nodeType }) => nodeType === 3).map(({ textContent }) => textContent ?? ''),
        ...names.map((name) => element.getAttribute(name) ?? ''),
      ])
      const words = new RegExp(source, flags)
      return said.filter((text) => !text.startsWith('{') && text.search(words) >= 0)
    },
    { source: admins.source, flags: 'i' },
  )
}
