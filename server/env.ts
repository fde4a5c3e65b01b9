import { accessSync, constants, existsSync, mkdirSync, statSync } from 'node:fs'
import { isIP } from 'node:net'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { isEmail } from '#domain/email.ts'
import type { RemotePlace } from './git/remote/remote.ts'

/** The settings of a server process, read once at start. */
export interface Env {
  port: number
  host: string
  /** Canonical origin without a slash at the end; null means `http://localhost:` and the port in use. */
  siteUrl: string | null
  contentDir: string
  dataDir: string
  /** The branch the site shows; null means the one checked out at start. */
  gitBranch: string | null
  /** The repository that the site is kept in step with; no credentials in its address. */
  remote: { place: RemotePlace; seconds: number } | null
  /** Shared with the git server that calls `/api/hooks/git`; null: nobody calls. */
  hookSecret: string | null
  /** Express `trust proxy` value. */
  trustProxy: boolean | number | string
  /** Seal the sign-in cookie: the first signs, all verify. Empty means a generated one in `DATA_DIR`. */
  sessionSecrets: Array<string>
  /** An administrator to create at start when missing. */
  admin: { username: string; password: string } | null
  /** The analysis service; null where a part is not set. */
  openai: { apiKey: string | null; baseURL: string | null; model: string | null }
  /** The server that mails go out through, and whom they come from; null: nothing is mailed. */
  mail: { smtpUrl: string; from: { name: string; address: string } } | null
  /** The service that subscribers are synced to; null: none. */
  newsletter: NewsletterService | null
  development: boolean
}

export type NewsletterService =
  | { kind: 'buttondown'; url: string; apiKey: string; tag: string | null }
  | { kind: 'listmonk'; url: string; apiKey: string; lists: Array<number> }
  | { kind: 'webhook'; url: string; apiKey: string }

/** A setting that can't be used. Its message is one sentence that names the variable. */
export class EnvError extends Error {}

/** Reads the environment and makes `DATA_DIR`. Paths are resolved against `cwd`. Throws `EnvError` at the first bad value. */
export function readEnv(variables: Record<string, string | undefined>, cwd: string): Env {
  const value = (name: string) => variables[name]?.trim() || null
  return {
    port: readPort(value('PORT')),
    host: readHost(value('HOST')),
    siteUrl: readSiteUrl(value('SITE_URL')),
    contentDir: readContentDir(path.resolve(cwd, value('CONTENT_DIR') ?? 'content')),
    dataDir: readDataDir(path.resolve(cwd, value('DATA_DIR') ?? 'data')),
    gitBranch: readBranch(value('GIT_BRANCH')),
    remote: readRemote(value('GIT_REMOTE'), value('GIT_TOKEN'), value('GIT_SYNC_SECONDS'), cwd),
    hookSecret: value('GIT_HOOK_SECRET'),
    trustProxy: readTrustProxy(value('TRUST_PROXY')),
    sessionSecrets: readSecrets(value('SESSION_SECRET')),
    admin: readAdmin(value('ADMIN_USERNAME'), variables.ADMIN_PASSWORD || null),
    openai: {
      apiKey: value('OPENAI_API_KEY'),
      baseURL: readServiceUrl('OPENAI_BASE_URL', value('OPENAI_BASE_URL')),
      model: value('OPENAI_MODEL'),
    },
    mail: readMail(value('SMTP_URL'), value('MAIL_FROM')),
    newsletter: readNewsletter(value),
    development: variables.NODE_ENV === 'development',
  }
}

function readContentDir(folder: string): string {
  try {
    if (statSync(folder).isDirectory()) return folder
  } catch (error) {
    throw new EnvError(`CONTENT_DIR must be a folder that can be read, and ${folder} is not: ${reason(error)}.`)
  }
  throw new EnvError(`CONTENT_DIR must be a folder, and ${folder} is not.`)
}

function readDataDir(folder: string): string {
  try {
    makeFolder(folder)
    accessSync(folder, constants.W_OK | constants.X_OK)
    if (statSync(folder).isDirectory()) return folder
  } catch (error) {
    throw new EnvError(`DATA_DIR must be a folder that can be written to, and ${folder} is not: ${reason(error)}.`)
  }
  throw new EnvError(`DATA_DIR must be a folder, and ${folder} is not.`)
}

/** Unlike the recursive `mkdirSync` of Node this ends on file systems that take no folders, such as `/proc`. */
function makeFolder(folder: string): void {
  if (existsSync(folder)) return
  const parent = path.dirname(folder)
  if (parent !== folder) makeFolder(parent)
  mkdirSync(folder)
}

