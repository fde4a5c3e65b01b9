import { Secret, TOTP } from 'otpauth'
import { expect, test } from 'vitest'
import { ask } from '../http-client.ts'
import { admin } from '../signed-in-site.ts'
import { adminInBrowser } from './admin.ts'
import { expectAccessibleAs } from './axe.ts'

const site = adminInBrowser({ files: { 'site.yaml': 'name: Test Notes\n' } })
/** The code of now, or of `steps` of 30 seconds later; the server accepts those before and after its own time too. */
const codeOf = (key: string, steps: number) =>
  new TOTP({ secret: Secret.fromBase32(key) }).generate({ timestamp: Date.now() + steps * 30_000 })

test('an authenticator app is set up, asked for, and switched off, with the keyboard alone', async () => {
  const page = await site.visit('/admin/account', { expected: /RequestError: 422|^422 \/api\/auth\/totp$/ })
  const card = page.getByRole('region', { name: 'Authenticator app' })
  await card.getByRole('button', { name: 'Set Up' }).press('Enter')
  await card.getByLabel('Your password').fill('wrong')
  await page.keyboard.press('Enter')
  await card.getByText('The current password is wrong.').waitFor()
  await card.getByLabel('Your password').fill(admin.ADMIN_PASSWORD)
  await page.keyboard.press('Enter')
  await card.getByRole('img', { name: 'QR code of the key' }).waitFor()
  await expectAccessibleAs(page, 'light')
  const key = (await card.locator('code').innerText()).replaceAll(' ', '')
  expect(await card.getByRole('textbox', { name: 'Code' }).evaluate((field) => field === document.activeElement)).toBe(
    true,
  )
  await page.keyboard.type(codeOf(key, 0))
  await page.keyboard.press('Enter')
  const codes = card.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')
  await codes.first().waitFor()
  expect(await codes.count()).toBe(10)
  const recovery = await codes.first().innerText()
  await expectAccessibleAs(page, 'light')
  await card.getByRole('button', { name: 'I Have Kept Them' }).press('Enter')
  await card.getByText('10 of your recovery codes are left.').waitFor()

  const login = await site.visit('/admin/login', {
    ...{ session: 'none', expected: /RequestError: 401|^401 \/api\/auth\/login$/ },
  })
  await login.getByLabel('Username').fill('ada')
  await login.getByLabel('Password', { exact: true }).fill(admin.ADMIN_PASSWORD)
  await login.keyboard.press('Enter')
  await login.getByRole('alert').getByText('Enter the code of your authenticator app.').waitFor()
  await expectAccessibleAs(login, 'dark')
  expect(await login.getByLabel('Code').evaluate((field) => field === document.activeElement)).toBe(true)
  await login.keyboard.type('not a code')
  await login.keyboard.press('Enter')
  await login.getByRole('alert').getByText('This code is wrong, or was used already.').waitFor()
  await login.getByLabel('Code').fill(codeOf(key, 1))
  await login.keyboard.press('Enter')
  await login.waitForURL('**/admin')

  // A recovery code, when the app is lost.
  const { status } = await ask(site.url(), '/api/auth/login', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ username: 'ada', password: admin.ADMIN_PASSWORD, code: recovery }),
  })
  expect(status).toBe(200)

  await page.reload()
  await card.getByText('9 of your recovery codes are left.').waitFor()
  await card.getByRole('button', { name: 'Switch Off' }).press('Enter')
  await card.getByLabel('Your password').fill(admin.ADMIN_PASSWORD)
  await page.keyboard.press('Enter')
  await card.getByRole('button', { name: 'Set Up' }).waitFor()
})
