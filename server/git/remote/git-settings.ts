import type { Credentials, RemotePlace } from './remote.ts'

type Variables = Record<string, string | undefined>
export type Setting = [key: string, value: string]

/** How the token is sent: as a password (most git servers) or as a bearer token (a few). */
export type TokenScheme = 'basic' | 'bearer'

/**
 * Variables that configure access to a remote. All others are removed: those that locate a
 * repository, and traces that would log secrets.
 */
const passed =
  /^GIT_(SSH|SSH_COMMAND|SSH_VARIANT|SSL_\w+|PROXY_\w+|HTTP_\w+|ASKPASS|ALLOW_PROTOCOL|EXEC_PATH|CONFIG_(GLOBAL|SYSTEM|NOSYSTEM|COUNT|KEY_\d+|VALUE_\d+))$/

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

/**
 * The environment of a git process in a repository, made from the server's environment, with
 * further settings.
 */
export function gitEnvironment(
  variables: Variables,
  gitDir: string,
  settings: ReadonlyArray<Setting>,
): Variables {
  const own: Variables = Object.fromEntries(
    Object.entries(variables).filter(([name]) => !name.startsWith('GIT_') || passed.test(name)),
  )
  const always: ReadonlyArray<Setting> = [
    // Hooks of the checkout are for people who use git there, not for this server.
    ['core.hooksPath', '/dev/null'],
    ['core.fsync', 'all'],
  ]
  return {
    ...withSettings(own, [...always, ...settings]),
    GIT_DIR: gitDir,
    // `faultOf` parses the English messages.
    LC_ALL: 'C',
    GIT_TERMINAL_PROMPT: '0',
  }
}

/** Adds settings to the environment: other users cannot read it, unlike arguments. */
function withSettings(variables: Variables, settings: ReadonlyArray<Setting>): Variables {
  const first = Number(variables.GIT_CONFIG_COUNT ?? 0) || 0
  const pairs = settings.flatMap(([key, value], at) => [
    [`GIT_CONFIG_KEY_${first + at}`, key],
    [`GIT_CONFIG_VALUE_${first + at}`, value],
  ])
  return {
    ...variables,
    ...Object.fromEntries(pairs),
    GIT_CONFIG_COUNT: `${first + settings.length}`,
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
