import { Secret, TOTP } from 'otpauth'
import { expect, test } from 'vitest'
import { mailServer } from './mail-server.ts'
import { articleFile, eventually, runningSite } from './running-site.ts'
import { admin, inviteAdministrator, signIn } from './signed-in-site.ts'

test('a person is told of every change of their sign-in, at the address that they had before it', async () => {
  await using mail = await mailServer()
  const env = { ...admin, SMTP_URL: mail.url, MAIL_FROM: 'Site <site@example.org>' }
  await using site = await runningSite({ files: { 'articles/2026/one.md': articleFile() }, env })
  const ada = await signIn(site)
  const bob = { Cookie: await inviteAdministrator(ada, 'bob') }
  const asBob = <Body = Record<string, unknown>>(method: string, path: string, body?: unknown) =>
    ada.call<Body>(method, path, body, bob)
  /** The mail about an action, and to whom it went. */
  async function told(
    act: () => Promise<{ status: number }>,
  ): Promise<[string, string | undefined]> {
    const before = mail.mails.length
    expect((await act()).status).toBeLessThan(300)
    const got = await eventually(async () => mail.mails[before])
    expect(got.text).toContain('account "bob"')
    return [got.to.join(), got.text.split('This is about')[0]?.trim()]
  }
  const address = (email: string) => asBob('PATCH', '/api/auth/profile', { name: 'Bob', email })

  // There is no address to tell yet, and a name is no change of who can sign in.
  await address('old@example.org')
  await asBob('PATCH', '/api/auth/profile', { name: 'Bobby', email: 'old@example.org' })
  expect(await told(() => address('new@example.org'))).toEqual([
    'old@example.org',
    'Another mail address was set. Mails go to that one from now on.',
  ])
  const { secret, setup } = (
    await asBob<{ secret: string; setup: string }>('POST', '/api/auth/totp')
  ).body
  const app = new TOTP({ secret: Secret.fromBase32(secret) })
  const code = app.generate({ timestamp: Date.now() - 30_000 })
  const [newPassword, third] = ['four loud faders at noon', 'five soft faders at dusk']
  const link = { url: '' }
  const rows: ReadonlyArray<[sentence: string, act: () => Promise<{ status: number }>]> = [
    [
      'An authenticator app was set up.',
      () => asBob('POST', '/api/auth/totp/confirm', { setup, code }),
    ],
    [
      'New recovery codes were made. The earlier ones do not work any more.',
      () => asBob('POST', '/api/auth/recovery-codes'),
    ],
    [
      'The authenticator app was switched off.',
      () => asBob('POST', '/api/auth/totp/off', { code: app.generate({ timestamp: Date.now() }) }),
    ],
    [
      'An invitation was made, with which one more person can register.',
      () => asBob('POST', '/api/auth/invitations'),
    ],
    [
      'The password was changed.',
      () =>
        asBob('POST', '/api/auth/password', { currentPassword: admin.ADMIN_PASSWORD, newPassword }),
    ],
    [
      'An administrator made a link with which a new password can be set.',
      async () => {
        const made = await ada.call<{ url: string }>('POST', '/api/users/2/reset')
        link.url = made.body.url
        return made
      },
    ],
    [
      'A new password was set with a link for a forgotten password.',
      () => {
        const sent = { code: new URL(link.url).searchParams.get('code'), password: third }
        return ada.call('POST', '/api/auth/reset/finish', sent, { Cookie: '' })
      },
    ],
    ['An administrator deleted the account.', () => ada.call('DELETE', '/api/users/2')],
  ]
  for (const [sentence, act] of rows) expect(await told(act)).toEqual(['new@example.org', sentence])
  // A refused change is none.
  expect((await ada.call('DELETE', '/api/users/2')).status).toBe(404)
  expect(mail.mails).toHaveLength(rows.length + 1)
  for (const secretText of [secret, newPassword, third, new URL(link.url).search])
    expect(mail.mails.map(({ text }) => text).join('')).not.toContain(secretText)
})
