import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { type RunningSite, runningSite } from '../running-site.ts'
import { admin } from '../signed-in-site.ts'
import { adminInBrowser } from './admin.ts'
import { expectAccessibleAs } from './axe.ts'

// Browsers bind a passkey to a name; an address that is a number has none.
const site = adminInBrowser({
  files: { 'site.yaml': 'name: Test Notes\n' },
  async start(options) {
    const running = await runningSite(options)
    const named = { get: () => running.url.replace('127.0.0.1', 'localhost') }
    return Object.create(running, { url: named }) as RunningSite
  },
})

/**
 * A page with a device that makes passkeys and checks its owner at once. Its keys are handed on by
 * `copyTo`.
 */
async function withDevice(page: Page) {
  const session = await page.context().newCDPSession(page)
  await session.send('WebAuthn.enable')
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  const credentials = async () =>
    (await session.send('WebAuthn.getCredentials', { authenticatorId })).credentials
  return {
    credentials,
    async take(other: { credentials: typeof credentials }) {
      for (const credential of await other.credentials())
        await session.send('WebAuthn.addCredential', { authenticatorId, credential })
    },
  }
}

test('a passkey is added with the keyboard alone and signs in until it is removed; its answers work once, and forged ones not', async () => {
  const page = await site.visit('/admin/account')
  const device = await withDevice(page)
  const card = page.getByRole('region', { name: 'Passkeys' })
  const [made] = await Promise.all([
    page.waitForRequest(
      (request) => request.url().endsWith('/api/auth/passkeys') && request.method() === 'POST',
    ),
    card.getByRole('button', { name: 'Add Passkey' }).press('Enter'),
  ])
  await card.getByText('not used yet').waitFor()
  expect(await device.credentials()).toHaveLength(1)
  await expectAccessibleAs(page, 'light')
  // The same answer again, under another key, makes no second passkey.
  const ada = await site.administrator()
  expect((await ada.call('POST', '/api/auth/passkeys', made.postDataJSON())).status).toBe(422)

  const login = await site.visit('/admin/login', { session: 'none' })
  await (await withDevice(login)).take(device)
  const [signedIn] = await Promise.all([
    login.waitForRequest((request) => request.url().endsWith('/api/auth/passkeys/sign-in')),
    login.getByRole('button', { name: 'Sign in with a passkey' }).press('Enter'),
  ])
  await login.waitForURL('**/admin')
  // An answer works once, and a forged one not at all.
  const answer = signedIn.postDataJSON()
  const again = await ada.call('POST', '/api/auth/passkeys/sign-in', answer, { Cookie: '' })
  expect([again.status, again.headers['set-cookie']]).toEqual([401, undefined])
  const forged = structuredClone(answer)
  forged.response.response.signature = `${forged.response.response.signature.slice(0, -8)}AAAAAAAA`
  expect(
    (await ada.call('POST', '/api/auth/passkeys/sign-in', forged, { Cookie: '' })).status,
  ).toBe(401)

  // While a second factor is demanded, the password alone is none, and the only passkey stays.
  await ada.call('POST', '/api/auth/second-factors/demand', { isDemanded: true })
  const byPassword = { username: 'ada', password: admin.ADMIN_PASSWORD }
  expect(await ada.call('POST', '/api/auth/login', byPassword, { Cookie: '' })).toMatchObject({
    status: 401,
    body: { kind: 'passkey' },
  })
  const { body: own } = await ada.call<{ passkeys: Array<{ id: string }> }>(
    'GET',
    '/api/auth/passkeys',
  )
  expect((await ada.call('DELETE', `/api/auth/passkeys/${own.passkeys[0]?.id}`)).status).toBe(409)
  await ada.call('POST', '/api/auth/second-factors/demand', { isDemanded: false })

  await page.reload()
  await card.getByText('last used').waitFor()
  await card.getByRole('button', { name: /^Remove the passkey / }).press('Enter')
  await card.getByRole('button', { name: /^Remove the passkey / }).waitFor({ state: 'detached' })

  const { body: record } = await ada.call<Array<{ action: string; by: number }>>(
    'GET',
    '/api/record?kind=accounts',
  )
  expect(record.slice(0, 4).map(({ action, by }) => [action, by])).toEqual([
    ['passkey-removed', 1],
    ['second-factor-optional', 1],
    ['second-factor-demanded', 1],
    ['passkey-added', 1],
  ])

  const late = await site.visit('/admin/login', {
    session: 'none',
    expected: /RequestError: 401|^401 \/api\/auth\/passkeys\/sign-in$/,
  })
  await (await withDevice(late)).take(device)
  await late.getByRole('button', { name: 'Sign in with a passkey' }).press('Enter')
  await late.getByRole('alert').getByText('This passkey is not known here.').waitFor()
  await expectAccessibleAs(late, 'dark')
})
