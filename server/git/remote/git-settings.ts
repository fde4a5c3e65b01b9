import type { Credentials, RemotePlace } from './remote.ts'

type Variables = Record<string, string | undefined>
type Setting = [key: string, value: string]

/** How the token is sent: as a password, which git servers ask for, or as a bearer, which a few others want. */
export type TokenScheme = 'basic' | 'bearer'

/** Variables of git that say how to reach a remote. All others are left out: where a repository is, and traces that would log secrets. */
const passed =
  /^GIT_(SSH|SSH_COMMAND|SSH_VARIANT|SSL_\w+|PROXY_\w+|HTTP_\w+|ASKPASS|ALLOW_PROTOCOL|EXEC_PATH|CONFIG_(GLOBAL|SYSTEM|NOSYSTEM|COUNT|KEY_\d+|VALUE_\d+))$/

/** A helper of git's in its shell notation; the shell reads the variables, so that no argument of a process holds them. */
const helper = `!printf 'username=%s\\npassword=%s\\n' "$SESSION_NOTES_GIT_USERNAME" "$SESSION_NOTES_GIT_TOKEN"; :`

/** Never asks, and notices within a minute that the other end is gone. */
const ssh = 'ssh -o BatchMode=yes -o ConnectTimeout=30 -o ServerAliveInterval=15 -o ServerAliveCountMax=3'

export interface SettingsOptions {
  gitDir: string
  place: RemotePlace
  scheme: TokenScheme
  /** Seconds without a byte after which an http connection is given up. */
  silence: number
  /** Whether a person has set up in git's configuration how ssh is run. */
  hasOwnSsh: boolean
}

/** The environment of a git process that speaks to the remote, made from that of the server. */
export function remoteEnvironment(
  variables: Variables,
  { gitDir, place, scheme, silence, hasOwnSsh }: SettingsOptions,
): Variables {
  const credentials = place.kind === 'server' ? place.credentials : null
  const hasToken = credentials !== null && credentials.token !== ''
  const settings: Array<Setting> = [
    ['credential.interactive', 'false'],
    // Hooks of the checkout are made for the people who work in it.
    ['core.hooksPath', '/dev/null'],
    ['core.fsync', 'all'],
    ['gc.auto', '0'],
    ['maintenance.auto', 'false'],
    ['http.lowSpeedLimit', '1'],
    ['http.lowSpeedTime', `${silence}`],
    ...(place.kind === 'server' && credentials !== null ? tokenSettings(new URL(place.url), credentials, scheme) : []),
  ]
  const own: Variables = Object.fromEntries(
    Object.entries(variables).filter(([name]) => !name.startsWith('GIT_') || passed.test(name)),
  )
  const asksSsh = place.kind === 'ssh' && !hasOwnSsh && !own.GIT_SSH_COMMAND && !own.GIT_SSH
  return {
    ...withSettings(own, settings),
    GIT_DIR: gitDir,
    // Answers are read by program.
    LC_ALL: 'C',
    GIT_TERMINAL_PROMPT: '0',
    GIT_ASKPASS: hasToken ? '' : (own.GIT_ASKPASS ?? ''),
    SSH_ASKPASS_REQUIRE: 'never',
    ...(asksSsh && { GIT_SSH_COMMAND: ssh }),
    ...(credentials !== null && {
      SESSION_NOTES_GIT_USERNAME: credentials.username,
      SESSION_NOTES_GIT_TOKEN: credentials.token,
    }),
  }
}

/** Settings that stand in the environment: unlike arguments, no other user can read them. */
function withSettings(variables: Variables, settings: ReadonlyArray<Setting>): Variables {
  const first = Number(variables.GIT_CONFIG_COUNT ?? 0) || 0
  const pairs = settings.flatMap(([key, value], at) => [
    [`GIT_CONFIG_KEY_${first + at}`, key],
    [`GIT_CONFIG_VALUE_${first + at}`, value],
  ])
  return { ...variables, ...Object.fromEntries(pairs), GIT_CONFIG_COUNT: `${first + settings.length}` }
}

/** The token is for one host, also when that one sends git elsewhere; it may ask for https where the address says http. */
function tokenSettings({ protocol, host }: URL, { username, token }: Credentials, scheme: TokenScheme): Array<Setting> {
  const origins = [...new Set([`${protocol}//${host}`, `https://${host}`])]
  // With a token nobody else is asked, and no helper of the machine stores it.
  const alone: Array<Setting> = token === '' ? [] : [['credential.helper', '']]
  if (scheme === 'basic')
    return [
      ...alone,
      ...origins.map((origin): Setting => [`credential.${origin}.username`, username]),
      ...origins.map((origin): Setting => [`credential.${origin}.helper`, helper]),
    ]
  // git would repeat the header wherever it is sent to.
  const stay: Setting = ['http.followRedirects', 'false']
  const headers = origins.map((origin): Setting => [`http.${origin}/.extraHeader`, `Authorization: Bearer ${token}`])
  return [...alone, stay, ...headers]
}
