import { expect, test } from 'vitest'
import { halves } from '../sample-pictures.ts'
import { expectAccessible } from './axe.ts'
import { draftSite, save } from './draft-site.ts'

const site = draftSite()

test('suggestions from the text are taken one by one, and a field that nobody took stays', async () => {
  const picture = 'content/media/kick-and-bass-in-mono.png'
  await site.repository().write(picture, await halves(64, 40).png().toBuffer())
  await site.commitNatively(
    'articles/warp.md',
    (text) => `${text}\n![](/media/kick-and-bass-in-mono.png)\n`,
  )
  const page = await site.edit('articles', 1)
  const suggestions = page.getByRole('region', { name: 'Suggestions from the text' })
  const ask = suggestions.getByRole('button', { name: 'Suggest from text' })
  const use = (name: RegExp) => suggestions.getByRole('button', { name })
  const title = page.getByLabel('Title', { exact: true })
  const excerpt = page.getByLabel('Excerpt', { exact: true })

  await ask.click()
  await use(/^Use as excerpt: Warp markers/).waitFor()
  // This site has no model.
  expect(await page.getByRole('button', { name: 'Ask the model' }).count()).toBe(0)
  expect(await title.inputValue()).toBe('Warp modes')
  const before = await excerpt.inputValue()

  await use(/^Use as title: /).click()
  expect(await title.inputValue()).toMatch(/warp markers/i)
  expect(await excerpt.inputValue()).toBe(before)
  await use(/^Use as title: /).waitFor({ state: 'detached' })
  await use(/^Use as tag: /)
    .first()
    .click()
  await use(/^Use as alternative text: Kick and bass in mono/).click()
  await page.locator('.ProseMirror img[alt="Kick and bass in mono"]').waitFor()
  await expectAccessible(page)

  await save(page)
  const file = await site.file('articles/warp.md')
  expect(file).toContain('![Kick and bass in mono](/media/kick-and-bass-in-mono.png)')
  expect(file).toMatch(/^title: .*warp markers/im)
  expect(file).toMatch(/^tags: \[warp, .+\]$/m)
  expect(file).toContain('excerpt: ')
})

test('the empty slug of a draft follows a title that is taken', async () => {
  const page = await site.edit('articles', 2)
  await page.getByLabel('URL Slug').fill('')
  const suggestions = page.getByRole('region', { name: 'Suggestions from the text' })
  await suggestions.getByRole('button', { name: 'Suggest from text' }).click()
  await suggestions.getByRole('button', { name: /^Use as title: /i }).click()
  expect(await page.getByLabel('URL Slug').inputValue()).toMatch(/^warp-markers/)
})
