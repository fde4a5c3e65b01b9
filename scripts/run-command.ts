import { EnvError } from '../server/env/env-error.ts'

/** Runs a command and sets the exit code to its result; for wrong arguments or settings prints the reason and sets it to 2. */
export async function runCommand(usage: string, main: () => Promise<number>): Promise<void> {
  try {
    process.exitCode = await main()
  } catch (error) {
    const usageError = error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS')
    if (!usageError && !(error instanceof EnvError)) throw error
    console.error(usageError ? `${error.message}\n${usage}` : (error as Error).message)
    process.exitCode = 2
  }
}
