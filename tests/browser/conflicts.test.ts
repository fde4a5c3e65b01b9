import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { expectAccessible } from './axe.ts'
import { draftSite, save, waitForState } from './draft-site.ts'

const site = draftSite()

const path = 'content/articles/warp.md'
const text = () => readFile(site.repository().path(path), 'utf8')
const bodyOf = (file: string) => file.slice(file.indexOf('\n---\n', 4) + 5).trim()

/** A writer changes the body with git. */
async function commitBody(change: (body: string) => string): Promise<void> {
  const file = await text()
  const body = bodyOf(file)
  await site.repository().write(
    path,
    file.replace(body, () => change(body)),
  )
  await site.repository().commit('Rewrite')
}

/** Makes the file and the open editor say this. */
async function begin(body: string, options = { expected: /409/ }): Promise<Page> {
  await commitBody(() => body)
  const ada = await site.administrator()
  const blob = (await site.repository().git('rev-parse', `HEAD:${path}`)).trim()
  await expect
    .poll(async () => ((await ada.call('GET', '/api/articles/1')).body as { revision: string }).revision)
    .toBe(blob)
  return site.edit('articles', 1, options)
}

const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Somebody else changed this too' })
const others = (page: Page) => page.getByRole('button', { name: 'Somebody else changed this' })

/** Puts the caret behind a word of the body, as keys do. */
async function typeBehind(page: Page, word: string, typed: string): Promise<void> {
  await page.locator('.ProseMirror').first().focus()
  await page.evaluate((sought) => {
    const walker = document.createTreeWalker(document.querySelector('.ProseMirror')!, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const at = node.textContent!.indexOf(sought)
      if (at < 0) continue
      getSelection()!.collapse(node, at + sought.length)
      return
    }
  }, word)
  await page.keyboard.type(typed)
}

test('that somebody else changed the text stays in view, and one proposal with the words of both is taken by key', {
  tags: ['thorough'],
}, async () => {
  const filler = Array.from({ length: 40 }, (_, at) => `Paragraph ${at} of the text.`).join('\n\n')
  const page = await begin(`The **kick** is short and loud.\n\n${filler}`)
  await typeBehind(page, 'short', ' tight')
  await typeBehind(page, 'Paragraph 39', ' at the end')
  await waitForState(page, 'Unsaved')
  await commitBody((body) => body.replace('loud', 'very loud'))
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 800 })
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
    await others(page).waitFor()
    const box = await others(page).boundingBox()
    expect([box!.y >= 0, box!.y + box!.height <= 800]).toEqual([true, true])
  }
  await page.setViewportSize({ width: 1280, height: 800 })
  // From the text, the bar is reached with keys alone.
  await others(page).focus()
  await page.keyboard.press('Enter')
  const dialog = dialogOf(page)
  await dialog.getByText('0 of 1 resolved').waitFor()
  const place = dialog.getByRole('region', { name: /^Text 1/ })
  expect(await place.evaluate((element) => element === document.activeElement)).toBe(true)
  // Screen readers hear why there is a proposal, and whose each word is.
  const described = await place.getAttribute('aria-describedby')
  expect(await dialog.locator(`[id="${described}"]`).textContent()).toMatch(/^You changed different words/)
  const proposal = place.locator('[data-side="proposal"] .merge-text')
  expect((await proposal.textContent())?.replace(/\s+/g, ' ')).toBe(
    'The kick is short [you added: tight ] and [they added: very ] loud.',
  )
  expect(await proposal.locator('strong').textContent()).toBe('kick')
  expect(await dialog.getByText('**kick**').count()).toBe(0)
  await expectAccessible(page, [390, 1280])
  expect(bodyOf(await text())).not.toContain('tight')
  await page.keyboard.press('4')
  await dialog.getByText('1 of 1 resolved').waitFor()
  await place.getByText('The proposal', { exact: true }).waitFor()
  await page.keyboard.press('ControlOrMeta+s')
  await dialog.waitFor({ state: 'detached' })
  await waitForState(page, 'Saved')
  expect(bodyOf(await text())).toMatch(
    /^The \*\*kick\*\* is short tight and very loud\.[\s\S]*Paragraph 39 at the end of the text\.$/,
  )
  expect(await others(page).count()).toBe(0)
})

test('where both changed the same word nothing is proposed, and a person chooses', async () => {
  const page = await begin('The kick is short.')
  await typeBehind(page, 'short', 'er')
  await commitBody((body) => body.replace('short', 'long'))
  await page.keyboard.press('ControlOrMeta+s')
  const dialog = dialogOf(page)
  await dialog.getByText('0 of 1 resolved').waitFor()
  expect(await dialog.getByText('Proposed').count()).toBe(0)
  await page.keyboard.press('4')
  await dialog.getByText('0 of 1 resolved').waitFor()
  await page.keyboard.press('2')
  await page.keyboard.press('Enter')
  await waitForState(page, 'Saved')
  expect(bodyOf(await text())).toBe('The kick is long.')
})

