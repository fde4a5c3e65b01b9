import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import type { LookFields } from '#domain/site-files.ts'
import { gardenFiles, gardenSettings } from '../garden-site.ts'
import { articleFile } from '../running-site.ts'
import { halves } from '../sample-pictures.ts'
import { adminInBrowser } from './admin.ts'
import { expectAccessibleAs, expectRoomy } from './axe.ts'
import { tabTo } from './browser.ts'

const settings = `# Our words.
${gardenSettings.replace('icon: carrot}', 'icon: carrot} # the beds').replace('levels:', '# The easiest first.\nlevels:')}`
const site = adminInBrowser({
  files: {
    ...gardenFiles,
    'site.yaml': settings,
    'media/2026/logo.png': await halves(64, 64).png().toBuffer(),
  },
})
const { git } = site
const file = () => git('show', 'HEAD:content/site.yaml')
const changedLines = async () =>
  (await git('diff', '-U0', 'HEAD~1', 'HEAD'))
    .split('\n')
    .filter((line) => /^[+-](?![+-])/.test(line))
const textOf = async (path: string) => (await fetch(`${site.url()}${path}`)).text()
interface Answer {
  settings: LookFields
  revision: string
}
const form = (page: Page) => page.getByRole('form', { name: 'Subject and looks' })
const field = (page: Page, label: string) => form(page).getByLabel(label, { exact: true })
const button = (page: Page, name: string) => form(page).getByRole('button', { name, exact: true })
const readSettings = async () =>
  (await (await site.administrator()).call<Answer>('GET', '/api/settings')).body
const toggle = (page: Page, name: string) => form(page).getByRole('switch', { name, exact: true })
const state = (page: Page, word: string) =>
  form(page)
    .locator('[role=status]', { hasText: new RegExp(`^${word}$`) })
    .first()
    .waitFor()

async function save(page: Page) {
  await state(page, 'Unsaved')
  await button(page, 'Save Changes').click()
  await state(page, 'Saved')
}

/** Changes the file by hand, and waits until the site has read it. */
async function write(text: string) {
  await site.repository().write('content/site.yaml', text)
  await site.repository().commit('By hand')
  const blob = await git('rev-parse', 'HEAD:content/site.yaml')
  await expect.poll(async () => (await readSettings()).revision).toBe(blob)
}

