import { runToEnd } from '../server/platform/start-process.ts'
import { CommandError, diskFullFor, isDiskFullMessage } from './command-error.ts'

/** What one call of git may be given beside its arguments. */
export interface GitCall {
  /** Text for its stdin. */
  input?: string
  /** Exit codes that are an answer and no failure. */
  answers?: ReadonlyArray<number>
}

/** The first line of git's output that is no advice: the reason. What follows are consequences. */
const reason = /^(?!hint:|warning:|Cloning into |\s)(?:fatal: |error: )?(.+)$/m

/** The output of git without the line end behind it. Throws a CommandError with git's reason. */
export async function git(folder: string, ...args: ReadonlyArray<string>): Promise<string> {
  return (await runGit(folder, args)).stdout.trimEnd()
}

/** Whether git exits with code 0. */
export async function gitSays(folder: string, ...args: ReadonlyArray<string>): Promise<boolean> {
  return git(folder, ...args).then(
    () => true,
    () => false,
  )
}

/**
 * Runs git in a folder. Throws a CommandError with its reason when it exits with a code that is no
 * answer.
 */
export async function runGit(
  folder: string,
  args: ReadonlyArray<string>,
  { input, answers = [0] }: GitCall = {},
): Promise<{ code: number; stdout: string }> {
  const options = { cwd: folder, env: process.env, input }
  const end = await runToEnd('git', args, options).catch((error) => {
    if (error.code !== 'ENOENT') throw error
    throw new CommandError('This command works with git, and there is no `git` on this machine.')
  })
  const code = end.code ?? -1
  if (answers.includes(code)) return { code, stdout: end.stdout.toString() }
  const stderr = end.stderr.toString()
  const command = `git ${args.find((arg, at) => !arg.startsWith('-') && args[at - 1] !== '-c')}`
  // The signal comes with a write that exceeds the limit of the process.
  if (isDiskFullMessage(stderr) || end.endedBy === 'SIGXFSZ') throw diskFullFor(command)
  const words = reason.exec(stderr)?.[1] ?? `exit code ${end.endedBy ?? code}`
  throw new CommandError(`${command} failed: ${words}`)
}
