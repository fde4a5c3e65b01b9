import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { BackupError } from './backup-error.ts'

const run = promisify(execFile)

/** The output of git without the final line end. Throws a BackupError with git's own message. */
export async function git(folder: string, ...args: ReadonlyArray<string>): Promise<string> {
  try {
    const { stdout } = await run('git', args, { cwd: folder, maxBuffer: 256 * 1024 * 1024 })
    return stdout.replace(/\n$/, '')
  } catch (error) {
    const { code, stderr } = error as NodeJS.ErrnoException & { stderr?: string }
    if (code === 'ENOENT') throw new BackupError('Backups are made with git, and there is no `git` on this machine.')
    throw new BackupError(`git ${args[0]} failed: ${stderr?.trim() ?? String(error)}`)
  }
}

/** Whether git exits with code 0. */
export async function gitSays(folder: string, ...args: ReadonlyArray<string>): Promise<boolean> {
  return run('git', args, { cwd: folder }).then(
    () => true,
    () => false,
  )
}
