import { RepositoryError } from '../../platform/errors.ts'
import { type RunOptions, runToEnd } from '../../platform/start-process.ts'

export interface GitRunOptions extends Omit<RunOptions, 'mostOutput'> {
  /** Time limit in milliseconds. */
  limit: number
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
  stderr: string
}

/** The program can't be started on this machine. */
export class GitUnavailable extends RepositoryError {
  override name = 'GitUnavailable'
}

/** In bytes; the remote controls how long a list of branches is. */
const mostOutput = 16 * 1024 * 1024

/**
 * Runs `git`. Its arguments must not contain secrets, because every user of the machine can read
 * them. It leads a process group, so that ssh and helpers end with it, and has no terminal for
 * prompts. Throws a GitUnavailable when it cannot be started.
 */
export async function runGit(
  args: ReadonlyArray<string>,
  { limit, signal, ...options }: GitRunOptions,
): Promise<GitRun> {
  const late = AbortSignal.timeout(limit)
  const either = signal ? AbortSignal.any([late, signal]) : late
  const end = await runToEnd('git', args, { ...options, mostOutput, signal: either }).catch(
    (error) => {
      const { code = 'unknown error' } = error as NodeJS.ErrnoException
      throw new GitUnavailable(`The program git can't be started on the server (${code}).`, {
        cause: error,
      })
    },
  )
  return {
    outcome: signal?.aborted ? 'stopped' : late.aborted || end.isCut ? 'late' : 'ended',
    code: end.code,
    output: end.stdout,
    stdout: end.stdout.toString(),
    stderr: end.stderr.toString(),
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
