import { expect, test } from 'vitest'
import { adminInBrowser } from './admin.ts'
import { expectAccessible, expectAccessibleAs } from './axe.ts'
import { follow } from './draft-site.ts'

const site = adminInBrowser({
  files: {
    'site.yaml': 'name: Test Notes\ntagline: T\ndescription: D\ndisclaimer: X\nabout: A\n',
    'articles/early.md':
      '---\nid: 1\ntitle: Not out yet\nexcerpt: E\ncategory: mixing\n---\n\nEarly words.\n',
  },
})

test('a draft is shared with somebody without an account, and the link is ended, with the keyboard alone', async () => {
  const page = await site.visit('/admin/draft-editor?id=1&type=articles')
  await page.getByRole('button', { name: 'Share' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Share this draft' })
  await dialog.getByRole('button', { name: 'Make Link' }).press('Enter')
  const link = new URL(await dialog.getByLabel('Link to the draft').inputValue()).pathname
  await expectAccessibleAs(page, 'light')

  const guest = await site.visit(link, { session: 'none', expected: /^404 \/draft\// })
  await guest.getByText('Early words.').waitFor()
  await guest
    .getByRole('note', { name: 'Not public' })
    .getByText('It was shared with you until')
    .waitFor()
  expect(await guest.getByRole('link', { name: 'Open in Editor' }).count()).toBe(0)
  await expectAccessible(guest, [390])

  await follow(page, '/admin/users')
  const shared = page.getByRole('region', { name: 'Shared drafts' })
  await shared.getByRole('link', { name: 'Not out yet' }).waitFor()
  await shared.getByRole('button', { name: 'End the link to Not out yet' }).press('Enter')
  await shared.getByText('No draft is shared.').waitFor()
  await guest.goto(link)
  await guest.getByRole('heading', { level: 1, name: 'This Link Has Ended' }).waitFor()
  await expectAccessibleAs(guest, 'light')
})
