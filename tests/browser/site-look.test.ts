import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { gardenFiles, gardenSettings } from '../garden-site.ts'
import { adminInBrowser } from './admin.ts'
import { expectAccessible } from './axe.ts'
import { overflowing, tabTo } from './browser.ts'

const site = adminInBrowser({ files: { ...gardenFiles, 'site.yaml': `# Our words.\n${gardenSettings}` } })
const git = async (...args: Array<string>) => (await site.repository().git(...args)).trim()
const changedLines = async () =>
  (await git('diff', '-U0', 'HEAD~1', 'HEAD')).split('\n').filter((line) => /^[+-](?![+-])/.test(line))

async function open(): Promise<Page> {
  const page = await site.visit('/admin/site')
  await page.getByRole('tab', { name: 'Subject and looks' }).click()
  await form(page).getByLabel('Category 1', { exact: true }).waitFor()
  return page
}
const form = (page: Page) => page.getByRole('form', { name: 'Subject and looks' })
async function save(page: Page) {
  await form(page).getByRole('button', { name: 'Save Changes' }).click()
  await form(page)
    .locator('[role=status]', { hasText: /^Saved$/ })
    .first()
    .waitFor()
}

test('categories are put into another order by keyboard, and a new one gets its key from its label', async () => {
  const page = await open()
  await form(page).getByLabel('Category 1', { exact: true }).focus()
  await tabTo(page, '[data-move="down-0"]')
  await page.keyboard.press('Enter')
  // The focus goes with the category.
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('data-move'))).toBe('down-1')
  expect(await form(page).getByLabel('Category 2', { exact: true }).inputValue()).toBe('Vegetables')
  await form(page).getByRole('button', { name: 'Add Category' }).click()
  await form(page).getByLabel('Category 4', { exact: true }).fill('House Plants')
  await page.keyboard.press('Tab')
  await expect.poll(() => form(page).getByLabel('Key 4').inputValue()).toBe('house_plants')
  await save(page)
  const file = await git('show', 'HEAD:content/site.yaml')
  expect(file.startsWith('# Our words.\nname: Green Fingers\n')).toBe(true)
  expect([...file.matchAll(/key: (\w+)/g)].map(([, key]) => key)).toEqual([
    ...['fruit_trees', 'vegetables', 'tools', 'house_plants'],
  ])
  // What was not touched keeps its bytes.
  expect(file).toContain("\ntheme: {colors: {accent: '#4f9d45'}, fonts: {headings: serif}}\n")
  const home = await (await fetch(`${site.url()}/category/house_plants`)).text()
  expect(home).toContain('House Plants')
})

test('faults are shown beside their fields, and nothing is saved', async () => {
  const page = await open()
  const before = await git('rev-parse', 'HEAD')
  await form(page).getByLabel('Category 1', { exact: true }).fill('')
  await form(page).getByLabel('Key 1').fill('Not a Key')
  await form(page).getByLabel('Logo').fill('logo.png')
  await form(page).getByRole('button', { name: 'Save Changes' }).click()
  await form(page).getByText('A category needs a label').waitFor()
  await form(page)
    .getByText(/A key has lowercase letters/)
    .waitFor()
  await form(page).getByText('A picture of the site is a file below /media/').waitFor()
  expect(await form(page).getByLabel('Key 1').getAttribute('aria-invalid')).toBe('true')
  expect(await git('rev-parse', 'HEAD')).toBe(before)
})

test('a color with too little contrast is shown before it is saved, and refused', async () => {
  const page = await open()
  await form(page).getByLabel('Muted text, light').fill('#cccccc')
  await form(page)
    .getByText(/muted on \w+ has a contrast of 1\.\d in the light theme/)
    .waitFor()
  await form(page).getByText('too low').first().waitFor()
  await form(page).getByRole('button', { name: 'Muted text as the site came' }).click()
  await expect.poll(() => form(page).getByText('too low').count()).toBe(0)
})

test('parts, levels, texts and the menu are changed, and each alone is written', async () => {
  const page = await open()
  await form(page).getByRole('switch', { name: 'News', exact: true }).click()
  await form(page).getByLabel('Levels').fill('For experts')
  await page.keyboard.press('Enter')
  await form(page).getByLabel('Section of articles').fill('Guides')
  await form(page).getByRole('button', { name: 'Add menu entry' }).click()
  await form(page).getByLabel('Label of menu entry 1').fill('Start')
  await form(page).getByLabel('Address of menu entry 1').fill('/')
  await save(page)
  const changed = (await changedLines()).join('\n')
  expect(changed).toMatch(/^\+parts:/m)
  expect(changed).toMatch(/^\+.*for_experts/m)
  expect(changed).toMatch(/^\+.*articles: Guides/m)
  expect(changed).not.toContain('categories')
  expect((await fetch(`${site.url()}/news`)).status).toBe(404)
  expect(await (await fetch(`${site.url()}/category/all`)).text()).toContain('All Articles')
})

test('the form has room and can be read at every width, light and dark', async () => {
  const page = await open()
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    expect(await overflowing(page)).toEqual([])
  }
  await expectAccessible(page)
})
