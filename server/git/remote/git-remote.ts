import { isObjectId } from '../../platform/object-id.ts'
import { type GitRun, type GitRunOptions, GitUnavailable, runGit } from '../program/run-git.ts'
import { type FaultContext, faultOf, plainText, timeoutFault } from './git-faults.ts'
import { remoteEnvironment, type TokenScheme } from './git-settings.ts'
import { placeAddress, type Remote, type RemotePlace } from './remote.ts'
import { RemoteError } from './sync-faults.ts'

export interface GitRemoteOptions {
  gitDir: string
  /** Aborts everything that is running. */
  signal: AbortSignal
  /** The most milliseconds without any data from the remote. */
  idle?: number
  /** The most milliseconds for one transfer. */
  total?: number
  /**
   * The most milliseconds for a list of branches. The default is twice `idle`, because ssh, or a
   * request for credentials, takes several round trips.
   */
  listing?: number
  /**
   * Pushes with `--force-with-lease`, so that only the expected commit is replaced: a branch that
   * was reset meanwhile does not move.
   */
  exact?: boolean
  /** The environment of the server process, with proxies, keys and certificates. */
  variables?: Record<string, string | undefined>
}

const branchPrefix = 'refs/heads/'

const fetchOptions = ['--no-tags', '--no-write-fetch-head', '--no-recurse-submodules']

/**
 * A remote that is accessed with the `git` program, by any protocol that git supports, with the
 * machine's settings and credential helpers. Does not connect yet; errors appear with the first
 * call.
 */
export function createGitRemote(place: RemotePlace, options: GitRemoteOptions): Remote {
  const { gitDir, signal, idle = 30_000, total = 1_800_000, variables = process.env } = options
  const { listing = 2 * idle, exact = false } = options
  const address = placeAddress(place)
  const token = place.kind === 'server' ? (place.credentials?.token ?? '') : ''
  const silence = Math.max(1, Math.ceil(idle / 1000))
  let scheme: TokenScheme = 'basic'
  let hasOwnSsh: boolean | null = null

  const environment = (own: boolean) =>
    remoteEnvironment(variables, { gitDir, place, scheme, silence, hasOwnSsh: own })

  /**
   * Whether `core.sshCommand` is set in any config file; our environment variable would override
   * it.
   */
  const looksForSsh = async () => {
    if (place.kind !== 'ssh') return false
    const args = ['config', '--get', 'core.sshCommand']
    return (
      (await runGit(args, { env: environment(true), limit: idle, signal })).stdout.trim() !== ''
    )
  }

  const run = async (
    args: ReadonlyArray<string>,
    limit: number,
    context: FaultContext,
    heard: GitRunOptions['heard'],
  ) => {
    hasOwnSsh ??= await looksForSsh()
    const call = { env: environment(hasOwnSsh), limit, signal, ...(heard && { heard }) }
    const done = await runGit(args, call).catch((error: unknown) => {
      if (!(error instanceof GitUnavailable)) throw error
      throw new RemoteError('unreachable', error.message, { cause: error })
    })
    if (done.outcome === 'stopped') throw new RemoteError('stopped', 'The server is shutting down.')
    if (done.outcome === 'late') throw timeoutFault(context)
    if (done.code === null)
      throw new RemoteError('unreachable', 'Another program has stopped git on the server.')
    return done
  }

  /** Runs a command; retries a refused token once as a bearer token. */
  const ask = async (
    args: ReadonlyArray<string>,
    limit: number,
    context: FaultContext,
    heard?: GitRunOptions['heard'],
  ) => {
    const done = await run(args, limit, context, heard)
    if (done.code === 0 || isReport(done)) return done
    const fault = faultOf(done.stderr, context, token)
    if (token === '' || fault.fault !== 'forbidden' || /returned error: 403/.test(done.stderr))
      throw fault
    scheme = scheme === 'basic' ? 'bearer' : 'basic'
    const again = await run(args, limit, context, heard)
    if (again.code === 0 || isReport(again)) return again
    scheme = 'basic'
    throw fault
  }

  const push = [
    'push',
    '--porcelain',
    '--no-follow-tags',
    '--recurse-submodules=no',
    // A remote in a folder must sync its files to the disk as this server does; a git server decides
    // that for itself.
    ...(place.kind === 'folder' ? ['--receive-pack=git -c core.fsync=all receive-pack'] : []),
  ]
  const reading: FaultContext = { place, task: 'read' }
  const pushing: FaultContext = { place, task: 'push' }

  const branches = async () => {
    const { stdout } = await ask(
      ['ls-remote', '--heads', '--quiet', '--', address],
      listing,
      reading,
    )
    const lines = stdout.split('\n').map((line) => line.split('\t'))
    if (lines.some(([id = '']) => /^[0-9a-f]{64}$/.test(id)))
      throw new RemoteError(
        'protocol',
        `The repository at ${address} names its commits by SHA-256, which the site can't read; use one with SHA-1, git's default.`,
      )
    return new Map(
      lines.flatMap(([id = '', name = '']) =>
        isObjectId(id) && name.startsWith(branchPrefix)
          ? [[name.slice(branchPrefix.length), id]]
          : [],
      ),
    )
  }

  return {
    shown: address,
    branches,
    async defaultBranch() {
      const { stdout } = await ask(
        ['ls-remote', '--symref', '--quiet', '--', address, 'HEAD'],
        listing,
        reading,
      )
      return /^ref: refs\/heads\/(\S+)\tHEAD$/m.exec(stdout)?.[1] ?? null
    },
    async fetch(branch, into, received) {
      // Git tells how much of a pack has arrived, but not of objects that it unpacks.
      const call = received
        ? ['-c', 'fetch.unpackLimit=1', 'fetch', '--progress']
        : ['fetch', '--quiet']
      const args = [...call, ...fetchOptions]
      const name = branchPrefix + branch
      const heard = received && ((text: string) => void tellReceived(text, received))
      await ask(
        [...args, '--', address, into === undefined ? name : `+${name}:${into}`],
        total,
        reading,
        heard,
      )
    },
    async push(branch, before, after) {
      const ref = branchPrefix + branch
      const lease = exact ? [`--force-with-lease=${ref}:${before ?? ''}`] : []
      const done = await ask([...push, ...lease, '--', address, `${after}:${ref}`], total, pushing)
      if (done.code === 0) return true
      if (/^!.*\((fetch first|non-fast-forward|stale info)\)$/m.test(done.stdout)) return false
      if (((await branches()).get(branch) ?? null) !== before) return false
      throw refusalOf(done, branch, place)
    },
    async pushRef(name, id) {
      const done = await ask([...push, '--', address, `+${id ?? ''}:${name}`], total, pushing)
      if (done.code !== 0) throw refusalOf(done, name, place)
    },
    async fetchRefs(folder) {
      await ask(
        ['fetch', '--quiet', '--prune', ...fetchOptions, '--', address, `+${folder}/*:${folder}/*`],
        total,
        reading,
      )
    },
  }
}

