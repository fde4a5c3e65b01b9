import { type ChildProcess, fork } from 'node:child_process'
import path from 'node:path'

interface CommandOptions {
  cwd: string
  env: Record<string, string>
  /** The most bytes of each output. */
  maxBuffer: number
  /** Of the outputs; UTF-8 by default. */
  encoding?: 'latin1'
}

interface Result {
  id: number
  stdout: string
  stderr: string
  failure: { message: string; code?: number | string } | null
}

interface Waiting {
  resolve: (stdout: string) => void
  reject: (error: Error) => void
}

let runner: ChildProcess | null = null
let lastId = 0
const waiting = new Map<number, Waiting>()

/**
 * Runs a program, with `input` on its standard input, and returns its output. Rejects as `execFile`
 * does, with `code`, `stdout` and `stderr`, when it fails. A small process starts it: Node forks
 * itself for each command, and a process with a site and the driver of a browser is so large that
 * this costs several times what git does.
 */
export function runCommand(
  program: string,
  args: ReadonlyArray<string>,
  options: CommandOptions,
  input?: string | Uint8Array,
): Promise<string> {
  runner ??= startRunner()
  const { channel } = runner
  const id = ++lastId
  return new Promise<string>((resolve, reject) => {
    waiting.set(id, { resolve, reject })
    // Only a command that runs keeps this process alive.
    channel?.ref()
    runner?.send({ id, program, args, options, input })
  }).finally(() => {
    if (waiting.size === 0) channel?.unref()
  })
}

function startRunner(): ChildProcess {
  const file = path.join(import.meta.dirname, 'command-runner.mjs')
  const child = fork(file, [], {
    execArgv: [],
    env: { PATH: process.env.PATH ?? '' },
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  child.unref()
  child.on('message', (result) => answer(result as Result))
  child.on('exit', () => {
    runner = null
    for (const { reject } of waiting.values())
      reject(new Error('The process that runs commands has ended.'))
    waiting.clear()
  })
  return child
}

function answer({ id, stdout, stderr, failure }: Result): void {
  const { resolve, reject } = waiting.get(id) ?? {}
  waiting.delete(id)
  if (failure === null) resolve?.(stdout)
  else reject?.(Object.assign(new Error(failure.message), { code: failure.code, stdout, stderr }))
}
