import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { admin } from '../signed-in-site.ts'
import { adminInBrowser } from './admin.ts'
import { expectAccessible } from './axe.ts'
import { gate, tabTo } from './browser.ts'

const site = adminInBrowser({ files: { 'site.yaml': 'name: Test Notes\n' } })

async function fillIn(
  page: Page,
  password: string = admin.ADMIN_PASSWORD,
  username: string = admin.ADMIN_USERNAME,
) {
  await page.getByLabel('Username').fill(username)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Login' }).click()
}

test('the login has its texts and says what is missing or wrong; signing in by keyboard leads to the page that was asked for, of this site only, and an unknown one is not found', async () => {
  const said: Array<string> = []
  const page = await site.visit('/admin/login', {
    session: 'none',
    expected: /RequestError: 4|^4\d\d \/api\/auth\/login$|^404 \/admin\/nothing$/,
    arrange: async (fresh) => fresh.on('console', (message) => said.push(message.text())),
  })
  await page.getByRole('heading', { level: 1, name: 'Admin Login' }).waitFor()
  for (const text of [
    'Login to access the admin dashboard',
    "Login with the admin credentials you've been provided",
  ])
    expect(await page.getByText(text, { exact: true }).isVisible()).toBe(true)
  expect(await page.getByPlaceholder('Enter your username').isVisible()).toBe(true)
  expect(await page.getByPlaceholder('Enter your password').getAttribute('type')).toBe('password')
  for (const tile of ['Articles', 'News', 'Newsletters'])
    expect(
      await page
        .locator('[data-part="login-side"]')
        .getByRole('heading', { name: tile, exact: true })
        .isVisible(),
    ).toBe(true)

  expect(
    await page.getByRole('link', { name: 'newsletter import tool' }).getAttribute('href'),
  ).toBe('/admin/import-newsletter')

  // An empty form says what is missing, below the fields.
  await page.getByRole('button', { name: 'Login' }).click()
  await page.getByText('Username is required').waitFor()
  await page.getByText('Password is required').waitFor()
  expect(await page.getByLabel('Username').getAttribute('aria-invalid')).toBe('true')

  // A wrong password is reported in a toast, in the card and in the console.
  await fillIn(page, 'not the password', 'bert')
  const toast = page.locator('[data-part="toast"]')
  await toast.getByText('Login failed').waitFor()
  await toast.getByText('The user name or the password is wrong.').waitFor()
  expect(await page.locator('[data-part="login"] [role="alert"]').textContent()).toBe(
    'The user name or the password is wrong.',
  )
  expect(said.join()).toContain('401')
  await signInByKeyboard(page)
})

/**
 * Signing in by keyboard leads to the page that was asked for, of this site only, and an unknown
 * one is not found.
 */
async function signInByKeyboard(page: Page) {
  await page.goto('/admin/users?a=b')
  await page.waitForURL('**/admin/login?next=%2Fadmin%2Fusers%3Fa%3Db')
  await page.getByLabel('Username').waitFor()
  await tabTo(page, 'input[name="username"]')
  await page.keyboard.type(admin.ADMIN_USERNAME)
  await page.keyboard.press('Tab')
  await page.keyboard.type(admin.ADMIN_PASSWORD)
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/api/auth/login', async (route) => {
    await held
    await route.continue()
  })
  await page.keyboard.press('Enter')
  expect(await page.getByRole('button', { name: 'Logging in...' }).isDisabled()).toBe(true)
  release()
  await page
    .locator('[data-part="toast"]')
    .getByText('You have been logged in successfully.')
    .waitFor()
  await page.locator('[data-part="toast"]').getByText('Login successful').waitFor()
  await page.waitForURL('**/admin/users?a=b')
  await page.getByRole('heading', { level: 1, name: 'Users' }).waitFor()

  // A signed-in user is redirected from the login, and never to another site.
  await page.goto('/admin/login?next=https://evil.example/admin')
  await page.waitForURL('**/admin')
  await page.getByRole('heading', { level: 1, name: 'Admin Dashboard' }).waitFor()

  // An admin address without a screen is not found.
  await page.goto('/admin/nothing')
  await page.getByRole('heading', { level: 1, name: '404 Page Not Found' }).waitFor()
}