const arrivedObjects = /Receiving objects: {1,3}(\d{1,3})%/g

function tellReceived(text: string, received: (percent: number) => void) {
  for (const [, percent] of text.matchAll(arrivedObjects)) received(Number(percent))
}

/**
 * Whether the output of a push contains the result for the branch, in the format of `--porcelain`:
 * a flag, the names, and a reason.
 */
function isReport({ stdout }: GitRun) {
  return /^!\t/m.test(stdout)
}

function refusalOf({ stdout, stderr }: GitRun, branch: string, place: RemotePlace): RemoteError {
  const reason = /^!\t\S+\t(.*)$/m.exec(stdout)?.[1] ?? ''
  if (/currently checked out/.test(reason))
    return new RemoteError(
      'refused',
      `Branch ${branch} is checked out in ${place.kind === 'folder' ? place.path : 'the remote'}, so nothing can be pushed to it; use a bare repository as GIT_REMOTE.`,
    )
  const [open, close] = [reason.indexOf('('), reason.lastIndexOf(')')]
  const words = plainText(open >= 0 && close > open ? reason.slice(open + 1, close) : reason, 200)
  const fault = /lock|failed to update ref/.test(words) ? 'busy' : 'refused'
  const reported = plainText(/^remote: (?:fatal|error): (.*)$/m.exec(stderr)?.[1] ?? '', 200)
  return new RemoteError(
    fault,
    `The remote does not take commits on ${branch}: ${words}${reported && ` (${reported})`}.`,
    {
      cause: new Error(plainText(stderr, 2000)),
    },
  )
}
