import { spawn } from 'node:child_process'
import { CommandError, diskFullFor, isDiskFullMessage } from '../command-error.ts'

/** The number of last lines that are shown of a step that failed. */
const shownLines = 15

/**
 * Runs a program in a folder. Throws a CommandError with the last lines of its output when it
 * fails.
 */
export async function runStep(
  [program, ...args]: readonly [string, ...Array<string>],
  { cwd, env }: { cwd: string; env: NodeJS.ProcessEnv },
): Promise<void> {
  const output: Array<string> = []
  const code = await new Promise<number | null>((resolve, reject) => {
    const child = spawn(program, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] })
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => output.push(text))
    child.on('error', reject)
    child.on('close', resolve)
  })
  if (code === 0) return
  const text = output.join('')
  const what = [program, ...args].join(' ')
  if (isDiskFullMessage(text)) throw diskFullFor(what)
  const lines = text.trimEnd().split('\n').slice(-shownLines).join('\n')
  throw new CommandError(`${what} failed in the new version:\n${lines}`)
}
