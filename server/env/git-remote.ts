import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { percentDecoded } from '#domain/percent-decoded.ts'
import type { RemotePlace, SiteRemote } from '../git/remote/remote.ts'
import { EnvError } from './env-error.ts'
import { readWhole } from './read-whole.ts'

/**
 * Reads `GIT_REMOTE` and `GIT_SYNC_SECONDS`. A folder is resolved against `cwd`; null means no
 * remote. Throws `EnvError`.
 */
export function readRemote(
  text: string | null,
  token: string | null,
  every: string | null,
  cwd: string,
): SiteRemote | null {
  const seconds = readWhole('GIT_SYNC_SECONDS', every ?? '60', 1, 86_400)
  return text === null ? null : { place: readPlace(text, token, cwd), seconds, lost: null }
}

/**
 * Reads `GIT_WRITE`: whether saves are commits in the checkout of `CONTENT_DIR`, pushed later if at
 * all, or acknowledged when the remote has taken them. Throws `EnvError`, also for what writing
 * through needs.
 */
export function readGitWrite(
  text: string | null,
  has: { databaseUrl: string | null; remote: unknown; development: boolean },
): 'checkout' | 'through' {
  if (text === null) return 'checkout'
  if (text !== 'through')
    throw new EnvError(`GIT_WRITE must be through or not be set, and '${text}' is neither.`)
  if (has.databaseUrl === null)
    throw new EnvError('DATABASE_URL must be set when GIT_WRITE is through.')
  if (has.remote === null) throw new EnvError('GIT_REMOTE must be set when GIT_WRITE is through.')
  if (has.development)
    throw new EnvError(
      "GIT_WRITE can't be through in development, which shows files before they are committed.",
    )
  return 'through'
}

/** An ssh address; neither user nor host may look like an option of ssh. */
const sshUrl = /^ssh:\/\/(?!-)(?:[^/@\s]+@(?!-))?[^/@\s]+\/[^\s?#]+$/i

/**
 * git's short form: `host:path` or `user@host:path`. Two colons (`ext::`) would make git run a
 * program.
 */
const sshShort = /^(?!-)(?:[^@/\\:\s]+@(?!-))?(?:[^@/\\:\s[\]]+|\[[\da-f:.]+\]):(?![:]|\/\/)\S+$/i

/** Parses `GIT_REMOTE`: the address of a server, with or without credentials, or a folder. */
function readPlace(text: string, token: string | null, cwd: string): RemotePlace {
  const url = URL.canParse(text) ? new URL(text) : null
  if (url?.protocol === 'file:' && !url.host) return { kind: 'folder', path: fileURLToPath(url) }
  if (url && /^https?:$/.test(url.protocol) && !url.search && !url.hash) {
    const [username, password] = [decoded(url.username), decoded(url.password)]
    url.username = ''
    url.password = ''
    const secret = token ?? password
    // GitHub and GitLab check only the token, but require a user name.
    const credentials =
      username || secret ? { username: username || 'x-access-token', token: secret } : null
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
  const name = percentDecoded(text)
  if (name === null)
    throw new EnvError(
      'GIT_REMOTE must name its user with every % written as %25, and it does not.',
    )
  return name
}
