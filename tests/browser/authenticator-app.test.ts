import { Secret, TOTP } from 'otpauth'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { post } from '../http-client.ts'
import { admin, inviteAdministrator } from '../signed-in-site.ts'
import { adminInBrowser } from './admin.ts'
import { expectAccessible, expectAccessibleAs } from './axe.ts'

const site = adminInBrowser({ files: { 'site.yaml': 'name: Test Notes\n' } })
/**
 * The code of now, or of `steps` of 30 seconds later; the server accepts those before and after its
 * own time too.
 */
const codeOf = (key: string, steps: number) =>
  new TOTP({ secret: Secret.fromBase32(key) }).generate({ timestamp: Date.now() + steps * 30_000 })

/** Answers the next call of an address as the server does some minutes after a sign-in. */
async function askToConfirm(page: Page, address: string): Promise<void> {
  const json = { message: 'Please confirm with your password that it is you.', kind: 'confirm' }
  await page.route(address, (route) => route.fulfill({ status: 403, json }), { times: 1 })
}

test('an authenticator app is set up, asked for, demanded of everybody, and switched off, with the keyboard alone', async () => {
  const page = await site.visit('/admin/account', {
    expected:
      /RequestError: (?:403|422)|^422 \/api\/auth\/confirm$|^403 \/api\/auth\/(?:totp|recovery-codes)$/,
  })
  const card = page.getByRole('region', { name: 'Authenticator app' })
  // A sign-in of some minutes ago does not confirm such a change.
  await askToConfirm(page, '**/api/auth/totp')
  await card.getByRole('button', { name: 'Set Up' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Confirm that it is you' })
  await dialog.getByLabel('Password').fill('wrong')
  await expectAccessible(page, [390])
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.keyboard.press('Enter')
  await dialog.getByRole('alert').getByText('The password is wrong.').waitFor()
  await dialog.getByLabel('Password').fill(admin.ADMIN_PASSWORD)
  await page.keyboard.press('Enter')
  await dialog.waitFor({ state: 'detached' })
  await card.getByRole('img', { name: 'QR code of the key' }).waitFor()
  await expectAccessibleAs(page, 'light')
  const key = (await card.locator('code').innerText()).replaceAll(' ', '')
  expect(
    await card
      .getByRole('textbox', { name: 'Code' })
      .evaluate((field) => field === document.activeElement),
  ).toBe(true)
  await page.keyboard.type(codeOf(key, 0))
  await page.keyboard.press('Enter')
  const codes = card.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')
  await codes.first().waitFor()
  expect(await codes.count()).toBe(10)
  const [recovery = '', spare = ''] = await codes.allInnerTexts()
  await card.getByRole('button', { name: 'I Have Kept Them' }).press('Enter')
  await card.getByText('10 of your recovery codes are left.').waitFor()

  const login = await site.visit('/admin/login', {
    session: 'none',
    expected: /RequestError: 401|^401 \/api\/auth\/login$/,
  })
  await login.getByLabel('Username').fill('ada')
  await login.getByLabel('Password', { exact: true }).fill(admin.ADMIN_PASSWORD)
  await login.keyboard.press('Enter')
  await login.getByRole('alert').getByText('Enter the code of your authenticator app.').waitFor()
  await expectAccessibleAs(login, 'dark')
  expect(await login.getByLabel('Code').evaluate((field) => field === document.activeElement)).toBe(
    true,
  )
  await login.keyboard.type('not a code')
  await login.keyboard.press('Enter')
  await login.getByRole('alert').getByText('This code is wrong, or was used already.').waitFor()
  await login.getByLabel('Code').fill(codeOf(key, 1))
  await login.keyboard.press('Enter')
  await login.waitForURL('**/admin')

  // A recovery code, when the app is lost.
  const { status } = await post(site.url(), '/api/auth/login', {
    username: 'ada',
    password: admin.ADMIN_PASSWORD,
    code: recovery,
  })
  expect(status).toBe(200)

  await page.reload()
  await card.getByText('9 of your recovery codes are left.').waitFor()
  // The confirmation asks for a code, too.
  await askToConfirm(page, '**/api/auth/recovery-codes')
  await card.getByRole('button', { name: 'New Recovery Codes' }).press('Enter')
  await dialog.getByLabel('Password').fill(admin.ADMIN_PASSWORD)
  await page.keyboard.press('Enter')
  await dialog.getByLabel('Code').fill(spare)
  await page.keyboard.press('Enter')
  await codes.first().waitFor()
  const [fresh = ''] = await codes.allInnerTexts()
  await card.getByRole('button', { name: 'I Have Kept Them' }).press('Enter')
  await card.getByRole('button', { name: 'Switch Off' }).press('Enter')
  await card.getByLabel('Code').fill(fresh)
  await page.keyboard.press('Enter')
  await card.getByRole('button', { name: 'Set Up' }).waitFor()

  // Demanded of everybody, by somebody who has one.
  await card.getByRole('button', { name: 'Set Up' }).press('Enter')
  await card.getByRole('img', { name: 'QR code of the key' }).waitFor()
  const next = (await card.locator('code').innerText()).replaceAll(' ', '')
  await page.keyboard.type(codeOf(next, 0))
  await page.keyboard.press('Enter')
  await card.getByRole('button', { name: 'I Have Kept Them' }).press('Enter')
  await inviteAdministrator(await site.administrator(), 'bob')
  await page.getByRole('button', { name: 'Account of ada' }).click()
  await page.getByRole('menuitem', { name: 'Users' }).click()
  const rule = page.getByRole('region', { name: 'Second factor' })
  await rule.getByText('Without one: bob.').waitFor()
  await rule.getByRole('switch', { name: 'Everybody needs a second factor' }).press('Space')
  const question = page.getByRole('dialog', { name: 'Demand a second factor of everybody?' })
  await question.getByText('1 administrator has none').waitFor()
  await question.getByRole('button', { name: 'Demand It' }).press('Enter')
  await rule.getByText('Nobody signs in with a password alone').waitFor()
  await expectAccessibleAs(page, 'dark')

  const bob = await site.visit('/admin/login?next=%2Fadmin%2Fmedia', {
    session: 'none',
    expected: /^403 \/api\/events$/,
  })
  await bob.getByLabel('Username').fill('bob')
  await bob.getByLabel('Password', { exact: true }).fill(admin.ADMIN_PASSWORD)
  await bob.keyboard.press('Enter')
  await bob.getByRole('heading', { name: 'Set up a second factor' }).waitFor()
  expect(await bob.getByRole('navigation', { name: 'Admin' }).getByRole('link').count()).toBe(0)
  await expectAccessibleAs(bob, 'light')
  const own = bob.getByRole('region', { name: 'Authenticator app' })
  await own.getByRole('button', { name: 'Set Up' }).press('Enter')
  await own.getByRole('img', { name: 'QR code of the key' }).waitFor()
  await bob.keyboard.type(codeOf((await own.locator('code').innerText()).replaceAll(' ', ''), 0))
  await bob.keyboard.press('Enter')
  await own.getByRole('button', { name: 'I Have Kept Them' }).press('Enter')
  await bob.waitForURL('**/admin/media')
  await bob.getByRole('heading', { name: 'Media' }).waitFor()
})
