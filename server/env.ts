import { existsSync, statSync } from 'node:fs'
import path from 'node:path'

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
  /** Express `trust proxy` value. */
  trustProxy: boolean | number | string
  development: boolean
}

/** A setting that can't be used. Its message is one sentence that names the variable. */
export class EnvError extends Error {}

/** Reads the environment. Paths are resolved against `cwd`. Throws `EnvError` at the first bad value. */
export function readEnv(variables: Record<string, string | undefined>, cwd: string): Env {
  const value = (name: string) => variables[name]?.trim() || null
  const contentDir = path.resolve(cwd, value('CONTENT_DIR') ?? 'content')
  if (!existsSync(contentDir)) throw new EnvError(`CONTENT_DIR names a folder that does not exist: ${contentDir}`)
  if (!statSync(contentDir).isDirectory()) throw new EnvError(`CONTENT_DIR must be a folder, and ${contentDir} is not.`)
  const dataDir = path.resolve(cwd, value('DATA_DIR') ?? 'data')
  if (existsSync(dataDir) && !statSync(dataDir).isDirectory())
    throw new EnvError(`DATA_DIR must be a folder, and ${dataDir} is not.`)
  return {
    port: readPort(value('PORT')),
    host: readHost(value('HOST')),
    siteUrl: readSiteUrl(value('SITE_URL')),
    contentDir,
    dataDir,
    gitBranch: readBranch(value('GIT_BRANCH')),
    trustProxy: readTrustProxy(value('TRUST_PROXY')),
    development: variables.NODE_ENV === 'development',
  }
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

function readTrustProxy(text: string | null): boolean | number | string {
  if (text === null || /^(off|false|no|0)$/i.test(text)) return false
  if (/^(on|true|yes)$/i.test(text)) return true
  if (/^\d+$/.test(text)) return Number(text)
  if (
    /^(loopback|linklocal|uniquelocal|[\da-f.:]+(\/\d+)?)(\s*,\s*(loopback|linklocal|uniquelocal|[\da-f.:]+(\/\d+)?))*$/i.test(
      text,
    )
  )
    return text
  throw new EnvError(`TRUST_PROXY must be off, on, a number of proxies or a list of addresses, and '${text}' is not.`)
}
