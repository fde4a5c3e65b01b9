import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { articleFile } from '../running-site.ts'
import { adminInBrowser } from './admin.ts'
import { expectAccessible, expectAccessibleAs } from './axe.ts'
import { overflowing, texts } from './browser.ts'
import { goToEditor } from './draft-site.ts'

const site = adminInBrowser({
  files: {
    'site.yaml':
      'name: Test Notes\ntagline: T\ndescription: D\ndisclaimer: X\nabout: A\ntimeZone: UTC\n',
    'articles/old.md': articleFile({
      id: '1',
      title: 'Before the last issue',
      publishedAt: '2026-01-02',
    }),
    'articles/first.md': articleFile({
      id: '2',
      title: 'First',
      excerpt: 'About one.',
      publishedAt: '2026-01-12',
    }),
    'articles/second.md': articleFile({
      id: '3',
      title: 'Second',
      excerpt: 'About two.',
      publishedAt: '2026-01-13',
    }),
    'articles/unready.md': articleFile({
      id: '4',
      title: 'Unready',
      publishedAt: '2026-01-14',
      draft: 'true',
    }),
    'news/1.md':
      '---\nid: 1\ntitle: Third\nexcerpt: Some news.\ncategory: news\npublishedAt: 2026-01-14\n---\n\nText.\n',
    'newsletters/007.md':
      '---\nid: 1\ntitle: Seventh\nissueNumber: 7\ndescription: D\npublishedAt: 2026-01-10\n---\n\nHello.\n',
  },
})

const inIssue = (page: Page) => texts(page, 'ol[aria-label="In this issue"] li p:first-child')

async function newIssue() {
  const page = await site.visit('/admin/manage-content?type=newsletters')
  await page.getByRole('button', { name: 'Create' }).click()
  const dialog = page.getByRole('dialog', { name: 'Create newsletter' })
  await dialog.getByLabel('Title').waitFor()
  return { page, dialog }
}

test('a new issue begins with what was published since the last one, is put in order by dragging and by keys, and becomes a draft', async () => {
  // What was left out can be put in again.
  const { page, dialog } = await newIssue()
  expect(await inIssue(page)).toEqual(['First', 'Second', 'Third'])
  await dialog.getByRole('button', { name: 'Put in another' }).scrollIntoViewIfNeeded()
  const from = await dialog.getByRole('button', { name: 'Move Third' }).boundingBox()
  const to = await dialog.getByRole('button', { name: 'Move First' }).boundingBox()
  if (!from || !to) throw new Error('There are no handles.')
  await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2)
  await page.mouse.down()
  await page.mouse.move(to.x + to.width / 2, to.y + 2, { steps: 12 })
  await page.mouse.up()
  expect(await inIssue(page)).toEqual(['Third', 'First', 'Second'])
  await dialog.getByRole('button', { name: 'Leave out First' }).click()
  await dialog.getByText('Also published since issue #7 (1)').click()
  await dialog.getByRole('button', { name: 'Put in First' }).click()
  expect(await inIssue(page)).toEqual(['Third', 'Second', 'First'])

  // A new one, put in order by keys.
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Discard' }).click()
  await dialog.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Create' }).click()
  await dialog.getByLabel('Title').waitFor()
  expect(await inIssue(page)).toEqual(['First', 'Second', 'Third'])
  expect(await dialog.getByLabel('Title').inputValue()).toBe('First, and 2 more')
  expect(await dialog.getByLabel('Description').inputValue()).toBe(
    'In this issue: First, Second and Third',
  )
  await expect.poll(() => dialog.getByLabel('Issue Number').getAttribute('placeholder')).toBe('8')
  await expectAccessible(page, [390])
  await page.setViewportSize({ width: 360, height: 800 })
  expect(await overflowing(page)).toEqual([])
  await page.setViewportSize({ width: 1280, height: 800 })
  await dialog.getByRole('button', { name: 'Move First' }).focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  expect(await inIssue(page)).toEqual(['Second', 'Third', 'First'])
  expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe(
    'Move First',
  )
  await dialog.getByText('First: place 3 of 3').waitFor()
  expect(await dialog.getByLabel('Title').inputValue()).toBe('Second, and 2 more')
  await dialog.getByRole('button', { name: 'Leave out Third' }).press('Enter')
  expect(await inIssue(page)).toEqual(['Second', 'First'])
  await dialog.getByRole('button', { name: 'Put in another' }).press('Enter')
  const picker = page.getByRole('dialog', { name: 'Put in an article' })
  await picker.getByLabel('Search published content').fill('before the')
  await picker.getByRole('list', { name: 'Published content' }).getByRole('button').nth(0).waitFor()
  await expect.poll(() => picker.getByRole('list').getByRole('button').count()).toBe(1)
  await expectAccessibleAs(page, 'dark')
  await picker.getByRole('button', { name: 'Before the last issue' }).press('Enter')
  expect(await inIssue(page)).toEqual(['Second', 'First', 'Before the last issue'])
  await dialog.getByLabel('Title').fill('My own words')
  await dialog.getByRole('button', { name: 'Move Before the last issue' }).press('ArrowUp')
  expect(await dialog.getByLabel('Title').inputValue()).toBe('My own words')
  await dialog.getByRole('button', { name: 'Create', exact: true }).click()
  await dialog.waitFor({ state: 'detached' })
  const file = await site
    .repository()
    .git('show', `HEAD:content/newsletters/${new Date().getUTCFullYear()}/008-my-own-words.md`)
  expect(file).toContain('issueNumber: 8\n')
  expect(file).toContain('draft: true\n')
  expect(file).toMatch(/publishedAt: "?20/)
  expect(file).toContain('description: "In this issue: Second, Before the last issue and First"')
  expect([...file.matchAll(/title: (.+)/g)].map(([, title]) => title)).toEqual([
    'My own words',
    'Second',
    'Before the last issue',
    'First',
  ])
  expect(file).toContain('excerpt: About two.\n')
  expect(file).toContain('[Read “Second”](/article/second)')

  // An existing article is put in anywhere of an issue that is being edited.
  await goToEditor(page, 'newsletters', 1)
  const add = page.getByRole('button', { name: 'Put in an existing one' })
  const chooser = page.getByRole('dialog', { name: 'Put in an article' })
  const put = async (title: string) => chooser.getByRole('button', { name: title }).click()
  await add.click()
  await put('Second')
  await add.click()
  await chooser.getByLabel('Where').selectOption({ label: '1, before “Second”' })
  await put('First')
  expect(await page.getByLabel('Title of article 1').inputValue()).toBe('First')
  expect(await page.getByLabel('Title of article 2').inputValue()).toBe('Second')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect
    .poll(() => site.repository().git('show', 'HEAD:content/newsletters/007.md'))
    .toMatch(/title: First[\s\S]*\(\/article\/first\)[\s\S]*title: Second/)
})