test('the session is checked before anything is shown, after a login and at the focus, and its stored state is cleared when corrupt', async () => {
  const { opened, open } = gate()
  let checks = 0
  const page = await site.visit('/admin/login', {
    session: 'none',
    // The screen may still ask when the session is gone.
    expected: /^401 \/api\//,
    arrange: (fresh) =>
      fresh.route('**/api/auth/status', async (route) => {
        checks += 1
        const check = checks
        await opened
        const response = await route.fetch()
        const json = await response.json()
        // The screen shows which answer it has.
        if (json.user) json.user.name = `Ada after check ${check}`
        await route.fulfill({ response, json })
      }),
  })
  await page.getByText('Checking your session...').waitFor()
  expect(await page.getByLabel('Username').count()).toBe(0)
  open()
  await fillIn(page)
  await page.waitForURL('**/admin')
  // A check that is still on its way would answer for the next one, too.
  await page.getByRole('button', { name: 'Account of Ada after check 2' }).waitFor()
  await page.evaluate(() =>
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true })),
  )
  await page.getByRole('button', { name: 'Account of Ada after check 3' }).waitFor()
  expect(checks).toBe(3)
  const held = gate()
  await page.route('**/api/auth/status', async (route) => {
    await held.opened
    await route.continue()
  })
  await page.goto('/admin/users')
  await page.getByText('Checking your session...').waitFor()
  expect(await page.getByRole('heading', { name: 'Users' }).count()).toBe(0)
  held.open()
  await page.getByRole('heading', { level: 1, name: 'Users' }).waitFor()

  // The state is stored under two keys, and a corrupt one is cleared.
  const stored = () =>
    page.evaluate(() => [
      localStorage.getItem('session-notes:signed-in'),
      localStorage.getItem('session-notes:user'),
    ])
  await expect.poll(async () => (await stored())[0]).toBe('true')
  expect(JSON.parse((await stored())[1] ?? '')).toMatchObject({ username: 'ada' })
  await page.context().clearCookies()
  await page.evaluate(() => localStorage.setItem('session-notes:user', '{"id":'))
  await page.goto('/admin/login')
  await page.getByLabel('Username').waitFor()
  expect(await stored()).toEqual([null, null])
})

test('an expired session loses no typed text, and logging out ends the session permanently', async () => {
  const ada = await site.administrator()
  // A login over the screen continues the save.
  const page = await site.visit('/admin/account', {
    session: 'own',
    expected: /^401 \/api\/|RequestError: 401|^net::ERR_\S+ \/api\/auth\/logout$|Failed to fetch/,
  })
  await page.locator('input[name="name"][autocomplete="name"]').fill('Ada Lovelace')
  // What the screen asks for of its own accord would open the dialog, too.
  await page.locator('#sessions li').first().waitFor()
  await page.getByRole('button', { name: 'Set Up' }).waitFor()
  await page
    .getByRole('button', { name: 'Add Passkey' })
    .or(page.getByText('Passkeys need https'))
    .waitFor()
  await site.endSession(page)
  await page.getByRole('button', { name: 'Save Profile' }).click()
  const dialog = page.getByRole('dialog', { name: 'Sign in again' })
  await dialog.waitFor()
  await expectAccessible(page, [1280])
  await page.keyboard.press('Escape')
  const notice = page.getByText('You are signed out. What you have typed is still here.')
  await notice.waitFor()
  expect(await page.locator('input[name="name"][autocomplete="name"]').inputValue()).toBe(
    'Ada Lovelace',
  )
  await page.getByRole('button', { name: 'Save Profile' }).click()
  await dialog.getByLabel('Password').fill(admin.ADMIN_PASSWORD)
  await dialog.getByRole('button', { name: 'Login' }).click()
  await page.locator('[data-part="toast"]').getByText('Profile saved').waitFor()
  expect(await dialog.count()).toBe(0)
  expect(
    (await ada.call<{ user: { name: string } }>('GET', '/api/auth/status')).body.user.name,
  ).toBe('Ada Lovelace')
  await ada.call('PATCH', '/api/auth/profile', { name: '', email: '' })

  // Logging out says so, also when it fails at first.
  const logOut = async () => {
    await page.getByRole('button', { name: 'Account of ada' }).click()
    await page.getByRole('menuitem', { name: 'Logout' }).click()
  }
  await page.route('**/api/auth/logout', (route) => route.abort('connectionrefused'))
  await logOut()
  await page.locator('[data-part="toast"]').getByText('Logout failed').waitFor()
  await page.getByRole('heading', { level: 1, name: 'Account' }).waitFor()
  await page.unroute('**/api/auth/logout')
  await logOut()
  await page.locator('[data-part="toast"]').getByText('Logout successful').waitFor()
  await page
    .locator('[data-part="toast"]')
    .getByText('You have been logged out successfully.')
    .waitFor()
  await page.waitForURL('**/admin/login')
  expect(
    await page.evaluate(() =>
      Object.keys(localStorage).filter((key) => /signed-in|user/.test(key)),
    ),
  ).toEqual([])
  expect((await page.request.get('/admin', { maxRedirects: 0 })).headers().location).toBe(
    '/admin/login',
  )
})