test('faults, texts, parts, levels, links, a logo, colors and categories, also those that the site came with, are shown and saved in their lines alone, in one visit', async () => {
  const page = await site.visit('/admin/site?page=look')
  await field(page, 'Category 1').waitFor()
  await refuseFaults(page)
  await changeTextsAndParts(page)
  await changeLevelsAndVersions(page)
  await changeLinksAndLogo(page)
  await changeColorsAndFont(page)
  await changeCategories(page)
  await page.goto('/')
  const shown = await page.evaluate(() => {
    const root = getComputedStyle(document.documentElement)
    return [root.getPropertyValue('--color-accent'), root.getPropertyValue('--font-text')]
  })
  expect(shown[0]).toMatch(/#7fb0ff|rgb\(127, 176, 255\)/)
  expect(shown[1]).toContain('Iowan Old Style')
  await changeDefaults(page)
})

/** Each is shown beside its field, and nothing is saved. */
async function refuseFaults(page: Page) {
  const before = await git('rev-parse', 'HEAD')
  await field(page, 'Category 1').fill('')
  await field(page, 'Key 1').fill('Not a Key')
  await field(page, 'Key 3').fill('fruit_trees')
  await field(page, 'Color 2').fill('red')
  await field(page, 'Logo').fill('logo.png')
  await button(page, 'Save Changes').click()
  await form(page).getByText('A category needs a label').waitFor()
  await form(page)
    .getByText(/A key has lowercase letters/)
    .waitFor()
  await form(page).getByText('Write a color as #rrggbb').waitFor()
  await form(page).getByText('A picture of the site is a file below /media/').waitFor()
  expect(await field(page, 'Key 1').getAttribute('aria-invalid')).toBe('true')
  expect(await git('rev-parse', 'HEAD')).toBe(before)
  await field(page, 'Category 1').fill('Vegetables')
  await field(page, 'Key 1').fill('vegetables')
  await field(page, 'Color 2').fill('#c2452d')
  await form(page).getByText("The key 'fruit_trees' stands twice").waitFor()
  await field(page, 'Key 3').fill('tools')
  await field(page, 'Logo').fill('')
}

async function changeTextsAndParts(page: Page) {
  await field(page, 'Section of articles').fill('Guides')
  await field(page, 'Find another text').fill('latest art')
  await field(page, 'Latest articles').fill('Fresh from the beds')
  await save(page)
  expect(await changedLines()).toEqual([
    '-texts: {footerFormTitle: Get the Garden Letter}',
    '+texts: {footerFormTitle: Get the Garden Letter, articles: Guides, latestArticles: Fresh from the beds}',
  ])
  expect(await git('log', '-1', '--format=%s')).toBe('Update site: texts')
  const home = await textOf('/')
  expect(home).toMatch(/href="\/category\/all"[^>]*>Guides</)
  expect(home).toContain('Fresh from the beds')
  await field(page, 'Find another text').fill('')
  expect(await field(page, 'Latest articles').inputValue()).toBe('Fresh from the beds')

  // An empty field takes the text out again.
  await field(page, 'Section of articles').fill('')
  await toggle(page, 'News').click()
  await save(page)
  expect(await changedLines()).toEqual([
    '-texts: {footerFormTitle: Get the Garden Letter, articles: Guides, latestArticles: Fresh from the beds}',
    '+texts: {footerFormTitle: Get the Garden Letter, latestArticles: Fresh from the beds}',
    '+parts:',
    '+  news: false',
  ])
  expect((await fetch(`${site.url()}/news`)).status).toBe(404)
  expect(await textOf('/')).toMatch(/href="\/category\/all"[^>]*>Articles</)
  expect(await textOf('/')).not.toContain('href="/news"')
  await toggle(page, 'News').click()
  await save(page)
  expect(await changedLines()).toEqual(['-parts:', '-  news: false'])
  expect((await fetch(`${site.url()}/news`)).status).toBe(200)
}

async function changeLevelsAndVersions(page: Page) {
  await button(page, 'Add Level').click()
  await page.keyboard.type('For experts')
  await button(page, 'Move level 3 up').click()
  // A level that files may name keeps its key.
  await field(page, 'Level 1').fill('For beginners')
  await button(page, 'Add Level').click()
  await page.keyboard.type('Hard')
  await button(page, 'Save Changes').click()
  await form(page).getByText('This level stands twice').waitFor()
  await field(page, 'Key of level 4').fill('Very hard')
  await button(page, 'Save Changes').click()
  await form(page).getByText('A key has lowercase letters').waitFor()
  await button(page, 'Remove level 4').click()
  await field(page, 'Versions that articles name').selectOption('list')
  await field(page, 'Versions').fill('zone 6')
  await page.keyboard.press('Enter')
  await save(page)
  const changed = await changedLines()
  expect(changed).toEqual([
    '-levels: [easy, hard]',
    '-versions: free',
    ...changed.filter((line) => line.startsWith('+')),
  ])
  expect(await file()).toContain('# The easiest first.\nlevels:')
  const { settings: saved } = await readSettings()
  expect([saved.levels, saved.versions]).toEqual([
    [{ key: 'easy', label: 'For beginners' }, 'for_experts', 'hard'],
    ['zone 6'],
  ])
  // An article that names another version stays, and is reported.
  expect(await textOf('/article/tomatoes')).toContain('zone 7')
}

async function changeLinksAndLogo(page: Page) {
  const before = await file()
  await form(page).getByText('Now: Articles · News · Newsletter.').waitFor()
  await toggle(page, 'Links of its own: menu').click()
  expect(await field(page, 'Label of menu entry 2').inputValue()).toBe('News')
  await field(page, 'Label of menu entry 2').fill('Journal')
  await button(page, 'Remove menu entry 3').click()
  await button(page, 'Move menu entry 2 up').click()
  await toggle(page, 'Links of its own: last line of the footer').click()
  await button(page, 'Add link of the last line').click()
  await field(page, 'Label of link of the last line 5').fill('Imprint')
  await field(page, 'Address of link of the last line 5').fill('imprint')
  await button(page, 'Save Changes').click()
  await form(page).getByText('An address starts with / or https://').waitFor()
  await field(page, 'Address of link of the last line 5').fill('/imprint')
  await save(page)
  expect((await changedLines()).slice(0, 5)).toEqual([
    '+navigation:',
    '+  - label: Journal',
    '+    url: /news',
    '+  - label: Articles',
    '+    url: /category/all',
  ])
  const home = await textOf('/')
  expect(home).toMatch(/href="\/news"[^>]*>Journal<.*href="\/category\/all"[^>]*>Articles</s)
  expect(home).toMatch(/href="\/imprint"[^>]*>Imprint</)
  await toggle(page, 'Links of its own: menu').click()
  await toggle(page, 'Links of its own: last line of the footer').click()
  await save(page)
  expect(await file()).toBe(before)

  await button(page, 'Choose from media: Logo').click()
  const dialog = page.getByRole('dialog', { name: 'Media Library' })
  await dialog
    .getByRole('button', { name: /logo\.png/ })
    .first()
    .click()
  await dialog.getByRole('button', { name: 'Use Image' }).click()
  await form(page).getByAltText('Logo, now').waitFor()
  await save(page)
  expect(await changedLines()).toEqual(['+logo: /media/2026/logo.png'])
  expect(await textOf('/')).toContain('/media/2026/logo.png')
}

/** A color with too little contrast is refused with a sentence beside it. */
async function changeColorsAndFont(page: Page) {
  const before = await git('rev-parse', 'HEAD')
  await field(page, 'Muted text, light').fill('#cccccc')
  const sentence = form(page)
    .getByRole('group', { name: 'Muted text' })
    .getByText(/^muted on \w+ has a contrast of 1\.\d in the light theme; WCAG AA asks for 4\.5$/)
  await sentence.waitFor()
  await form(page).getByText('too low').first().waitFor()
  await button(page, 'Save Changes').click()
  await state(page, 'Unsaved')
  await sentence.waitFor()
  expect(await git('rev-parse', 'HEAD')).toBe(before)

  // The form has room and can be read at every width, light and dark, with everything open.
  await toggle(page, 'Links of its own: menu').click()
  await expectRoomy(page, 'everything open')
  await toggle(page, 'Links of its own: menu').click()

  await button(page, 'Muted text as the site came').click()
  await expect.poll(() => form(page).getByText('too low').count()).toBe(0)
  await expect.poll(() => sentence.count()).toBe(0)

  await field(page, 'Accent, light').fill('#7fb0ff')
  await field(page, 'Accent, dark').fill('#7fb0ff')
  await field(page, 'Font of texts').selectOption('old_style')
  await save(page)
  expect(await changedLines()).toEqual([
    "-theme: {colors: {accent: '#4f9d45'}, fonts: {headings: serif}}",
    "+theme: {colors: {accent: '#7fb0ff'}, fonts: {headings: serif, text: old_style}}",
  ])
}

/**
 * They are moved by keyboard, added, renamed and removed; comments and other lines stay, and
 * articles can choose them at once.
 */
async function changeCategories(page: Page) {
  await field(page, 'Category 1').focus()
  await tabTo(page, '[data-move="category-down-0"]')
  await page.keyboard.press('Enter')
  // The focus goes with the category.
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.getAttribute('data-move')))
    .toBe('category-down-1')
  expect(await field(page, 'Category 2').inputValue()).toBe('Vegetables')
  await button(page, 'Add Category').click()
  await field(page, 'Category 4').fill('House Plants')
  await page.keyboard.press('Tab')
  await expect.poll(() => field(page, 'Key 4').inputValue()).toBe('house_plants')
  await field(page, 'Color 4').fill('#7a4fa3')
  await field(page, 'Icon 4').selectOption('flower')
  await button(page, 'Remove category 3').click()
  await save(page)
  expect(await changedLines()).toEqual([
    "-  - {key: vegetables, label: Vegetables, color: '#3f8f3a', icon: carrot} # the beds",
    "-  - {key: tools, label: Tools, color: '#5b6d83', icon: wrench, sidebar: false}",
    "+  - {key: vegetables, label: Vegetables, color: '#3f8f3a', icon: carrot} # the beds",
    "+  - {key: house_plants, label: House Plants, color: '#7a4fa3', icon: flower}",
  ])
  expect(await textOf('/category/house_plants')).toContain('House Plants')
  expect((await fetch(`${site.url()}/category/tools`)).status).toBe(404)
  const styles = /href="(\/theme\/[^"]+\.css)"/.exec(await textOf('/'))?.[1] ?? ''
  expect(await textOf(styles)).toContain('--cat-clip: #7a4fa3')

  // A category that has articles keeps its key.
  await field(page, 'Category 1').fill('Fruit')
  await save(page)
  expect(await changedLines()).toEqual([
    "-  - {key: fruit_trees, label: Fruit Trees, color: '#c2452d', icon: apple}",
    "+  - {key: fruit_trees, label: Fruit, color: '#c2452d', icon: apple}",
  ])
  await page.getByRole('navigation').getByRole('link', { name: 'Manage Content' }).first().click()
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  const options = page.getByRole('dialog').getByLabel('Category').locator('option')
  await expect.poll(() => options.allTextContents()).toContain('House Plants')
}

