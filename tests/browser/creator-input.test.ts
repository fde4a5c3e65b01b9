import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { halves } from '../sample-pictures.ts'
import { expectAccessible } from './axe.ts'
import { gate } from './browser.ts'
import { analyze, creatorAddress, creatorSite, rawText, toast } from './creator-site.ts'
import { follow } from './draft-site.ts'

const site = creatorSite()

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const raw = (page: Page) => page.getByLabel('Raw Content')
const tiles = (page: Page) =>
  page.getByRole('list', { name: 'Uploaded images' }).getByRole('listitem')
const isSelected = (page: Page, name: string) =>
  page.getByRole('button', { name: `Select ${name}` }).getAttribute('aria-pressed')

async function upload(page: Page, ...files: Array<{ name: string; type?: string; bytes: Buffer }>) {
  const asked = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: /Click to upload images/ }).click()
  const chooser = await asked
  expect(chooser.isMultiple()).toBe(true)
  await chooser.setFiles(
    files.map(({ name, type = 'image/png', bytes }) => ({ name, mimeType: type, buffer: bytes })),
  )
}

test('the first step shows its texts, formats and analyzes them, keeps them when that fails, and takes pictures', async () => {
  const page = await site.visit('/admin/unified-content-creator?contentType=news', {
    expected: /^503 |RequestError/,
  })
  const [format, go] = [
    button(page, 'Format Content'),
    button(page, 'Analyze & Prepare for Editing'),
  ]
  await page.getByRole('heading', { level: 1, name: 'Paste Your Content' }).waitFor()
  expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe(
    `${creatorAddress}?contentType=news`,
  )
  expect(await page.getByRole('radio', { name: 'News' }).isChecked()).toBe(true)
  await page.getByText('Step 1 of 2').waitFor()
  await page.getByText('Tip: use double line breaks between paragraphs.').waitFor()
  expect(
    await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link').allTextContents(),
  ).toEqual(['Home', 'Admin'])

  // A button can be pressed when the text allows it.
  const disabled = async () => [await format.isDisabled(), await go.isDisabled()]
  expect(await disabled()).toEqual([true, true])
  await raw(page).fill('   ')
  expect(await disabled()).toEqual([true, true])
  await raw(page).fill('Nine char')
  expect(await disabled()).toEqual([false, true])
  await raw(page).fill('Ten chars.')
  expect(await disabled()).toEqual([false, false])
  await raw(page).fill('          ')
  await go.click()
  expect(await toast(page, 'Content too short')).toContain('Please enter more content to analyze.')

  // Formatting makes clean Markdown in place and can be undone.
  await follow(page, creatorAddress)
  expect(await page.getByRole('radio', { name: 'Article' }).isChecked()).toBe(true)
  await raw(page).fill(rawText)
  await format.click()
  await expect.poll(() => raw(page).inputValue()).toBe(rawText.replaceAll('•', '-'))
  await page.getByText('Formatted. No word was changed.').waitFor()
  await button(page, 'Undo Formatting').click()
  expect(await raw(page).inputValue()).toBe(rawText)
  await raw(page).fill('<p>One <b>two</b></p>')
  await format.click()
  await expect.poll(() => raw(page).inputValue()).toBe('One **two**')
  await raw(page).fill('Clean already')
  expect(await button(page, 'Undo Formatting').count()).toBe(0)
  await format.click()
  await page.getByText('This is clean Markdown already.').waitFor()

  // Leaving typed text asks first.
  await raw(page).fill(rawText)
  await page.getByRole('link', { name: 'Manage Content' }).click()
  await page
    .getByText('You have unsaved changes. Are you sure you want to leave this page?')
    .waitFor()
  await button(page, 'Stay').click()
  expect(await raw(page).inputValue()).toBe(rawText)

  // A running analysis is shown as busy, and can be cancelled.
  const { opened, open } = gate()
  await page.route('**/api/analyze-content', async (route) => {
    await opened
    await route.continue().catch(() => {})
  })
  await go.click()
  expect(await button(page, 'Analyzing Content...').isDisabled()).toBe(true)
  await button(page, 'Cancel').click()
  await go.waitFor()
  expect(await raw(page).inputValue()).toBe(rawText)
  open()
  await page.unroute('**/api/analyze-content')

  // A failed analysis keeps the text, and offers another way to continue.
  await page.route('**/api/analyze-content', (route) =>
    route.fulfill({ status: 503, json: { message: 'The service is not there.' } }),
  )
  await go.click()
  expect(await toast(page, 'Analysis failed')).toContain(
    'There was an error analyzing your content. Please try again.',
  )
  await page.getByText('The service is not there. Your text is still here').waitFor()
  expect(await raw(page).inputValue()).toBe(rawText)
  await button(page, 'Continue Without Analysis').click()
  await page.locator('.ProseMirror').getByText('Pick Beats for drums').waitFor()
  expect(await page.getByLabel('Title', { exact: true }).inputValue()).toBe('')
  await page.unroute('**/api/analyze-content')

  // Front matter proposes fields, and is no part of the text.
  await button(page, 'Back to Content Input').click()
  const head =
    '---\ntitle: "Warp: the modes"\ndescription: All of them.\ntags:\n  - drums\ndraft: true\n---\n'
  await raw(page).fill(`${head}\n${rawText}`)
  await format.click()
  await expect.poll(() => raw(page).inputValue()).toBe(`${head}\n${rawText.replaceAll('•', '-')}`)
  await go.click()
  expect(await toast(page, 'Front matter left out')).toContain(
    'Not part of the text: title, description, tags, draft',
  )
  await page.locator('.ProseMirror').getByText('Pick Beats for drums').waitFor()
  expect(await page.getByLabel('Title', { exact: true }).inputValue()).toBe('Warp: the modes')
  expect(await page.getByLabel('Excerpt', { exact: true }).inputValue()).toBe('All of them.')
  expect(await page.locator('.ProseMirror').textContent()).toMatch(/^Warp modes, compared/)
  await addPictures(page)
})

