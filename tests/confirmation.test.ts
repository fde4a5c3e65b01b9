import { Secret, TOTP } from 'otpauth'
import { expect, test } from 'vitest'
import { callList } from '../src/contract/calls.ts'
import { type Administrator, admin, logIn } from './signed-in-site.ts'
import { siteWithClock } from './site-with-clock.ts'

const refusal = { message: 'Please confirm with your password that it is you.', kind: 'confirm' }
const isAsked = async (ada: Administrator, method: string, address: string, body: unknown = {}) => {
  const answer = await ada.call(method, address, body)
  return answer.status === 403 && answer.body.kind === 'confirm'
}
const confirm = (ada: Administrator, body: object) => ada.call('POST', '/api/auth/confirm', body)

test('five minutes after the sign-in every change of who can sign in asks for the password, once for five minutes', async () => {
  await using site = await siteWithClock()
  const ada = await logIn(site)
  const changes = callList.filter(({ confirmation }) => confirmation === 'recently')
  const asked = async () => {
    const found = []
    for (const { method, path } of changes)
      if (await isAsked(ada, method, path.replace('{id}', '99'))) found.push(`${method} ${path}`)
    return found
  }
  const all = changes.map(({ method, path }) => `${method} ${path}`)
  expect(all.length).toBeGreaterThan(8)
  site.pass(4)
  expect(await asked()).toEqual([])
  site.pass(1)
  expect(await asked()).toEqual(all)
  // An open session does not take the account over by its mail address.
  const profile = { name: '', email: 'thief@example.org' }
  expect((await ada.call('PATCH', '/api/auth/profile', profile)).body).toEqual(refusal)
  expect((await ada.call('GET', '/api/auth/status')).body).toMatchObject({ user: { email: '' } })

  const wrong = await confirm(ada, { password: 'wrong' })
  expect([wrong.status, wrong.body.issues]).toEqual([
    422,
    [{ path: 'password', message: 'The password is wrong.' }],
  ])
  expect((await confirm(ada, {})).status).toBe(422)
  expect(await asked()).toEqual(all)
  expect((await confirm(ada, { password: admin.ADMIN_PASSWORD })).body).toEqual({ ok: true })
  expect(await asked()).toEqual([])
  site.pass(5)
  expect(await asked()).toEqual(all)
  // Guesses of a confirmation count as those of a sign-in.
  for (let at = 0; at < 5; at += 1) await confirm(ada, { password: 'wrong' })
  expect((await confirm(ada, { password: admin.ADMIN_PASSWORD })).status).toBe(429)
})

test('a confirmation is that of one session, and asks for a code where a sign-in does', async () => {
  await using site = await siteWithClock()
  const [ada, elsewhere] = [await logIn(site), await logIn(site)]
  const { secret, setup } = (
    await ada.call<{ secret: string; setup: string }>('POST', '/api/auth/totp')
  ).body
  const codeNow = (steps: number) =>
    new TOTP({ secret: Secret.fromBase32(secret) }).generate({
      timestamp: site.now().getTime() + steps * 30_000,
    })
  expect(
    (await ada.call('POST', '/api/auth/totp/confirm', { setup, code: codeNow(-1) })).status,
  ).toBe(200)
  site.pass(6)
  const { ADMIN_PASSWORD: password } = admin
  expect(await confirm(ada, { password })).toMatchObject({
    status: 422,
    body: { kind: 'code', message: 'Enter the code of your authenticator app.' },
  })
  expect(await confirm(ada, { password, code: 'no code' })).toMatchObject({
    status: 422,
    body: { kind: 'code' },
  })
  expect(await isAsked(ada, 'POST', '/api/auth/recovery-codes')).toBe(true)
  expect((await confirm(ada, { password, code: codeNow(0) })).status).toBe(200)
  expect(await isAsked(ada, 'POST', '/api/auth/recovery-codes')).toBe(false)
  expect(await isAsked(elsewhere, 'POST', '/api/auth/recovery-codes')).toBe(true)
})
