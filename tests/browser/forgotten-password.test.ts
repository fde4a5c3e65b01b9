import { afterAll, beforeAll, expect, test } from 'vitest'
import { ask, post } from '../http-client.ts'
import { type MailServer, mailServer } from '../mail-server.ts'
import { eventually, runningSite } from '../running-site.ts'
import { inviteAdministrator } from '../signed-in-site.ts'
import { adminInBrowser } from './admin.ts'
import { expectAccessibleAs } from './axe.ts'

let mail: MailServer
beforeAll(async () => {
  mail = await mailServer()
})
afterAll(() => mail[Symbol.asyncDispose]())

const files = { 'site.yaml': 'name: Test Notes\n' }
const withMail = adminInBrowser({
  files,
  start: (options) =>
    runningSite({
      ...options,
      env: { ...options.env, SMTP_URL: mail.url, MAIL_FROM: 'Site <site@example.org>' },
    }),
})

const newPassword = 'a long enough sentence'

test('a forgotten password is replaced with a mailed link, with the keyboard alone', async () => {
  const ada = await withMail.administrator()
  await ada.call('PATCH', '/api/auth/profile', { name: 'Ada', email: 'ada@example.org' })
  const login = await withMail.visit('/admin/login', {
    session: 'none',
    expected: /RequestError: 422|^422 \/api\/auth\/reset\/finish$/,
  })
  const [page] = await Promise.all([
    login.context().waitForEvent('page'),
    login.getByRole('link', { name: 'Forgot your password?' }).press('Enter'),
  ])
  await page.getByRole('heading', { level: 1, name: 'Forgot your password?' }).waitFor()
  await expectAccessibleAs(page, 'light')
  await page.getByLabel('Username or email').focus()
  await page.keyboard.type('ada@example.org')
  await page.keyboard.press('Enter')
  await page
    .getByText('If there is such an account with a mail address, a link is on its way.')
    .waitFor()
  await eventually(async () => mail.mails.length > 0)
  const link = /http\S+\/auth\/reset\?code=\S+/.exec(mail.mails[0]?.text ?? '')?.[0] ?? ''
  const { pathname, search } = new URL(link)

  await page.goto(pathname + search)
  await page.getByRole('heading', { level: 1, name: 'New Password' }).waitFor()
  await expectAccessibleAs(page, 'dark')
  await page.getByLabel('New password').focus()
  await page.keyboard.type('short')
  await page.keyboard.press('Enter')
  const fault = page.getByText('A password has at least 10 characters.')
  await fault.waitFor()
  expect(await fault.count()).toBe(1)
  await page.getByLabel('New password').fill(newPassword)
  await page.keyboard.press('Enter')
  await page.getByText('Your new password is set.').waitFor()
  expect(await page.getByRole('link', { name: 'Admin Login' }).getAttribute('href')).toBe(
    '/admin/login',
  )
  expect((await signInWith(withMail.url(), 'ada')).status).toBe(200)
  expect((await ask(withMail.url(), pathname + search)).text).toContain(
    'This link has expired or was used already.',
  )
})

const signInWith = (url: string, username: string) =>
  post(url, '/api/auth/login', { username, password: newPassword })

const withoutMail = adminInBrowser({ files })

test('without mail, another administrator makes the link', async () => {
  await inviteAdministrator(await withoutMail.administrator(), 'grace')
  // Its page, without a field, is among the public screens.
  const lost = (await ask(withoutMail.url(), '/auth/reset')).text
  expect(lost).toContain('This site sends no mails. Ask another administrator')
  expect(/<main.*<\/main>/s.exec(lost)?.[0]).not.toContain('<input')
  const page = await withoutMail.visit('/admin/users')
  // One's own password is changed on the page of the account.
  await page.getByRole('button', { name: 'New password for grace' }).waitFor()
  expect(await page.getByRole('button', { name: 'New password for ada' }).count()).toBe(0)
  await page.getByRole('button', { name: 'New password for grace' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'A new password for grace' })
  await dialog.getByRole('button', { name: 'Make Link' }).press('Enter')
  const link = await dialog.getByLabel('Link for a new password').inputValue()
  await expectAccessibleAs(page, 'light')
  await page.goto(new URL(link).pathname + new URL(link).search)
  await page.getByLabel('New password').fill(newPassword)
  await page.getByRole('button', { name: 'Set Password' }).click()
  await page.getByText('Your new password is set.').waitFor()
  expect((await signInWith(withoutMail.url(), 'grace')).status).toBe(200)
})
