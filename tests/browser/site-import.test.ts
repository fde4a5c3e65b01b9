import { expect, test } from 'vitest'
import { ask } from '../http-client.ts'
import { wxr, wxrItem } from '../sample-exports.ts'
import { adminInBrowser } from './admin.ts'
import { expectAccessible, expectAccessibleAs } from './axe.ts'

const site = adminInBrowser({ files: { 'site.yaml': 'name: New Garden\n' } })
const head = () => site.git('rev-parse', 'HEAD')

test('somebody imports an export with the keyboard alone: dry run, another type, confirmation, page, undo', async () => {
  const before = await head()
  const page = await site.visit('/admin/import')
  const tab = async (name: string, role: 'button' | 'combobox' | 'switch' = 'button') => {
    const wanted = page.getByRole(role, { name })
    await wanted.waitFor()
    for (let presses = 0; presses < 80; presses += 1) {
      await page.keyboard.press('Tab')
      if (await wanted.evaluate((element) => element === document.activeElement)) return
    }
    throw new Error(`The focus never came to ${name}`)
  }
  // The dialog of the system for files can't be operated from here.
  await page.getByLabel('File').setInputFiles({
    name: 'garden.xml',
    mimeType: 'text/xml',
    buffer: Buffer.from(
      wxr([
        wxrItem(1, { title: 'Roses', categories: ['Beats'] }),
        wxrItem(2, { type: 'page', title: 'Contact' }),
      ]),
    ),
  })
  await tab('Start Dry Run')
  await page.keyboard.press('Enter')

  await page.getByRole('button', { name: 'Import 2 Texts' }).waitFor()
  await page.getByRole('list', { name: 'Texts' }).getByText('Contact').waitFor()
  await expectAccessible(page)
  const listed = '<urlset><url><loc>https://old.example.org/blog/post-1</loc></url></urlset>'
  await page
    .getByLabel('Sitemap or feed of the old site')
    .setInputFiles({ name: 'sitemap.xml', mimeType: 'text/xml', buffer: Buffer.from(listed) })
  await page.getByLabel('Pattern').fill('/blog/{slug}')
  await tab('page (1)', 'combobox')
  await page.keyboard.type('Leave out')
  await tab('Add 1 new category to the site', 'switch')
  await page.keyboard.press('Space')
  await tab('Read Again')
  await page.keyboard.press('Enter')

  await page.getByRole('button', { name: 'Import 1 Text', exact: true }).waitFor()
  await page.getByText('Addresses in your list that lead to their texts: 1 of 1.').waitFor()
  // Another tab shows the same import.
  const other = await page.context().newPage()
  await other.goto('/admin/import')
  await other.getByRole('button', { name: 'Import 1 Text', exact: true }).waitFor()
  await tab('Import 1 Text')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Import finished' }).waitFor()
  await expectAccessibleAs(page, 'light')
  expect((await ask(site.url(), '/article/post-1')).text).toMatch(/<h1[^>]*>Roses</)
  expect((await ask(site.url(), '/category/beats')).text).toContain('Roses')
  expect((await ask(site.url(), '/blog/post-1')).headers.location).toBe('/article/post-1')
  await other.close()

  await tab('Undo Import')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Import taken back' }).waitFor()
  await page.locator(':focus', { hasText: 'are gone again' }).waitFor()
  expect(await site.repository().git('diff', '--stat', before, 'HEAD')).toBe('')
})
