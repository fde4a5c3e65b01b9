import { expect, test } from 'vitest'
import { ask, cookieIn, post } from '../http-client.ts'
import { eventually } from '../running-site.ts'
import { expectAccessible } from './axe.ts'
import { recordedToasts, siteInBrowser } from './browser.ts'
import { follow } from './draft-site.ts'

const browser = siteInBrowser({ files: { 'site.yaml': 'name: New\n' }, cookies: ['session-notes'] })

const password = 'a long enough sentence'

test('the first person registers with the setup code, finds an empty dashboard, changes the password, and everybody else is signed out', async () => {
  const site = browser.site()
  const address = await eventually(async () => /\/auth\?code=[\w-]+/.exec(site.output())?.[0])
  const page = await browser.visit('/admin/login', {
    expected: /RequestError: 422|^422 \/api\/auth\/register$/,
  })
  await page.getByText('This site has no administrator yet.').waitFor()
  await expectAccessible(page, [390])
  await page.goto(address)
  await page.getByRole('heading', { level: 1, name: 'Admin Access Only' }).waitFor()
  await page.getByText('Welcome, and congratulations on your new site, New.').waitFor()
  expect(await page.getByText('You are invited').count()).toBe(0)
  await expectAccessible(page, [390])
  await page.getByLabel('Username').fill('grace')
  // What is wrong stands once in the form, at its field.
  await page.getByLabel('Password', { exact: true }).fill('short')
  await page.getByRole('button', { name: 'Create account' }).click()
  await page.locator('[data-part="toast"]').getByText('Registration failed').waitFor()
  expect(
    await page.getByRole('main').getByText('A password has at least 10 characters.').count(),
  ).toBe(1)
  await page.getByLabel('Password', { exact: true }).fill(password)
  const messages = await recordedToasts(page)
  await page.getByRole('button', { name: 'Create account' }).click()
  await page.waitForURL('**/admin')
  expect(await messages()).toContain('Registration successful')
  await page.getByText('This is your first one.').waitFor()
  await page.getByText('Nothing was edited yet.').waitFor()
  expect(await page.getByRole('region', { name: 'Remote' }).count()).toBe(0)
  // The dashboard of an empty site says so in every part.
  const card = (name: string) => page.getByRole('region', { name, exact: true })
  await card('Drafts').getByText('Nothing is half written.').waitFor()
  await card('Schedule').getByText('Nothing is scheduled.').waitFor()
  await card('Published lately').getByText('Nothing is published yet.').waitFor()
  await card('Downloads').getByText('The site offers no downloads.').waitFor()
  await card('Mail').getByText('Without a mail server').waitFor()
  await card('Content problems').getByText('Every content file can be read.').waitFor()
  await card('Subscribers').getByRole('img', { name: 'Subscribers: from 0 to 0.' }).waitFor()
  expect(await page.getByRole('region', { name: 'Uncommitted files' }).count()).toBe(0)
  await expectAccessible(page, [1280])
  await card('First steps').getByRole('button', { name: 'Put away' }).click()
  await card('First steps').waitFor({ state: 'detached' })

  await follow(page, '/admin/manage-content')
  for (const name of ['Articles', 'Newsletters', 'News']) {
    await page.getByRole('tab', { name, exact: true }).click()
    await page.getByText(`No ${name.toLowerCase()} found.`, { exact: true }).waitFor()
  }

  const login = await post(site.url, '/api/auth/login', { username: 'grace', password })
  const cookie = cookieIn(login)
  const status = async () =>
    (await ask(site.url, '/api/auth/status', { headers: { Cookie: cookie } })).text
  expect(await status()).toContain('"isLoggedIn":true')
  await follow(page, '/admin')
  const activity = page.getByRole('region', { name: 'Recent Activity' })
  expect(
    await activity
      .locator('div', { hasText: 'Last login' })
      .last()
      .getByRole('link')
      .getAttribute('href'),
  ).toBe('/admin/account#sessions')
  await follow(page, '/admin/account')
  await page.getByLabel('Current password').fill(password)
  await page.getByLabel('New password').fill('another long enough sentence')
  await page.getByRole('button', { name: 'Change Password' }).click()
  await page
    .locator('[data-part="toast"]')
    .getByText('You have been signed out everywhere else.')
    .waitFor()
  expect(await status()).toContain('"isLoggedIn":false')
  // The list is asked for again when the message is shown.
  await expect
    .poll(() => page.getByRole('region', { name: 'Sessions' }).getByRole('listitem').count())
    .toBe(1)

  expect((await ask(site.url, address)).text).toContain(
    'This invitation has expired or was used already.',
  )
})
