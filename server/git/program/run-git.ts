import { type ChildProcess, spawn } from 'node:child_process'
import { RepositoryError } from '../../platform/errors.ts'

export interface GitRunOptions {
  /** The complete environment of the process. */
  env: Record<string, string | undefined>
  /** Time limit in milliseconds. */
  limit: number
  /** Ends the process at once. */
  signal?: AbortSignal
  /** The folder that it runs in. */
  cwd?: string
  /** Its standard input; empty by default. */
  input?: string
  /** Called with each part of its stderr. */
  heard?: (text: string) => void
}

/**
 * The result of a git process. `late` and `stopped`: the server ended it, at its time limit or at
 * shutdown.
 */
export interface GitRun {
  outcome: 'ended' | 'late' | 'stopped'
  code: number | null
  output: Buffer
  /** The output as text. */
  stdout: string
  /** The last part of its stderr. */
  stderr: string
}

/** The program can't be started on this machine. */
export class GitUnavailable extends RepositoryError {
  override name = 'GitUnavailable'
}

/** Milliseconds for git to remove its temporary files before it is killed. */
const graceMs = 2000

/** The most output in bytes; the remote controls how long a list of branches is. */
const longestOutput = 16 * 1024 * 1024
const longestStderr = 64 * 1024

/**
 * Runs `git`. Its arguments must not contain secrets, because every user of the machine can read
 * them. It leads a process group, so that ssh and helpers end with it, and has no terminal for
 * prompts. Throws a GitUnavailable when it cannot be started.
 */
export async function runGit(
  args: ReadonlyArray<string>,
  { env, limit, signal, cwd, input, heard }: GitRunOptions,
): Promise<GitRun> {
  if (signal?.aborted)
    return { outcome: 'stopped', code: null, output: Buffer.alloc(0), stdout: '', stderr: '' }
  let child: ChildProcess | null = null
  let outcome: GitRun['outcome'] = 'ended'
  let killing: NodeJS.Timeout | null = null
  const end = (why: 'late' | 'stopped') => {
    if (killing !== null) return
    outcome = why
    signalGroup(child?.pid, 'SIGTERM')
    killing = setTimeout(() => signalGroup(child?.pid, 'SIGKILL'), graceMs)
  }
  const stop = () => end('stopped')
  const timer = setTimeout(() => end('late'), limit)
  signal?.addEventListener('abort', stop)
  const stdout: Array<Buffer> = []
  let size = 0
  let stderr = Buffer.alloc(0)
  try {
    const git = spawn('git', args, {
      env,
      cwd,
      detached: true,
      stdio: [input === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'],
      windowsHide: true,
    })
    child = git
    const code = await new Promise<number | null>((resolve, reject) => {
      git.on('error', reject)
      git.on('close', resolve)
      // A shared ssh connection that outlives git keeps this pipe open.
      git.on('exit', () => setTimeout(() => git.stderr?.destroy(), 500).unref())
      // A git that ends early does not read it all; its exit code says why.
      git.stdin?.on('error', () => undefined).end(input)
      // When no file descriptor is free, the pipes are undefined and an error event follows.
      git.stdout?.on('data', (chunk: Buffer) => {
        size += chunk.length
        if (size <= longestOutput) stdout.push(chunk)
        else end('late')
      })
      git.stderr?.on('data', (chunk: Buffer) => {
        stderr = Buffer.concat([stderr, chunk]).subarray(-longestStderr)
        heard?.(chunk.toString('utf8'))
      })
    })
    const output = Buffer.concat(stdout)
    return {
      outcome,
      code,
      output,
      stdout: output.toString('utf8'),
      stderr: stderr.toString('utf8'),
    }
  } catch (error) {
    const { code = 'unknown error' } = error as NodeJS.ErrnoException
    throw new GitUnavailable(`The program git can't be started on the server (${code}).`, {
      cause: error,
    })
  } finally {
    clearTimeout(timer)
    if (killing !== null) {
      clearTimeout(killing)
      signalGroup(child?.pid, 'SIGKILL')
    }
    signal?.removeEventListener('abort', stop)
  }
}

function signalGroup(leader: number | undefined, signal: NodeJS.Signals) {
  if (leader === undefined) return
  try {
    process.kill(-leader, signal)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

/** The version that introduced `GIT_CONFIG_COUNT`, settings that no other user can read. */
const oldest = [2, 31] as const

/** Why the site cannot start on this machine, in one sentence; null when git is new enough. */
export async function gitFault(env: Record<string, string | undefined>): Promise<string | null> {
  const needs = `The site needs the program git, version ${oldest.join('.')} or newer,`
  try {
    const { stdout } = await runGit(['--version'], { env, limit: 10_000 })
    const [, major = '', minor = ''] = /^git version (\d+)\.(\d+)/.exec(stdout) ?? []
    const isNew =
      Number(major) > oldest[0] || (Number(major) === oldest[0] && Number(minor) >= oldest[1])
    return isNew
      ? null
      : `${needs} and this machine has ${stdout.trim() || 'one that does not start'}.`
  } catch (error) {
    const { code } = (error as Error).cause as NodeJS.ErrnoException
    return `${needs} and it can't be started on this machine${code === 'ENOENT' ? ': there is none' : ` (${code})`}.`
  }
}
