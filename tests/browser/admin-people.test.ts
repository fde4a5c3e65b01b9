import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { ask, post } from '../http-client.ts'
import { articleFile } from '../running-site.ts'
import { adminInBrowser } from './admin.ts'
import { expectAccessible, expectAccessibleAs } from './axe.ts'
import { follow } from './draft-site.ts'

const site = adminInBrowser({
  files: {
    'site.yaml': 'name: Test Notes\ntagline: T\ndescription: D\ndisclaimer: X\nabout: A\n',
    'articles/one.md': articleFile({ id: '1', title: 'One' }),
    'articles/two.md': articleFile({ id: '2', title: 'Two' }),
  },
})

test('the dashboard has its cards, and shows the state of git, of the files and of the accounts; an invitation link lets one more person register, who can be deleted, and the account ends sessions', async () => {
  const repository = site.repository()
  await repository.write('content/articles/2026/broken.md', 'no frontmatter\n')
  await repository.write('content/articles/2026/z.md', articleFile({ title: 'Twin', slug: 'two' }))
  await repository.commit('Break a file')
  await repository.write('content/articles/2026/new.md', 'not committed\n')
  const ada = await site.administrator()
  const fields = {
    title: 'Fresh from the API',
    excerpt: 'E',
    content: 'Text.\n',
    category: 'mixing',
    publishedAt: null,
  }
  const { body } = await ada.call<{ id: number; revision: string }>('POST', '/api/articles', fields)
  // A restored item does not count as created.
  expect((await ada.call('DELETE', '/api/articles/1')).status).toBe(200)
  const { body: deleted } = await ada.call<Array<{ commit: string }>>(
    'GET',
    '/api/articles/deleted',
  )
  const restored = await ada.call('POST', '/api/articles/1/restore', { commit: deleted[0]?.commit })
  expect(restored.status).toBe(200)
  await ada.call('PATCH', `/api/articles/${body.id}`, { title: 'Edited', revision: body.revision })

  const page = await site.visit('/admin', {
    expected: /RequestError: 422|^422 \/api\/auth\/password$/,
  })
  const crumbs = page.getByRole('navigation', { name: 'Breadcrumb' })
  const card = (name: string) => page.getByRole('region', { name, exact: true })
  const activity = card('Recent Activity')
  await activity.getByRole('link', { name: 'Edited' }).first().waitFor()
  expect(
    (await crumbs.locator('li').allTextContents()).map((text) => text.replace('/', '')),
  ).toEqual(['Home', 'Admin'])
  expect(await card('Create Content').getByRole('link').getAttribute('href')).toBe(
    '/admin/create-content',
  )
  expect(
    await card('Manage Content').getByRole('link', { name: 'Manage Content' }).getAttribute('href'),
  ).toBe('/admin/manage-content')
  expect(await card('Help & Resources').getByRole('link').getAttribute('href')).toBe('/')
  expect(await card('Help & Resources').getByRole('listitem').count()).toBe(4)
  expect(
    await page.getByRole('banner').getByRole('link', { name: 'Test Notes' }).getAttribute('href'),
  ).toBe('/')
  const creation = activity.locator('div', { hasText: 'Last content creation' }).last()
  expect(await creation.getByRole('link', { name: 'Edited' }).getAttribute('href')).toBe(
    `/admin/draft-editor?id=${body.id}&type=articles`,
  )
  await activity
    .locator('div', { hasText: 'Last content edit' })
    .last()
    .getByRole('link', { name: 'Edited' })
    .waitFor()
  const problems = card('Content problems')
  await problems.getByText('articles/2026/broken.md:1').waitFor()
  expect(
    await problems
      .getByRole('link', { name: /^Open in Editor: / })
      .first()
      .getAttribute('href'),
  ).toMatch(/^\/admin\/draft-editor\?id=\d+&type=articles$/)
  await card('Uncommitted files').getByText('articles/2026/new.md').waitFor()
  await card('Subscribers').getByText('people get the newsletter.').waitFor()
  await repository.git('checkout', '-q', '--detach')
  await page.reload()
  const alert = page.getByRole('alert').filter({ hasText: 'Nothing can be saved right now.' })
  await alert.getByText('The working copy is on no branch (detached HEAD)').waitFor()
  await alert.getByText('pass this message on to the person who runs the server').waitFor()
  await repository.git('checkout', '-q', '-')
  await expectAccessibleAs(page, 'light')
  await inviteAndEnd(page)
})

