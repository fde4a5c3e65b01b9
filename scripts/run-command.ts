import { EnvError } from '../server/env/env-error.ts'
import { isDiskFull } from '../server/platform/storage-error.ts'
import { CommandError } from './command-error.ts'

/**
 * Runs a command and sets the exit code to its result; for wrong arguments or settings prints the
 * reason and sets it to 2; for a full disk or a CommandError to 1.
 */
export async function runCommand(usage: string, main: () => Promise<number>): Promise<void> {
  try {
    process.exitCode = await main()
  } catch (error) {
    if (isDiskFull(error) || error instanceof CommandError) {
      console.error(isDiskFull(error) ? diskFullAt(error as Error) : (error as Error).message)
      process.exitCode = 1
      return
    }
    const usageError =
      error instanceof TypeError &&
      'code' in error &&
      String(error.code).startsWith('ERR_PARSE_ARGS')
    if (!usageError && !(error instanceof EnvError)) throw error
    console.error(usageError ? `${error.message}\n${usage}` : (error as Error).message)
    process.exitCode = 2
  }
}

/** The sentence for a full disk, with the file of the system's error if it names one. */
export const diskFullAt = ({ message }: Error) =>
  `The disk is full (${message}); please make room on it and try again.`
