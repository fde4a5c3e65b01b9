export type Variables = Record<string, string | undefined>
export type Setting = [key: string, value: string]

/**
 * Variables that configure access to a remote. All others are removed: those that locate a
 * repository, and traces that would log secrets.
 */
const passed =
  /^GIT_(SSH|SSH_COMMAND|SSH_VARIANT|SSL_\w+|PROXY_\w+|HTTP_\w+|ASKPASS|ALLOW_PROTOCOL|EXEC_PATH|CONFIG_(GLOBAL|SYSTEM|NOSYSTEM|COUNT|KEY_\d+|VALUE_\d+))$/

/**
 * The environment of a git process in a repository, made from the server's environment, with
 * further settings.
 */
export function gitEnvironment(
  variables: Variables,
  gitDir: string | undefined,
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

/** Adds settings to the environment, which other users cannot read. */
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

/** The folders that git is told; it looks for no others. */
export interface GitPlace {
  gitDir: string
  workTree: string
  /** Brings back what a gc has deleted although a save needs it; then a question is repeated. */
  objects?: { restore(): Promise<unknown> }
}

/** What a repository may name, and reading it must not start or contact. */
const quiet: ReadonlyArray<Setting> = [
  ['core.fsmonitor', 'false'],
  ['log.showSignature', 'false'],
  ['log.showRoot', 'true'],
]

/**
 * The environment of a git process that reads: it starts no program of the repository, contacts no
 * server, takes no lock. A `home` of null ignores the settings of the user and of the system.
 */
export function readingEnvironment(
  { gitDir, workTree }: GitPlace,
  home?: string | null,
  settings: ReadonlyArray<Setting> = [],
): Variables {
  return {
    ...gitEnvironment(process.env, gitDir, [...quiet, ...settings]),
    GIT_WORK_TREE: workTree,
    GIT_OPTIONAL_LOCKS: '0',
    GIT_NO_LAZY_FETCH: '1',
    // Also for a git that does not know the variable above.
    GIT_ALLOW_PROTOCOL: 'none',
    GIT_LITERAL_PATHSPECS: '1',
    ...(home && { HOME: home }),
    ...(home === null && {
      HOME: '/dev/null',
      XDG_CONFIG_HOME: undefined,
      GIT_CONFIG_GLOBAL: undefined,
      GIT_CONFIG_NOSYSTEM: '1',
      GIT_ATTR_NOSYSTEM: '1',
    }),
  }
}

/** Paths are those of the work tree. */
export const neutralFolder = '/'
