import { execFile } from 'node:child_process'
import path from 'node:path'

const root = path.dirname(import.meta.dirname)

/** Runs a program in `scripts`, as npm does, with these arguments and these variables only. */
export function runScript(
  name: string,
  args: Array<string>,
  env: Record<string, string>,
): Promise<{ code: number | null; output: string }> {
  return new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      [path.join(root, 'node_modules/tsx/dist/cli.mjs'), path.join(root, 'scripts', `${name}.ts`), ...args],
      {
        cwd: root,
        env: { PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '', ...env },
        maxBuffer: 64 * 1024 * 1024,
      },
      (_error, stdout, stderr) => resolve({ code: child.exitCode, output: stdout + stderr }),
    )
  })
}
