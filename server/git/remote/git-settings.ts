import { gitEnvironment, type Setting, type Variables } from '../program/git-environment.ts'
import type { Credentials, RemotePlace } from './remote.ts'

/** How the token is sent: as a password (most git servers) or as a bearer token (a few). */
export type TokenScheme = 'basic' | 'bearer'

/**
 * A credential helper in git's shell syntax; the shell reads the variables, so that the secret is
 * not in any process argument.
 */
const helper = `!printf 'username=%s\\npassword=%s\\n' "$SESSION_NOTES_GIT_USERNAME" "$SESSION_NOTES_GIT_TOKEN"; :`

/** Never prompts, and notices within a minute that the other end is gone. */
const ssh =
  'ssh -o BatchMode=yes -o ConnectTimeout=30 -o ServerAliveInterval=15 -o ServerAliveCountMax=3'

export interface SettingsOptions {
  gitDir: string
  place: RemotePlace
  scheme: TokenScheme
  /** Seconds without data after which an HTTP connection is aborted. */
  silence: number
  /** Whether git's configuration sets its own ssh command. */
  hasOwnSsh: boolean
}

/**
 * The environment of a git process that accesses the remote, made from the server's environment.
 */
export function remoteEnvironment(
  variables: Variables,
  { gitDir, place, scheme, silence, hasOwnSsh }: SettingsOptions,
): Variables {
  const credentials = place.kind === 'server' ? place.credentials : null
  const hasToken = credentials !== null && credentials.token !== ''
  const settings: Array<Setting> = [
    ['credential.interactive', 'false'],
    ['gc.auto', '0'],
    ['maintenance.auto', 'false'],
    ['http.lowSpeedLimit', '1'],
    ['http.lowSpeedTime', `${silence}`],
    ...(place.kind === 'server' && credentials !== null
      ? tokenSettings(new URL(place.url), credentials, scheme)
      : []),
  ]
  const own = gitEnvironment(variables, gitDir, settings)
  const asksSsh = place.kind === 'ssh' && !hasOwnSsh && !own.GIT_SSH_COMMAND && !own.GIT_SSH
  return {
    ...own,
    GIT_ASKPASS: hasToken ? '' : (own.GIT_ASKPASS ?? ''),
    SSH_ASKPASS_REQUIRE: 'never',
    ...(asksSsh && { GIT_SSH_COMMAND: ssh }),
    ...(credentials !== null && {
      SESSION_NOTES_GIT_USERNAME: credentials.username,
      SESSION_NOTES_GIT_TOKEN: credentials.token,
    }),
  }
}

/** The token is sent to one host only, also after a redirect, which may change http to https. */
function tokenSettings(
  { protocol, host }: URL,
  { username, token }: Credentials,
  scheme: TokenScheme,
): Array<Setting> {
  const origins = [...new Set([`${protocol}//${host}`, `https://${host}`])]
  // With a token, the credential helpers of the machine are disabled: they must neither answer nor
  // store the token.
  const alone: Array<Setting> = token === '' ? [] : [['credential.helper', '']]
  if (scheme === 'basic')
    return [
      ...alone,
      ...origins.map((origin): Setting => [`credential.${origin}.username`, username]),
      ...origins.map((origin): Setting => [`credential.${origin}.helper`, helper]),
    ]
  // git would send the header to the target of a redirect too.
  const stay: Setting = ['http.followRedirects', 'false']
  const headers = origins.map(
    (origin): Setting => [`http.${origin}/.extraHeader`, `Authorization: Bearer ${token}`],
  )
  return [...alone, stay, ...headers]
}
