import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type GitConfig, parseConfig } from './config.ts'

/**
 * A repository's settings, with those of the system and the user as defaults, as in git (`include` is not followed).
 * `home` is the user's home folder; null ignores both.
 */
export function effectiveConfig(gitDir: string, commonDir: string, home: string | null): GitConfig {
  const files = [
    ...(home === null ? [] : ['/etc/gitconfig', join(home, '.config', 'git', 'config'), join(home, '.gitconfig')]),
    join(commonDir, 'config'),
  ]
  const values = new Map(files.flatMap((file) => [...parseConfig(readText(file))]))
  if (!isTrue(values.get('extensions.worktreeconfig'))) return values
  return new Map([...values, ...parseConfig(readText(join(gitDir, 'config.worktree')))])
}

/** Whether a value is one of git's spellings of true. */
export function isTrue(value: string | undefined): boolean {
  return value !== undefined && /^(true|yes|on|[1-9]\d*)$/i.test(value)
}

/** The text of a settings file; '' when it is missing or unreadable. */
export function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if (['ENOENT', 'ENOTDIR', 'EISDIR', 'EACCES'].includes((error as NodeJS.ErrnoException).code ?? '')) return ''
    throw error
  }
}
