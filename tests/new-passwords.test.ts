import { expect, test } from 'vitest'
import { ask, cookieIn, post } from './http-client.ts'
import { articleFile, eventually, runningSite } from './running-site.ts'

const password = 'three quiet faders'
const easy = 'football1234'

test('every place where a password is chosen refuses one that is easy to guess', async () => {
  const files = {
    'site.yaml': 'name: Harbour Letters\ntagline: T\ndescription: D\ndisclaimer: X\nabout: A\n',
    'articles/2026/one.md': articleFile(),
  }
  await using site = await runningSite({ files })
  const setup = await eventually(async () => /\/auth\?code=([\w-]+)/.exec(site.output())?.[1])
  let cookie = ''
  const send = async (path: string, body: object) => {
    const isOpen = /register|finish/.test(path)
    const answer = await post(site.url, path, body, { Cookie: isOpen ? '' : cookie })
    return {
      status: answer.status,
      body: JSON.parse(answer.text),
      cookie: cookieIn(answer),
    }
  }
  const refused = (path: string, isPersonal = false) => {
    const message = isPersonal
      ? 'This password is easy to guess: it is made of your name or address, or those of the site.'
      : 'This password is easy to guess. Take several words that do not belong together.'
    return { status: 422, body: { message, issues: [{ path, message }] } }
  }
  const register = (secret: string, code: string, username = 'ann') =>
    send('/api/auth/register', { username, password: secret, code })

  expect(await register(easy, setup)).toMatchObject(refused('password'))
  expect(await register('HarbourLetters26', setup)).toMatchObject(refused('password', true))
  cookie = (await register(password, setup)).cookie
  const invitation = (await send('/api/auth/invitations', {})).body
  expect(await register(easy, invitation.code, 'bob')).toMatchObject(refused('password'))
  expect((await register(password, invitation.code, 'bob')).status).toBe(201)

  await ask(site.url, '/api/auth/profile', {
    method: 'PATCH',
    headers: { Cookie: cookie, 'Content-Type': 'application/json' },
    body: JSON.stringify({ name: 'Ann Quillfeather', email: '' }),
  })
  const change = (newPassword: string) =>
    send('/api/auth/password', { currentPassword: password, newPassword })
  expect(await change(easy)).toMatchObject(refused('newPassword'))
  expect(await change('quillfeather2026')).toMatchObject(refused('newPassword', true))

  const link = (await send('/api/users/2/reset', {})).body
  const finish = (secret: string) =>
    send('/api/auth/reset/finish', {
      code: new URL(link.url).searchParams.get('code'),
      password: secret,
    })
  expect(await finish(easy)).toMatchObject(refused('password'))
  expect((await finish('four loud faders at noon')).status).toBe(200)
})

test('an easy password of ADMIN_PASSWORD is named in the log and under Account, until another one is chosen', async () => {
  const env = { ADMIN_USERNAME: 'ada', ADMIN_PASSWORD: 'ada1234567' }
  await using site = await runningSite({ files: { 'articles/2026/one.md': articleFile() }, env })
  const fault = 'A password must not contain the user name.'
  await eventually(async () =>
    site.output().includes('ADMIN_PASSWORD is easy to guess: change the password under Account'),
  )
  const login = await post(site.url, '/api/auth/login', {
    username: 'ada',
    password: env.ADMIN_PASSWORD,
  })
  const headers = { Cookie: cookieIn(login) }
  const state = async () =>
    JSON.parse((await ask(site.url, '/api/auth/password', { headers })).text)
  expect(await state()).toEqual({ fault })
  const change = { currentPassword: env.ADMIN_PASSWORD, newPassword: password }
  expect((await post(site.url, '/api/auth/password', change, headers)).status).toBe(200)
  expect(await state()).toEqual({ fault: null })
})
