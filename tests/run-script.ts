import path from 'node:path'
import { runToEnd } from '../server/platform/start-process.ts'
import { countStart } from './counted-starts.ts'

const root = path.dirname(import.meta.dirname)

/**
 * Runs a program in `scripts`, as npm does, with these arguments and these variables only; with
 * `room` no file gets more bytes, as on a full disk.
 */
export async function runScript(
  name: string,
  args: Array<string>,
  env: Record<string, string>,
  { room }: { room?: number } = {},
): Promise<{ code: number | null; output: string }> {
  countStart('command')
  const script = ['--import', 'tsx', path.join(root, 'scripts', `${name}.ts`), ...args]
  const { PATH = '', HOME = '' } = process.env
  const options = { cwd: root, env: { PATH, HOME, ...env } }
  const { code, stdout, stderr } =
    room === undefined
      ? await runToEnd(process.execPath, script, options)
      : await runToEnd('prlimit', [`--fsize=${room}:`, process.execPath, ...script], options)
  return { code, output: `${stdout}${stderr}` }
}
