import { execFile } from 'node:child_process'
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
  { input = '', answers = [0] }: GitCall = {},
): Promise<{ code: number; stdout: string }> {
  return new Promise((resolve, reject) => {
    const child = execFile(
      'git',
      args,
      { cwd: folder, maxBuffer: 256 * 1024 * 1024 },
      (error, stdout, stderr) => {
        if (error?.code === 'ENOENT')
          return reject(
            new CommandError('This command works with git, and there is no `git` on this machine.'),
          )
        const code = error === null ? 0 : (child.exitCode ?? -1)
        if (answers.includes(code)) return resolve({ code, stdout })
        const command = `git ${args.find((arg, at) => !arg.startsWith('-') && args[at - 1] !== '-c')}`
        // The signal comes with a write that exceeds the limit of the process.
        const isFull = isDiskFullMessage(stderr) || child.signalCode === 'SIGXFSZ'
        const words = reason.exec(stderr)?.[1] ?? `exit code ${child.signalCode ?? code}`
        reject(isFull ? diskFullFor(command) : new CommandError(`${command} failed: ${words}`))
      },
    )
    // git may end before it has read its input; its exit code says so.
    child.stdin?.on('error', () => undefined)
    child.stdin?.end(input)
  })
}
