import { accessSync, constants, existsSync, mkdirSync, statSync } from 'node:fs'
import { isIP } from 'node:net'
import path from 'node:path'
import { EnvError } from './env/env-error.ts'
import { readGitWrite, readRemote } from './env/git-remote.ts'
import { readWhole } from './env/read-whole.ts'
import { type MailService, readMail, readNewsletter, readServiceUrl } from './env/services.ts'
import type { SiteRemote } from './git/remote/remote.ts'
import type { ProviderSettings } from './people/subscribers/providers/create-provider.ts'

/** The settings of a server process, read once at start. */
export interface Env {
  port: number
  host: string
  /**
   * The descriptor of the socket that systemd holds for the site, in place of `host` and `port`;
   * null without one.
   */
  heldSocket: number | null
  /** The address of `/metrics`; null disables it. */
  metrics: { port: number; host: string } | null
  /**
   * Canonical origin without a slash at the end; null means `http://localhost:` and the port in
   * use.
   */
  siteUrl: string | null
  contentDir: string
  dataDir: string
  /**
   * The PostgreSQL database for people, mails, keys and counts; null: they are stored in files of
   * `DATA_DIR`.
   */
  databaseUrl: string | null
  /** The branch the site shows; null means the one checked out at start. */
  gitBranch: string | null
  /** The repository to sync with, and the interval; its address contains no credentials. */
  remote: SiteRemote | null
  /**
   * `checkout`: saves are commits in the checkout of `CONTENT_DIR`. `through`: saves are pushed to
   * the remote at once, and `CONTENT_DIR` is cloned from it.
   */
  gitWrite: 'checkout' | 'through'
  /** Secret of `/api/hooks/git`, shared with the git server; null disables the call. */
  hookSecret: string | null
  /** The address that purges the CDN in front of the site, and its token; null without one. */
  cdnPurge: { url: string; token: string | null } | null
  /** How long the server continues after SIGTERM before it closes, in seconds. */
  drainSeconds: number
  /** Express `trust proxy` value. */
  trustProxy: boolean | number | string
  /**
   * Keys of the session cookie: the first signs, all verify. When empty, a generated key in
   * `DATA_DIR` is used.
   */
  sessionSecrets: Array<string>
  /** An administrator to create at start when missing. */
  admin: { username: string; password: string } | null
  /** The analysis service; null where a part is not set. */
  openai: { apiKey: string | null; baseURL: string | null; model: string | null }
  /** How many times a day each person may let the model write. */
  assistDailyLimit: number
  /** SMTP server and sender address; null disables mail. */
  mail: MailService | null
  /** The newsletter service that subscribers are synced to, or null. */
  newsletter: ProviderSettings | null
  development: boolean
}

/**
 * Reads the environment and creates `DATA_DIR`, and `CONTENT_DIR` when it is cloned at the start.
 * Paths are resolved against `cwd`. Throws `EnvError` at the first invalid value.
 */
export function readEnv(variables: Record<string, string | undefined>, cwd: string): Env {
  const value = (name: string) => variables[name]?.trim() || null
  const port = readPort('PORT', value('PORT') ?? '3000')
  const contentDir = path.resolve(cwd, value('CONTENT_DIR') ?? 'content')
  const databaseUrl = readDatabaseUrl(value('DATABASE_URL'))
  const token = readToken('GIT_TOKEN', value('GIT_TOKEN'))
  const remote = readRemote(value('GIT_REMOTE'), token, value('GIT_SYNC_SECONDS'), cwd)
  const development = variables.NODE_ENV === 'development'
  const gitWrite = readGitWrite(value('GIT_WRITE'), { databaseUrl, remote, development })
  return {
    port,
    host: readHost('HOST', value('HOST')),
    heldSocket: readHeldSocket(value('LISTEN_FDS'), value('LISTEN_PID')),
    metrics: readMetrics(value('METRICS_PORT'), value('METRICS_HOST'), port),
    siteUrl: readSiteUrl(value('SITE_URL')),
    contentDir:
      gitWrite === 'through'
        ? readOwnFolder('CONTENT_DIR', contentDir)
        : readContentDir(contentDir),
    dataDir: readOwnFolder('DATA_DIR', path.resolve(cwd, value('DATA_DIR') ?? 'data')),
    databaseUrl,
    gitBranch: readBranch(value('GIT_BRANCH')),
    remote,
    gitWrite,
    hookSecret: value('GIT_HOOK_SECRET'),
    cdnPurge: readCdnPurge(
      value('CDN_PURGE_URL'),
      readToken('CDN_PURGE_TOKEN', value('CDN_PURGE_TOKEN')),
    ),
    drainSeconds: readWhole('DRAIN_SECONDS', value('DRAIN_SECONDS') ?? '0', 0, 300),
    trustProxy: readTrustProxy(value('TRUST_PROXY')),
    sessionSecrets: readSecrets(value('SESSION_SECRET')),
    admin: readAdmin(value('ADMIN_USERNAME'), variables.ADMIN_PASSWORD || null),
    openai: {
      apiKey: value('OPENAI_API_KEY'),
      baseURL: readServiceUrl('OPENAI_BASE_URL', value('OPENAI_BASE_URL')),
      model: value('OPENAI_MODEL'),
    },
    assistDailyLimit: readWhole(
      'OPENAI_DAILY_LIMIT',
      value('OPENAI_DAILY_LIMIT') ?? '100',
      1,
      99_999,
    ),
    mail: readMail(value('SMTP_URL'), value('MAIL_FROM')),
    newsletter: readNewsletter(value),
    development,
  }
}