/** Pictures are uploaded, selected, described and removed. */
async function addPictures(page: Page) {
  await button(page, 'Back to Content Input').click()
  await raw(page).fill(rawText)
  const before = Number((await site.repository().git('rev-list', '--count', 'HEAD')).trim())
  await upload(page, { name: 'notes.txt', type: 'text/plain', bytes: Buffer.from('no picture') })
  await page.getByText('Only JPG, PNG, GIF and WebP images can be uploaded.').waitFor()
  const picture = async (name: string, color: string) => ({
    name,
    bytes: await halves(60, 40, color).png().toBuffer(),
  })
  // The second one is stored first; they stay in the order of selection.
  const { opened, open } = gate()
  let asked = 0
  await page.route('**/api/media', async (route) => {
    if (route.request().method() === 'POST') asked += 1
    if (asked === 1) await opened
    await route.fulfill({ response: await route.fetch() })
    open()
  })
  await upload(page, await picture('One.png', '#c25'), await picture('Two.png', '#2c5'))
  await expect.poll(() => tiles(page).count()).toBe(2)
  await page.unroute('**/api/media')
  await upload(page, await picture('Three.png', '#25c'))
  await expect.poll(() => tiles(page).count()).toBe(3)
  const after = Number((await site.repository().git('rev-list', '--count', 'HEAD')).trim())
  expect(after - before).toBe(3)
  expect((await site.lastChange()).files).toEqual([
    expect.stringMatching(/^content\/media\/\d{4}\/three\.png$/),
  ])

  expect(await isSelected(page, 'one.png')).toBe('true')
  await page.getByRole('button', { name: 'Select three.png' }).click()
  const panel = page.getByRole('region', { name: 'Tag suggestions' })
  await panel.getByText('Tag Suggestions').waitFor()
  await page.getByRole('button', { name: 'Remove three.png' }).click()
  expect(await isSelected(page, 'one.png')).toBe('true')
  await page.getByRole('button', { name: 'Remove two.png' }).click()
  expect(await isSelected(page, 'one.png')).toBe('true')

  await panel.getByRole('button', { name: 'Suggest Tags' }).click()
  const offer = panel.getByRole('listitem').getByRole('button').first()
  await offer.waitFor()
  const tag = (await offer.textContent()) ?? ''
  await offer.click()
  expect(await offer.getAttribute('aria-pressed')).toBe('true')
  await page.getByLabel('Alt Text').fill('A session view')
  await expectAccessible(page, [1280])

  await analyze(page)
  expect(await page.locator('[data-part="draft-image"]').getAttribute('src')).toMatch(
    /^\/media\/\d{4}\/one\.png/,
  )
  expect(await page.getByLabel('Alt Text').inputValue()).toBe('A session view')
  expect(await page.locator('[data-part="tag-chip"]').first().textContent()).toBe(tag)
  await page.getByRole('button', { name: 'Back to Content Input' }).click()
  await page.getByRole('button', { name: 'Remove one.png' }).click()
  expect(await tiles(page).count()).toBe(0)
  expect(await panel.count()).toBe(0)
}