function reason(error: unknown): string {
  return (error as NodeJS.ErrnoException).code ?? String(error)
}

function readPort(text: string | null): number {
  if (text === null) return 3000
  const port = Number(text)
  if (!/^\d+$/.test(text) || port > 65_535)
    throw new EnvError(`PORT must be a whole number from 0 to 65535, and '${text}' is not.`)
  return port
}

function readHost(text: string | null): string {
  if (text === null) return '127.0.0.1'
  if (/[\s/]/.test(text)) throw new EnvError(`HOST must be an address or a host name, and '${text}' is not.`)
  return text
}

function readSiteUrl(text: string | null): string | null {
  if (text === null) return null
  const url = URL.canParse(text) ? new URL(text) : null
  if (!url || !/^https?:$/.test(url.protocol) || url.pathname !== '/' || url.search || url.hash || url.username)
    throw new EnvError(`SITE_URL must be an origin such as https://example.org, without a path, and '${text}' is not.`)
  return url.origin
}

function readBranch(text: string | null): string | null {
  if (text !== null && (/[\s~^:?*[\\]|\.\.|@\{|^[-/]|[/.]$|\/\/|\.lock$/.test(text) || text === '@'))
    throw new EnvError(`GIT_BRANCH must be the name of a branch, and '${text}' is not.`)
  return text
}

function readRemote(text: string | null, token: string | null, every: string | null, cwd: string): Env['remote'] {
  if (token !== null && /[^\x21-\x7e]/.test(token))
    throw new EnvError('GIT_TOKEN must be one word of plain characters, and what is set is not.')
  const seconds = Number(every ?? 60)
  if (every !== null && (!/^\d{1,5}$/.test(every) || seconds < 1 || seconds > 86_400))
    throw new EnvError(`GIT_SYNC_SECONDS must be a whole number from 1 to 86400, and '${every}' is not.`)
  return text === null ? null : { place: readPlace(text, token, cwd), seconds }
}

/** A host and a path below it; neither user nor host may look like an option of ssh. */
const sshUrl = /^ssh:\/\/(?!-)(?:[^/@\s]+@(?!-))?[^/@\s]+\/[^\s?#]+$/i

/** Git's short form of it: `host:path` and `user@host:path`. Two colons would name a program to run. */
const sshShort = /^(?!-)(?:[^@/\\:\s]+@(?!-))?(?:[^@/\\:\s[\]]+|\[[\da-f:.]+\]):(?![:]|\/\/)\S+$/i

/** A server's address, with or without credentials in it, or a folder. */
function readPlace(text: string, token: string | null, cwd: string): RemotePlace {
  const url = URL.canParse(text) ? new URL(text) : null
  if (url?.protocol === 'file:' && !url.host) return { kind: 'folder', path: fileURLToPath(url) }
  if (url && /^https?:$/.test(url.protocol) && !url.search && !url.hash) {
    const [username, password] = [decoded(url.username), decoded(url.password)]
    url.username = ''
    url.password = ''
    const secret = token ?? password
    // GitHub and GitLab look at the token alone, but want some name beside it.
    const credentials = username || secret ? { username: username || 'x-access-token', token: secret } : null
    return { kind: 'server', url: url.href, credentials }
  }
  if (url?.protocol === 'ssh:' && url.password !== '')
    throw new EnvError('GIT_REMOTE must not hold a password for ssh, which takes keys alone.')
  if (url?.protocol === 'ssh:' && sshUrl.test(text)) return { kind: 'ssh', url: text }
  if (sshShort.test(text) && !/^[a-z]:\\/i.test(text)) return { kind: 'ssh', url: text }
  if (/^[a-z][a-z\d+.-]+:|^[^/\\]+@[^/\\]+:/i.test(text))
    throw new EnvError(
      `GIT_REMOTE must be an http, https or ssh address or a folder, and '${text.replace(/\/\/[^/@]*@/, '//')}' is not.`,
    )
  return { kind: 'folder', path: path.resolve(cwd, text) }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    throw new EnvError('GIT_REMOTE must name its user with every % written as %25, and it does not.')
  }
}

function readTrustProxy(text: string | null): boolean | number | string {
  if (text === null || /^(off|false|no|0)$/i.test(text)) return false
  if (/^(on|true|yes)$/i.test(text)) return true
  if (/^\d+$/.test(text)) return Number(text)
  if (text.split(',').every((part) => isProxy(part.trim()))) return text
  throw new EnvError(`TRUST_PROXY must be off, on, a number of proxies or a list of addresses, and '${text}' is not.`)
}

/** An address, an address with the length of its network, or one of Express's names for groups of them. */
function isProxy(text: string): boolean {
  if (/^(loopback|linklocal|uniquelocal)$/.test(text)) return true
  const [address = '', length, ...rest] = text.split('/')
  const version = isIP(address)
  if (version === 0 || rest.length > 0) return false
  return length === undefined || (/^[1-9]\d{0,2}$/.test(length) && Number(length) <= (version === 4 ? 32 : 128))
}

function readSecrets(text: string | null): Array<string> {
  if (text === null) return []
  const secrets = text.split(',').map((secret) => secret.trim())
  if (secrets.some((secret) => secret.length < 32))
    throw new EnvError(
      'SESSION_SECRET must be one or more secrets of at least 32 characters each, with commas between.',
    )
  return secrets
}

function readAdmin(username: string | null, password: string | null): Env['admin'] {
  if (username === null && password === null) return null
  if (username === null) throw new EnvError('ADMIN_USERNAME must be set when ADMIN_PASSWORD is.')
  if (password === null) throw new EnvError('ADMIN_PASSWORD must be set when ADMIN_USERNAME is.')
  return { username, password }
}

function readServiceUrl(name: string, text: string | null): string | null {
  if (text === null || (URL.canParse(text) && /^https?:$/.test(new URL(text).protocol))) return text
  throw new EnvError(`${name} must be an http or https address, and '${text}' is not.`)
}

function readMail(smtpUrl: string | null, from: string | null): Env['mail'] {
  if (smtpUrl === null && from === null) return null
  if (smtpUrl === null) throw new EnvError('SMTP_URL must be set when MAIL_FROM is.')
  if (from === null) throw new EnvError('MAIL_FROM must be set when SMTP_URL is.')
  const url = URL.canParse(smtpUrl) ? new URL(smtpUrl) : null
  // The address may hold a password, so that it is not repeated.
  if (!url || !/^smtps?:$/.test(url.protocol) || !url.hostname)
    throw new EnvError('SMTP_URL must be an address such as smtp://user:password@mail.example.org:587, and it is not.')
  const [, name = '', address = from] = /^(.*?)\s*<([^<>]*)>$/.exec(from) ?? []
  const shown = name.replace(/^"(.*)"$/, '$1')
  if (!isEmail(address) || /[<>"\p{C}]/u.test(shown))
    throw new EnvError(
      `MAIL_FROM must be an address such as Session Notes <notes@example.org>, and '${from.replace(/\s+/g, ' ')}' is not.`,
    )
  return { smtpUrl, from: { name: shown, address } }
}

function readNewsletter(value: (name: string) => string | null): Env['newsletter'] {
  const kind = value('NEWSLETTER_PROVIDER')
  const url = readServiceUrl('NEWSLETTER_URL', value('NEWSLETTER_URL'))
  const apiKey = value('NEWSLETTER_API_KEY')
  const list = value('NEWSLETTER_LIST')
  if (kind === null) {
    if (url !== null || apiKey !== null || list !== null)
      throw new EnvError(
        'NEWSLETTER_PROVIDER must be set when NEWSLETTER_URL, NEWSLETTER_API_KEY or NEWSLETTER_LIST is.',
      )
    return null
  }
  if (kind !== 'buttondown' && kind !== 'listmonk' && kind !== 'webhook')
    throw new EnvError(`NEWSLETTER_PROVIDER must be buttondown, listmonk or webhook, and '${kind}' is not.`)
  if (apiKey === null) throw new EnvError('NEWSLETTER_API_KEY must be set when NEWSLETTER_PROVIDER is.')
  if (/[^\x20-\x7e]/.test(apiKey))
    throw new EnvError('NEWSLETTER_API_KEY must be of plain characters, and what is set is not.')
  if (kind === 'buttondown') return { kind, url: url ?? 'https://api.buttondown.com', apiKey, tag: list }
  if (url === null) throw new EnvError(`NEWSLETTER_URL must be set when NEWSLETTER_PROVIDER is ${kind}.`)
  if (kind === 'webhook') return { kind, url, apiKey }
  if (!apiKey.includes(':')) throw new EnvError('NEWSLETTER_API_KEY must be USER:TOKEN for listmonk, and it is not.')
  const lists = list?.split(',').map((part) => part.trim()) ?? []
  if (lists.length === 0 || !lists.every((part) => /^[1-9]\d{0,8}$/.test(part)))
    throw new EnvError(
      `NEWSLETTER_LIST must be the number of a list of listmonk, or several with commas between, and '${list ?? ''}' is not.`,
    )
  return { kind, url, apiKey, lists: lists.map(Number) }
}