test('a part that they moved and you changed is proposed at its new place, and said to be moved', async () => {
  const page = await begin('The kick is short.\n\nThe snare is loud.\n\nThe hat is open.\n\nThe end.')
  await typeBehind(page, 'short', ' and tight')
  await commitBody(() => 'The snare is loud.\n\nThe hat is open.\n\nThe kick is short.\n\nThe end.')
  await page.keyboard.press('ControlOrMeta+s')
  const dialog = dialogOf(page)
  await dialog.getByText('moved to another place').waitFor()
  await dialog.getByText('They moved this part, and you changed it: your words, at their place.').waitFor()
  await page.keyboard.press('4')
  await page.keyboard.press('Enter')
  await waitForState(page, 'Saved')
  expect(bodyOf(await text())).toBe(
    'The snare is loud.\n\nThe hat is open.\n\nThe kick is short and tight.\n\nThe end.',
  )
})

test('the comparison of a file and a draft shows rendered text, and moved parts as moved', {
  tags: ['thorough'],
}, async () => {
  const page = await begin('The *kick* is short.\n\nThe snare is loud.\n\nThe hat is open.')
  await typeBehind(page, 'loud', ' and wide')
  await waitForState(page, 'Unsaved')
  await commitBody(() => 'The snare is loud.\n\nThe hat is open.\n\nThe *kick* is short.')
  await page.getByRole('button', { name: 'Compare' }).click()
  const dialog = page.getByRole('dialog', { name: 'The file and your draft' })
  await dialog.getByText('Moved here').first().waitFor()
  expect(await dialog.locator('em').first().textContent()).toBe('kick')
  expect(await dialog.locator('ins').allTextContents()).toEqual([' [added:  and wide] '])
  await expectAccessible(page, [390, 1280])
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Merge' }).click()
  await save(page)
  expect(bodyOf(await text())).toBe('The snare is loud and wide.\n\nThe hat is open.\n\nThe *kick* is short.')
})

test('the history is read, filtered and restored with keys alone, and the page as it was has an address', async () => {
  const page = await begin('The *kick* is short.\n\nThe snare is loud.\n\nThe hat is open.', { expected: /$^/ })
  await typeBehind(page, 'kick', ' drum')
  await save(page)
  await page.getByRole('button', { name: 'History' }).focus()
  await page.keyboard.press('Enter')
  const panel = page.getByRole('dialog', { name: 'History' })
  const versions = panel.getByRole('list', { name: 'Versions' }).getByRole('button')
  await expect.poll(() => versions.first().textContent()).toMatch(/^1 paragraphAdminada · /)
  const all = await versions.count()
  const changes = panel.locator('[data-part="comparison"]')
  await expect.poll(() => changes.locator('ins').allTextContents()).toEqual([expect.stringMatching(/drum/)])
  expect(await changes.locator('em').first().textContent()).toContain('kick')
  // Letters choose in a list, as everywhere in the browser.
  await panel.getByLabel('From').focus()
  await page.keyboard.type('G')
  await expect.poll(() => versions.first().textContent()).toMatch(/GitRewriteWren Writer · /)
  expect(await versions.count()).toBeLessThan(all)
  await panel.getByLabel('By').focus()
  await page.keyboard.type('ada')
  await panel.getByText('No version is like that.').waitFor()
  await panel.getByLabel('From').focus()
  await page.keyboard.press('Home')
  await expect.poll(() => versions.count()).toBeGreaterThan(0)
  const address = await panel.getByRole('link', { name: 'The page as it was' }).getAttribute('href')
  await expectAccessible(page, [390, 1280])
  await page.keyboard.press('Escape')
  await panel.waitFor({ state: 'detached' })
  const then = await site.visit(address!)
  await then.frameLocator('iframe').getByText('The kick drum is short.').waitFor()
  await expectAccessible(then, [390, 1280])
  const answer = await fetch(`${site.url()}${address}`, { redirect: 'manual' })
  expect(answer.headers.get('cache-control')).toContain('no-store')
  expect(await answer.text()).not.toContain('drum')
})

test('a history of which the server read the newer part says that there is more', { tags: ['thorough'] }, async () => {
  const ada = await site.administrator()
  await ada.call('PATCH', '/api/articles/2', { excerpt: 'Another.' })
  const page = await site.edit('articles', 2, {
    arrange: (page) =>
      page.route('**/api/articles/2/history', async (route) => {
        const answer = await route.fetch()
        const versions: Array<unknown> = await answer.json()
        await route.fulfill({ response: answer, json: versions.slice(0, 1) })
      }),
  })
  await page.getByRole('button', { name: 'History' }).click()
  const panel = page.getByRole('dialog', { name: 'History' })
  await panel.getByText('The list ends with 1 version. Older ones are in the repository').waitFor()
})

test('a deleted item has a history, from which it is restored', { tags: ['thorough'] }, async () => {
  const ada = await site.administrator()
  await ada.call('DELETE', '/api/articles/4')
  const page = await site.visit('/admin/manage-content?type=articles&show=deleted')
  await page.getByRole('button', { name: 'History of “Odd one”' }).focus()
  await page.keyboard.press('Enter')
  const panel = page.getByRole('dialog', { name: 'History' })
  const versions = panel.getByRole('list', { name: 'Versions' }).getByRole('button')
  await expect.poll(() => versions.first().textContent()).toMatch(/^DeletedAdminada · /)
  await versions.last().focus()
  await page.keyboard.press('Enter')
  await panel.getByRole('button', { name: 'Restore this version' }).focus()
  await page.keyboard.press('Enter')
  const question = page.getByRole('dialog', { name: 'Restore this version?' })
  await question.getByRole('button', { name: 'Restore', exact: true }).click()
  await page.getByText('Version restored').first().waitFor()
  expect((await ada.call('GET', '/api/articles/4')).status).toBe(200)
})