function readContentDir(folder: string): string {
  try {
    const isFolder = statSync(folder).isDirectory()
    accessSync(folder, isFolder ? constants.R_OK | constants.X_OK : constants.R_OK)
    if (isFolder) return folder
  } catch (error) {
    throw new EnvError(
      `CONTENT_DIR must be a folder that can be read, and ${folder} is not: ${reason(error)}.`,
    )
  }
  throw new EnvError(`CONTENT_DIR must be a folder, and ${folder} is not.`)
}

function readOwnFolder(name: string, folder: string): string {
  try {
    makeFolder(folder)
    accessSync(folder, constants.W_OK | constants.X_OK)
    if (statSync(folder).isDirectory()) return folder
  } catch (error) {
    throw new EnvError(
      `${name} must be a folder that can be written to, and ${folder} is not: ${reason(error)}.`,
    )
  }
  throw new EnvError(`${name} must be a folder, and ${folder} is not.`)
}

/**
 * Like a recursive `mkdirSync`, which does not return on file systems that accept no folders, such
 * as `/proc`.
 */
function makeFolder(folder: string) {
  if (existsSync(folder)) return
  const parent = path.dirname(folder)
  if (parent !== folder) makeFolder(parent)
  mkdirSync(folder)
}

function reason(error: unknown) {
  return (error as NodeJS.ErrnoException).code ?? String(error)
}

const readPort = (name: string, text: string) => readWhole(name, text, 0, 65_535)

/** The sockets that systemd passes to the process begin at this descriptor (sd_listen_fds). */
const firstPassed = 3

/** The socket that systemd holds for the site, when its variables are meant for this process. */
function readHeldSocket(count: string | null, pid: string | null): number | null {
  if (count === null || Number(pid) !== process.pid) return null
  if (count === '1') return firstPassed
  throw new EnvError(`The unit of the socket must have one ListenStream, and it has ${count}.`)
}

function readHost(name: string, text: string | null): string {
  if (text === null) return '127.0.0.1'
  if (/[\s/]/.test(text))
    throw new EnvError(`${name} must be an address or a host name, and '${text}' is not.`)
  return text
}

function readMetrics(text: string | null, host: string | null, sitePort: number): Env['metrics'] {
  if (text === null && host === null) return null
  if (text === null) throw new EnvError('METRICS_PORT must be set when METRICS_HOST is.')
  const port = readPort('METRICS_PORT', text)
  if (port === sitePort && port !== 0)
    throw new EnvError(`METRICS_PORT must be another port than PORT, and both are ${port}.`)
  return { port, host: readHost('METRICS_HOST', host) }
}

function readSiteUrl(text: string | null): string | null {
  if (text === null) return null
  const url = URL.canParse(text) ? new URL(text) : null
  if (
    !url ||
    !/^https?:$/.test(url.protocol) ||
    url.pathname !== '/' ||
    url.search ||
    url.hash ||
    url.username
  )
    throw new EnvError(
      `SITE_URL must be an origin such as https://example.org, without a path, and '${text}' is not.`,
    )
  return url.origin
}

function readDatabaseUrl(text: string | null): string | null {
  const url = text !== null && URL.canParse(text) ? new URL(text) : null
  if (text === null || (url && /^postgres(ql)?:$/.test(url.protocol) && url.pathname.length > 1))
    return text
  // Not repeated in the message, because it may contain a password.
  throw new EnvError(
    'DATABASE_URL must be an address such as postgres://user:password@db.example.org/site, and it is not.',
  )
}

function readBranch(text: string | null): string | null {
  if (
    text !== null &&
    (/[\s~^:?*[\\]|\.\.|@\{|^[-/]|[/.]$|\/\/|\.lock$/.test(text) || text === '@')
  )
    throw new EnvError(`GIT_BRANCH must be the name of a branch, and '${text}' is not.`)
  return text
}

function readToken(name: string, text: string | null): string | null {
  if (text === null || !/[^\x21-\x7e]/.test(text)) return text
  throw new EnvError(`${name} must be one word of plain characters, and its value is not.`)
}

function readCdnPurge(text: string | null, token: string | null): Env['cdnPurge'] {
  if (text === null) return null
  if (URL.canParse(text) && /^https?:\/\/[^/?#@]+(?:[/?][^#]*)?$/i.test(text))
    return { url: text, token }
  // Not repeated in the message, because it may contain a secret.
  throw new EnvError(
    'CDN_PURGE_URL must be an http or https address without a user name and password, and it is not.',
  )
}

function readTrustProxy(text: string | null): boolean | number | string {
  if (text === null || /^(off|false|no|0)$/i.test(text)) return false
  if (/^(on|true|yes)$/i.test(text)) return true
  if (/^\d+$/.test(text)) return Number(text)
  if (text.split(',').every((part) => isProxy(part.trim()))) return text
  throw new EnvError(
    `TRUST_PROXY must be off, on, a number of proxies or a list of addresses, and '${text}' is not.`,
  )
}

/** Whether the text is an address, a CIDR range, or one of Express's names for ranges. */
function isProxy(text: string): boolean {
  if (/^(loopback|linklocal|uniquelocal)$/.test(text)) return true
  const [address = '', length, ...rest] = text.split('/')
  const version = isIP(address)
  if (version === 0 || rest.length > 0) return false
  return (
    length === undefined ||
    (/^[1-9]\d{0,2}$/.test(length) && Number(length) <= (version === 4 ? 32 : 128))
  )
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
