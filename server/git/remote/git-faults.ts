import { placeAddress, type RemotePlace } from './remote.ts'
import { RemoteError, type RemoteFault } from './sync-faults.ts'

export interface FaultContext {
  place: RemotePlace
  task: 'read' | 'push'
}

/** A context with the host (or folder) of the remote and its full address. */
type Where = FaultContext & { host: string; shown: string }

type Sentence = (where: Where, match: RegExpExecArray) => string

/**
 * Patterns for the English messages of git, curl and ssh; the first match counts. The original
 * message is logged; an administrator reads one sentence.
 */
const sentences: ReadonlyArray<readonly [RegExp, RemoteFault, Sentence]> = [
  [/could not read (?:Username|Password) for/, 'forbidden', (where) => forbidden(where, 401)],
  [/returned error: 403/, 'forbidden', (where) => forbidden(where, 403)],
  [/returned error: 401|Authentication failed/, 'forbidden', (where) => forbidden(where, 401)],
  [
    /returned error: 4(04|10)|repository '[^'\n]*' not found|does not appear to be a git repository/,
    'missing',
    missing,
  ],
  [
    /^ERROR: (Repository not found|The project you were looking for could not be found)/m,
    'missing',
    missing,
  ],
  [
    /returned error: (\d{3})/,
    'unreachable',
    ({ host }, [, status]) => `The remote ${host} answered ${status}.`,
  ],
  [
    /marked as read only|^ERROR: Permission to .* denied/m,
    'forbidden',
    ({ host }) => `The remote ${host} does not accept the ssh key of this machine to push.`,
  ],
  [
    /Permission denied \(|Too many authentication failures/,
    'forbidden',
    ({ host }) => `The remote ${host} does not accept an ssh key of this machine.`,
  ],
  [
    /Host key verification failed/,
    'forbidden',
    ({ host }) =>
      `ssh does not know the remote ${host}, or its key has changed; check the key and put it into known_hosts.`,
  ],
  [
    /couldn't find remote ref/,
    'busy',
    ({ host }) => `The branch was deleted at the remote ${host} just now.`,
  ],
  [
    /cannot run ssh|ssh: (command )?not found/,
    'unreachable',
    () => 'The program ssh is missing on the server.',
  ],
  [/Operation too slow|timed out|Timeout was reached/i, 'unreachable', timedOut],
  [
    /Could not resolve (host|hostname|proxy)|Name or service not known/i,
    'unreachable',
    ({ host }) => `The remote ${host} can't be reached (its name is not known).`,
  ],
  [
    /connect to .{1,200} (failed|Couldn't connect)|Failed to connect|Connection refused|No route to host|is unreachable/i,
    'unreachable',
    ({ host }) => `The remote ${host} can't be reached (no connection).`,
  ],
  [
    /certificate|SSL|TLS/,
    'unreachable',
    ({ host }) => `The remote ${host} can't be reached safely: its certificate is not accepted.`,
  ],
  [
    /is this a git repository\?|http-push failed|invalid server response|protocol error|bad line length/,
    'protocol',
    ({ shown }) => `${shown} does not answer like a git server (GIT_REMOTE).`,
  ],
  [
    /redirect/i,
    'protocol',
    ({ host }) => `The remote ${host} sends git to another address; set GIT_REMOTE to that.`,
  ],
  [
    /dubious ownership/,
    'unreachable',
    ({ shown }) =>
      `git refuses the repository in ${shown}, since it belongs to another user of the machine.`,
  ],
  [
    /(No space left on device|Permission denied|Read-only file system|insufficient permission)/,
    'unreachable',
    ({ shown, task }, [, what]) =>
      task === 'push'
        ? `The repository at ${shown} can't be written to (${what}).`
        : `The commits of the remote ${shown} can't be read or stored (${what}).`,
  ],
  [
    /hung up|early EOF|unexpected disconnect|transfer closed|RPC failed|Recv failure|Empty reply|Connection (reset|closed)|Broken pipe|unexpected end/i,
    'unreachable',
    ({ host }) => `The connection to the remote ${host} broke off.`,
  ],
]

/** The error for git's stderr. `secret` is removed from it, in case a server repeats it. */
export function faultOf(stderr: string, context: FaultContext, secret: string): RemoteError {
  const text = secret === '' ? stderr : stderr.replaceAll(secret, '***')
  const cause = new Error(plainText(text, 2000) || 'git said nothing')
  const where = whereOf(context)
  // Lines of the remote side are ignored; only messages of git, curl and ssh count.
  const here = text.replace(/^remote: .*$/gm, '')
  const other = otherHost(here, where.host)
  if (other !== null)
    return new RemoteError(
      'protocol',
      `The remote ${where.host} sends git to ${other}, which GIT_TOKEN is not for.`,
      { cause },
    )
  for (const [pattern, fault, sentence] of sentences) {
    const match = pattern.exec(here)
    if (match !== null) return new RemoteError(fault, sentence(where, match), { cause })
  }
  const last = here.split(/[\r\n]+/).findLast((line) => /^(fatal|error): /.test(line)) ?? ''
  const words = plainText(last.replace(/^\w+: /, ''), 200)
  return new RemoteError(
    'unreachable',
    `git could not ${where.task} ${where.shown}${words && `: ${words}`}.`,
    {
      cause,
    },
  )
}

/** The error for a git process that exceeded its time limit. */
export function timeoutFault(context: FaultContext): RemoteError {
  return new RemoteError('unreachable', timedOut(whereOf(context)))
}

/**
 * Another program's output on one line, without control characters and cut to `most` characters.
 */
export function plainText(text: string, most: number): string {
  return text
    .replace(/[\s\p{Cc}\p{Cf}]+/gu, ' ')
    .trim()
    .slice(0, most)
    .replace(/\.$/, '')
}

function whereOf(context: FaultContext): Where {
  const { place } = context
  return { ...context, host: hostOf(place), shown: placeAddress(place) }
}

function hostOf(place: RemotePlace): string {
  if (place.kind === 'folder') return place.path
  if (place.kind === 'server') return new URL(place.url).host
  return /^(?:[^@/]*@)?([^:/]*)/.exec(place.url.replace(/^ssh:\/\//, ''))?.[1] ?? ''
}

/** The host that the remote has redirected git to, which has no credentials for it. */
function otherHost(text: string, host: string): string | null {
  const address = /could not read (?:Username|Password) for '([^']+)'/.exec(text)?.[1] ?? ''
  const other = URL.canParse(address) ? new URL(address).host : host
  return other === host ? null : other
}

function missing({ place, shown }: Where): string {
  if (place.kind === 'folder') return `There is no git repository in ${place.path} (GIT_REMOTE).`
  const key = place.kind === 'ssh' ? 'the ssh key of this machine' : 'this GIT_TOKEN'
  return `There is no repository at ${shown} that can be seen with ${key}.`
}

function forbidden({ place, host, task }: Where, status: number): string {
  if (place.kind !== 'server' || place.credentials === null)
    return `The remote ${host} wants credentials; set GIT_TOKEN.`
  return `The remote ${host} does not accept GIT_TOKEN to ${task} (${status}).`
}

function timedOut({ host }: Where): string {
  return `The remote ${host} does not answer in time.`
}
