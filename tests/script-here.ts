import path from 'node:path'
// It reads the working directory once, when it is loaded, and a command runs in a folder that is
// gone afterwards.
import 'esbuild'
import { vi } from 'vitest'

const root = path.dirname(import.meta.dirname)
let runs = 0

/**
 * Runs a program in `scripts` from the folder `cwd` with these arguments and these variables only,
 * in the process of the test. Of most commands, one run is that of `run-script.ts`, a process of
 * its own.
 */
export async function scriptHere(
  name: string,
  args: ReadonlyArray<string>,
  env: Record<string, string>,
  cwd = root,
): Promise<{ code: number; out: string; err: string; output: string }> {
  const printed: Array<{ line: string; isError: boolean }> = []
  const { argv, env: own, exitCode } = process
  const print = (isError: boolean) => (line: unknown) =>
    void printed.push({ line: `${line}\n`, isError })
  const spies = [
    vi.spyOn(console, 'log').mockImplementation(print(false)),
    vi.spyOn(console, 'error').mockImplementation(print(true)),
    // The folder of the process itself would be that of programs that others start meanwhile, also
    // after it is gone.
    vi.spyOn(process, 'cwd').mockReturnValue(cwd),
  ]
  const file = path.join(root, 'scripts', `${name}.ts`)
  process.argv = [process.execPath, file, ...args]
  process.env = { PATH: own.PATH, HOME: own.HOME, ...env }
  process.exitCode = undefined
  try {
    // A module runs when it is imported, under each address once.
    runs += 1
    await import(/* @vite-ignore */ `${file}?run=${runs}`).catch((error: unknown) => {
      console.error(error)
      process.exitCode = 1
    })
    const text = (lines: typeof printed) => lines.map(({ line }) => line).join('')
    return {
      code: Number(process.exitCode ?? 0),
      out: text(printed.filter(({ isError }) => !isError)),
      err: text(printed.filter(({ isError }) => isError)),
      output: text(printed),
    }
  } finally {
    process.argv = argv
    process.env = own
    process.exitCode = exitCode
    for (const spy of spies) spy.mockRestore()
  }
}