/**
 * An invitation link lets one more person register, who can be deleted, and the account ends
 * sessions.
 */
async function inviteAndEnd(page: Page) {
  await follow(page, '/admin/users')
  await page.getByRole('button', { name: 'Delete ada' }).waitFor()
  expect(await page.getByRole('button', { name: 'Delete ada' }).isDisabled()).toBe(true)
  await page.getByRole('button', { name: 'Create Invitation' }).click()
  const link = await page.getByLabel('Invitation link').inputValue()
  await expectAccessibleAs(page, 'light')

  // The form of the page is that of the first administrator (`first-administrator.test.ts`).
  const address = new URL(link)
  const person = {
    username: 'grace',
    password: 'a long enough sentence',
    code: address.searchParams.get('code'),
  }
  const ada = await site.administrator()
  expect((await ada.call('POST', '/api/auth/register', person, { Cookie: '' })).status).toBe(201)
  expect((await ask(site.url(), address.pathname + address.search)).text).toContain(
    'This invitation has expired or was used already.',
  )

  await page.reload()
  await page.getByRole('button', { name: 'Sign Out grace everywhere' }).click()
  await page.locator('[data-part="toast"]').getByText('grace is signed out everywhere.').waitFor()
  await page.getByRole('button', { name: 'Delete grace' }).click()
  const dialog = page.getByRole('dialog', { name: 'Delete grace?' })
  await dialog.getByRole('button', { name: 'Delete User' }).click()
  await page.locator('[data-part="toast"]').getByText('User deleted').waitFor()
  await expect.poll(() => page.getByText('grace', { exact: true }).count()).toBe(0)

  // What was done is on record, and can be filtered.
  await page.reload()
  const record = page.getByRole('region', { name: 'On record' })
  const actions = record.getByRole('list', { name: 'Actions on record' }).getByRole('listitem')
  await actions
    .filter({ hasText: 'Deleted an administrator' })
    .getByText('by ada, account of a deleted user (2)')
    .waitFor()
  await record.getByRole('button', { name: 'Sign-ins' }).click()
  await actions.filter({ hasText: 'Made an invitation' }).first().waitFor({ state: 'detached' })
  await record.getByLabel('Person').selectOption('ada')
  await record.getByRole('button', { name: 'Accounts' }).click()
  await actions.filter({ hasText: 'Made an invitation' }).first().waitFor()
  expect(await record.getByRole('link', { name: 'Export CSV' }).getAttribute('href')).toBe(
    '/api/record.csv?kind=accounts&person=1',
  )
  await expectAccessible(page, [390])

  // The account shows and ends sessions, and refuses a wrong current password.
  await post(
    site.url(),
    '/api/auth/login',
    { username: 'ada', password: 'correct horse battery staple' },
    { 'User-Agent': 'Firefox/121.0 (Windows)' },
  )
  await follow(page, '/admin/account')
  const sessions = page.getByRole('region', { name: 'Sessions' })
  await sessions.getByText('This browser').waitFor()
  await sessions.getByRole('button', { name: 'End the session of Firefox on Windows' }).click()
  await page.locator('[data-part="toast"]').getByText('Session ended').waitFor()
  await expect.poll(() => sessions.getByText('Firefox on Windows').count()).toBe(0)
  await page.getByLabel('Current password').fill('wrong')
  await page.getByLabel('New password').fill('another long sentence')
  await page.getByRole('button', { name: 'Change Password' }).click()
  await page.getByText('The current password is wrong.').first().waitFor()
  await expect
    .poll(() => page.getByLabel('Current password').getAttribute('aria-invalid'))
    .toBe('true')
  await expectAccessibleAs(page, 'dark')
}
