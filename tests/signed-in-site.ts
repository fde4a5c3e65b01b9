import type { Role } from '#domain/roles.ts'
import { admin, keepSession } from './administrator-session.ts'
import { type Answer, ask, cookieIn, post } from './http-client.ts'
import { type RunningSite, runningSite } from './running-site.ts'

export { admin }

/** Sites whose first session is in use: a second sign-in is a session of its own. */
const usedSessions = new WeakSet<SignInPlace>()

/** The address of a site, and what a `RunningSite` has of its accounts. */
type SignInPlace = Pick<RunningSite, 'url'> &
  Partial<Pick<RunningSite, 'session' | 'dataDir' | 'env'>>

export interface Reply<Body = Record<string, unknown>> {
  status: number
  headers: Answer['headers']
  body: Body
}

/** API calls of a signed-in administrator; bodies are JSON. */
export interface Administrator {
  cookie: string
  call<Body = Record<string, unknown>>(
    method: string,
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<Reply<Body>>
}

/**
 * The session of the administrator of the environment: the one that the site began with, or else a
 * new one. Tests of the sign-in itself call `logIn`.
 */
export async function signIn(site: SignInPlace): Promise<Administrator> {
  if (site.session && !usedSessions.has(site)) {
    usedSessions.add(site)
    return administrator(site, site.session)
  }
  const ada = await logIn(site)
  const { dataDir, env } = site
  if (dataDir && env) await keepSession({ dataDir, env }, ada.cookie)
  return ada
}

/** Signs in by name and password. */
export async function logIn(site: { url: string }): Promise<Administrator> {
  const answer = await post(site.url, '/api/auth/login', {
    username: admin.ADMIN_USERNAME,
    password: admin.ADMIN_PASSWORD,
  })
  const cookie = cookieIn(answer)
  if (answer.status !== 200 || !cookie)
    throw new Error(`signing in answered ${answer.status}: ${answer.text}`)
  return administrator(site, cookie)
}

/** API calls with a session cookie. */
export function administrator(site: { url: string }, cookie: string): Administrator {
  // As a browser, by which people see their own saves at every replica.
  let saved = ''
  return {
    cookie,
    async call(method, path, body, headers = {}) {
      const sent = typeof body === 'string' ? body : JSON.stringify(body)
      const {
        status,
        headers: answered,
        text,
      } = await ask(site.url, path, {
        method,
        headers: {
          Cookie: cookie + saved,
          ...(sent !== undefined && {
            'Content-Type': 'application/json',
            'Content-Length': String(Buffer.byteLength(sent)),
          }),
          ...headers,
        },
        ...(sent !== undefined && { body: sent }),
      })
      const own = answered['set-cookie']?.find((one) => one.startsWith('session-notes-saved='))
      if (own) saved = `; ${own.split(';')[0]}`
      return { status, headers: answered, body: text === '' ? {} : JSON.parse(text) }
    },
  }
}

/** Creates another user by invitation; returns their session cookie. */
export async function inviteAdministrator(
  ada: Administrator,
  username: string,
  role: Role = 'owner',
): Promise<string> {
  const { body } = await ada.call<{ code: string }>('POST', '/api/auth/invitations', { role })
  const person = { username, password: admin.ADMIN_PASSWORD }
  await ada.call('POST', '/api/auth/register', { ...person, code: body.code }, { Cookie: '' })
  const login = await ada.call('POST', '/api/auth/login', person, { Cookie: '' })
  const cookie = cookieIn(login)
  if (!cookie) throw new Error(`signing ${username} in answered ${login.status}`)
  return cookie
}

/** The built site with an administrator. */
export function siteWithAdministrator(
  files: Record<string, string | Uint8Array>,
): Promise<RunningSite> {
  return runningSite({ files, env: admin })
}
