import { type ChildProcess, spawn } from 'node:child_process'
import { RemoteError } from './remote-error.ts'

export interface GitRunOptions {
  /** The complete environment of the process. */
  env: Record<string, string | undefined>
  /** Time limit in milliseconds. */
  limit: number
  /** Ends the process at once. */
  signal?: AbortSignal
}

/** How git has ended. `late` and `stopped`: we ended it. */
export interface GitRun {
  outcome: 'ended' | 'late' | 'stopped'
  code: number | null
  stdout: string
  /** The last part of its stderr. */
  stderr: string
}

/** Milliseconds for git to remove its temporary files before it is killed. */
const graceMs = 2000

/** The most output in bytes; the remote controls how long a list of branches is. */
const longestOutput = 16 * 1024 * 1024
const longestComplaint = 64 * 1024

/**
 * Runs `git` with these arguments, which every user of the machine can read. It leads a process group, so that ssh
 * and helpers end with it, and has no terminal for prompts. Throws a RemoteError when it cannot be started.
 */
export async function runGit(args: ReadonlyArray<string>, { env, limit, signal }: GitRunOptions): Promise<GitRun> {
  if (signal?.aborted) return { outcome: 'stopped', code: null, stdout: '', stderr: '' }
  let child: ChildProcess | null = null
  let outcome: GitRun['outcome'] = 'ended'
  let killing: NodeJS.Timeout | null = null
  const end = (why: 'late' | 'stopped'): void => {
    if (killing !== null) return
    outcome = why
    signalGroup(child?.pid, 'SIGTERM')
    killing = setTimeout(() => signalGroup(child?.pid, 'SIGKILL'), graceMs)
  }
  const stop = (): void => end('stopped')
  const timer = setTimeout(() => end('late'), limit)
  signal?.addEventListener('abort', stop)
  const stdout: Array<Buffer> = []
  let size = 0
  let stderr = Buffer.alloc(0)
  try {
    const git = spawn('git', args, { env, detached: true, stdio: ['ignore', 'pipe', 'pipe'], windowsHide: true })
    child = git
    const code = await new Promise<number | null>((resolve, reject) => {
      git.on('error', reject)
      git.on('close', resolve)
      // A shared ssh connection that outlives git keeps this pipe open.
      git.on('exit', () => setTimeout(() => git.stderr.destroy(), 500).unref())
      // Without free file descriptors there are no pipes, and an error event follows.
      git.stdout?.on('data', (chunk: Buffer) => {
        size += chunk.length
        if (size <= longestOutput) stdout.push(chunk)
        else end('late')
      })
      git.stderr?.on('data', (chunk: Buffer) => {
        stderr = Buffer.concat([stderr, chunk]).subarray(-longestComplaint)
      })
    })
    return { outcome, code, stdout: Buffer.concat(stdout).toString('utf8'), stderr: stderr.toString('utf8') }
  } catch (error) {
    const { code = 'unknown error' } = error as NodeJS.ErrnoException
    throw new RemoteError('unreachable', `The program git can't be started on the server (${code}).`, { cause: error })
  } finally {
    clearTimeout(timer)
    if (killing !== null) {
      clearTimeout(killing)
      signalGroup(child?.pid, 'SIGKILL')
    }
    signal?.removeEventListener('abort', stop)
  }
}

function signalGroup(leader: number | undefined, signal: NodeJS.Signals): void {
  if (leader === undefined) return
  try {
    process.kill(-leader, signal)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}
