import { runGit } from './git-program.ts'

/** The version that introduced `GIT_CONFIG_COUNT`, settings that no other user can read. */
const oldest = [2, 31] as const

/**
 * The reason why `GIT_REMOTE` cannot be used on this machine, in one sentence; null when git is installed and new
 * enough.
 */
export async function gitFault(env: Record<string, string | undefined>): Promise<string | null> {
  const needs = `GIT_REMOTE needs the program git, version ${oldest.join('.')} or newer,`
  try {
    const { stdout } = await runGit(['--version'], { env, limit: 10_000 })
    const [, major = '', minor = ''] = /^git version (\d+)\.(\d+)/.exec(stdout) ?? []
    const isNew = Number(major) > oldest[0] || (Number(major) === oldest[0] && Number(minor) >= oldest[1])
    return isNew ? null : `${needs} and this machine has ${stdout.trim() || 'one that does not start'}.`
  } catch (error) {
    const { code } = (error as Error).cause as NodeJS.ErrnoException
    return `${needs} and it can't be started on this machine${code === 'ENOENT' ? ': there is none' : ` (${code})`}.`
  }
}
