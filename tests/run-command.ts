import { runToEnd } from '../server/platform/start-process.ts'

interface CommandOptions {
  cwd: string
  env: Record<string, string>
  /** Of the outputs; UTF-8 by default. */
  encoding?: 'latin1' | 'utf8'
}

/**
 * Runs a program, with `input` on its standard input, and returns its output. Rejects with `code`,
 * `stdout` and `stderr` when it fails.
 */
export async function runCommand(
  program: string,
  args: ReadonlyArray<string>,
  { encoding = 'utf8', ...place }: CommandOptions,
  input?: string | Uint8Array,
): Promise<string> {
  const end = await runToEnd(program, args, { ...place, input })
  const [stdout, stderr] = [end.stdout.toString(encoding), end.stderr.toString(encoding)]
  if (end.code === 0) return stdout
  const message = `${program} ${args.join(' ')} failed:\n${stderr}`
  throw Object.assign(new Error(message), { code: end.code, stdout, stderr })
}
