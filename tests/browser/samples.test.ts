import { expect, test } from 'vitest'
import { adminInBrowser } from './admin.ts'
import { expectAccessible } from './axe.ts'

const site = adminInBrowser()

test('the dashboard removes the samples after a question with their number, and Undo brings them back', async () => {
  const { git, write, commit } = site.repository()
  await write(
    'content/pages/imprint.md',
    '---\ntitle: Imprint\n---\n\n[Warping](/article/warp-modes)\n',
  )
  await commit('Own page')
  const tree = await git('rev-parse', 'HEAD^{tree}')
  const page = await site.visit('/admin')
  const card = page.getByRole('region', { name: 'Sample texts', exact: true })
  await card.getByText('38 articles, 8 news items, 6 newsletters and 5 downloads').waitFor()
  await card.getByRole('button', { name: 'Remove samples' }).click()
  const dialog = page.getByRole('dialog', { name: 'Remove the samples' })
  await dialog.getByText('Imprint: /article/warp-modes').waitFor()
  await expectAccessible(page, [390])
  await dialog.getByRole('button', { name: 'Remove', exact: true }).click()
  await card.waitFor({ state: 'detached' })
  expect((await git('log', '-1', '--format=%s')).trim()).toBe('Remove the samples')
  await page.getByRole('button', { name: 'Undo' }).click()
  await card.getByText('38 articles').waitFor()
  expect(await git('rev-parse', 'HEAD^{tree}')).toBe(tree)
})
