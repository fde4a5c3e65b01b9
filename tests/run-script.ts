import { execFile } from 'node:child_process'
import path from 'node:path'
import { countStart } from './counted-starts.ts'

const root = path.dirname(import.meta.dirname)

/**
 * Runs a program in `scripts`, as npm does, with these arguments and these variables only; with
 * `room` no file gets more bytes, as on a full disk.
 */
export function runScript(
  name: string,
  args: Array<string>,
  env: Record<string, string>,
  { room }: { room?: number } = {},
): Promise<{ code: number | null; output: string }> {
  countStart('command')
  return new Promise((resolve) => {
    const command = [
      ...(room === undefined ? [] : ['prlimit', `--fsize=${room}:`]),
      process.execPath,
      '--import',
      'tsx',
      path.join(root, 'scripts', `${name}.ts`),
      ...args,
    ]
    const child = execFile(
      command[0] as string,
      command.slice(1),
      {
        cwd: root,
        env: { PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '', ...env },
        maxBuffer: 64 * 1024 * 1024,
      },
      (_error, stdout, stderr) => resolve({ code: child.exitCode, output: stdout + stderr }),
    )
  })
}