/**
 * The categories that the site came with can be added to and removed, one with articles after a
 * question; a fault in the file costs no more than its value.
 */
async function changeDefaults(page: Page) {
  await site
    .repository()
    .write('content/articles/gain.md', articleFile({ title: 'Gain', category: 'mixing' }))
  await write('name: Beats\n')
  await page.goto('/admin/site?page=look')
  await field(page, 'Category 13').waitFor()
  await state(page, 'Saved')
  await button(page, 'Add Category').click()
  await page.keyboard.type('House')
  await page.keyboard.press('Tab')
  await save(page)
  expect(await file()).toMatch(/^name: Beats\ncategories:\n {2}- /)
  expect(await file()).toContain('\nsubject: default')
  expect(await textOf('/category/house')).toContain('House')
  expect(await textOf('/category/mixing')).toContain('Mixing')

  await button(page, 'Remove category 2').click()
  const question = page.getByRole('dialog', { name: 'Remove “Mixing”?' })
  await question.getByText('1 article loses its page').waitFor()
  await expectAccessibleAs(page, 'dark')
  await question.getByRole('button', { name: 'Remove' }).click()
  await form(page).getByText('1 article loses its page when you save').waitFor()
  await button(page, 'Remove category 1').click()
  expect(await field(page, 'Category 1').inputValue()).toBe('Sound Design')
  await save(page)
  expect((await fetch(`${site.url()}/category/mixing`)).status).toBe(404)

  await write(settings.replace("{accent: '#4f9d45'}", "{accent: '#4f9d45', muted: '#dddddd'}"))
  await page.reload()
  await form(page).locator('.notice', { hasText: 'muted on paper has a contrast of 1.' }).waitFor()
  expect(await field(page, 'Accent, light').inputValue()).toBe('#4f9d45')
  expect(await field(page, 'Muted text, light').inputValue()).toBe('#5d584f')
  await expectAccessibleAs(page, 'dark')
}
